/** Which processes exist, whose children they are, and which carry our run tag. */
import { readdir } from 'node:fs/promises';
import { RUN_TAG } from './environment.ts';
import { RunIdCache } from './run-id-cache.ts';
import { readProcFile } from './proc-file.ts';
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
  if (platform === 'win32') return parseCim(await runPowerShell(LIST_BY_CIM));
  const [rows, tags] = await Promise.all([
    runTool('ps', ['-axo', 'pid=,ppid=,pgid=,stat=,lstart='], PS_WORDS),
    // `-E` shows the environment of the user's own processes, as far as the system lets it.
    runTool('ps', ['-axEww', '-o', 'pid=,command='], PS_WORDS),
  ]);
  const runIds = parsePsTags(tags);
  return parsePs(rows).map((row) => ({ ...row, runId: runIds.get(row.pid) ?? null }));
}

/** Start times must not depend on where and in which language the app runs. */
export const PS_WORDS = { LC_ALL: 'C', TZ: 'UTC' };

const LIST_BY_CIM =
  'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) $($_.CreationDate.ToUniversalTime().Ticks)" }';

export function runPowerShell(script: string): Promise<string> {
  return runTool('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script]);
}

const READ_AT_ONCE = 32;
/** Enough for the longest line of proc(5)'s stat. */
const STAT_BYTES = 1024;
/** Environments are rarely larger; one that is takes another read. */
const ENVIRON_BYTES = 16 * 1024;

async function listFromProc(): Promise<readonly ProcessRow[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name));
  const rows: ProcessRow[] = [];
  for (let from = 0; from < pids.length; from += READ_AT_ONCE) {
    const batch = await Promise.all(pids.slice(from, from + READ_AT_ONCE).map(readProc));
    for (const row of batch) if (row !== null) rows.push(row);
  }
  known.forgetAllBut(rows);
  return rows;
}

async function readProc(pid: string): Promise<ProcessRow | null> {
  try {
    const stat = parseProcStat(await readProcFile(`/proc/${pid}/stat`, STAT_BYTES));
    if (stat === null) return null;
    const before = known.runIdOf(stat);
    if (before !== undefined) return { ...stat, runId: before };
    const runId = await readRunId(pid);
    known.learn(stat, runId);
    return { ...stat, runId };
  } catch {
    return null; // It ended meanwhile.
  }
}

async function readRunId(pid: string): Promise<string | null> {
  try {
    return runIdIn(await readProcFile(`/proc/${pid}/environ`, ENVIRON_BYTES));
  } catch {
    return null; // Not ours to read.
  }
}

const known = new RunIdCache();

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

/** Lines of `ps -E -o pid=,command=`: the environment follows the words of the command. */
export function parsePsTags(output: string): ReadonlyMap<number, string> {
  const tags = new Map<number, string>();
  for (const line of output.split('\n')) {
    const match = /^\s*(\d+)\s.*\sSWITCHYARD_RUN=([0-9a-f-]{36})(?:\s|$)/.exec(line);
    if (match?.[2] !== undefined) tags.set(Number(match[1]), match[2]);
  }
  return tags;
}

/**
 * Lines of "pid ppid ticks". Windows has no process groups, so each process is its own. It keeps a parent's
 * number after the parent is gone: one that began after its child is somebody else, and counts as none.
 */
export function parseCim(output: string): readonly ProcessRow[] {
  const rows = output.split('\n').flatMap((line) => {
    const match = /^\s*(\d+) (\d+) (\d+)\s*$/.exec(line);
    const startToken = match?.[3];
    if (match === null || startToken === undefined) return [];
    const pid = Number(match[1]);
    return [{ pid, ppid: Number(match[2]), pgid: pid, startToken, runId: null }];
  });
  const begun = new Map(rows.map((row) => [row.pid, BigInt(row.startToken)]));
  return rows.map((row) => {
    const parent = begun.get(row.ppid);
    return parent !== undefined && parent > BigInt(row.startToken) ? { ...row, ppid: 0 } : row;
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
