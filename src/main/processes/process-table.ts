/** Which processes exist, whose children they are, and which carry our run tag. */
import { readFile, readdir } from 'node:fs/promises';
import { RUN_TAG } from './environment.ts';
import { runTool } from './run-tool.ts';

export type ProcessRow = {
  readonly pid: number;
  readonly ppid: number;
  readonly pgid: number;
  /** Together with the pid names one process for good: pids are used again. */
  readonly startToken: string;
  /** The value of our tag in its environment; null without one, and where it cannot be read. */
  readonly runId: string | null;
};

/** Ended processes that only wait to be reaped are left out. Empty where the system offers no list. */
export async function listProcesses(
  platform: NodeJS.Platform = process.platform,
): Promise<readonly ProcessRow[]> {
  if (platform === 'linux') return listFromProc();
  if (platform === 'win32') return [];
  return parsePs(await runTool('ps', ['-axo', 'pid=,ppid=,pgid=,stat=,lstart='], { LC_ALL: 'C', TZ: 'UTC' }));
}

const READ_AT_ONCE = 32;

async function listFromProc(): Promise<readonly ProcessRow[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name));
  const rows: ProcessRow[] = [];
  for (let from = 0; from < pids.length; from += READ_AT_ONCE) {
    const batch = await Promise.all(pids.slice(from, from + READ_AT_ONCE).map(readProc));
    for (const row of batch) if (row !== null) rows.push(row);
  }
  return rows;
}

async function readProc(pid: string): Promise<ProcessRow | null> {
  try {
    const stat = parseProcStat(await readFile(`/proc/${pid}/stat`, 'utf8'));
    if (stat === null) return null;
    return { ...stat, runId: await readRunId(pid) };
  } catch {
    return null; // It ended meanwhile.
  }
}

async function readRunId(pid: string): Promise<string | null> {
  try {
    return runIdIn(await readFile(`/proc/${pid}/environ`, 'latin1'));
  } catch {
    return null; // Not ours to read.
  }
}

/** `environ`: NUL-separated NAME=value. */
export function runIdIn(environ: string): string | null {
  const marker = `${RUN_TAG}=`;
  const entry = environ.split('\0').find((pair) => pair.startsWith(marker));
  return entry === undefined ? null : entry.slice(marker.length);
}

/** Null for a zombie. The name in parentheses may itself hold parentheses and spaces. */
export function parseProcStat(stat: string): Omit<ProcessRow, 'runId'> | null {
  const nameEnd = stat.lastIndexOf(')');
  const pid = Number.parseInt(stat, 10);
  const [state, ppid, pgid, ...rest] = stat.slice(nameEnd + 2).split(' ');
  // starttime is field 22 of proc(5); state is field 3.
  const startToken = rest[16];
  if (startToken === undefined || state === 'Z' || state === 'X') return null;
  return { pid, ppid: Number(ppid), pgid: Number(pgid), startToken };
}

/** Lines of `ps -o pid=,ppid=,pgid=,stat=,lstart=`. */
export function parsePs(output: string): readonly ProcessRow[] {
  return output.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line);
    if (match === null) return [];
    const [, pid, ppid, pgid, state, startToken] = match;
    if (startToken === undefined || state === undefined || state.startsWith('Z')) return [];
    return [{ pid: Number(pid), ppid: Number(ppid), pgid: Number(pgid), startToken, runId: null }];
  });
}

/** Everything below `pid`, whatever its process group. */
export function descendantsOf(pid: number, rows: readonly ProcessRow[]): readonly ProcessRow[] {
  const children = new Map<number, ProcessRow[]>();
  for (const row of rows) {
    const siblings = children.get(row.ppid);
    if (siblings === undefined) children.set(row.ppid, [row]);
    else siblings.push(row);
  }
  const found: ProcessRow[] = [];
  const queue = [...(children.get(pid) ?? [])];
  for (let row = queue.pop(); row !== undefined; row = queue.pop()) {
    found.push(row);
    queue.push(...(children.get(row.pid) ?? []));
  }
  return found;
}

let running: Promise<readonly ProcessRow[]> | null = null;
let next: Promise<readonly ProcessRow[]> | null = null;

/** Like `listProcesses`, but many callers at once share one scan, which always begins after their call. */
export function scanProcesses(): Promise<readonly ProcessRow[]> {
  if (running === null) {
    running = listProcesses().finally(() => {
      running = null;
    });
    return running;
  }
  next ??= running
    .then(
      () => undefined,
      () => undefined,
    )
    .then(() => {
      next = null;
      return scanProcesses();
    });
  return next;
}
