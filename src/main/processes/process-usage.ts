/** What processes use of the machine: memory, threads, open handles. Null where the system does not tell. */
import { readdir } from 'node:fs/promises';
import { readProcFile } from './proc-file.ts';
import { runPowerShell, PS_WORDS } from './process-table.ts';
import { runTool } from './run-tool.ts';

export type ProcessUsage = {
  readonly pid: number;
  /** Of the program, without its arguments: those may hold secrets. */
  readonly name: string;
  readonly rssBytes: number;
  readonly threads: number | null;
  readonly handles: number | null;
};

/** Those that are gone meanwhile are left out. */
export async function usageOf(
  pids: readonly number[],
  platform: NodeJS.Platform = process.platform,
): Promise<readonly ProcessUsage[]> {
  if (pids.length === 0) return [];
  if (platform === 'linux') {
    const found = await Promise.all(pids.map(readUsage));
    return found.filter((usage) => usage !== null);
  }
  const wanted = new Set(pids);
  const all =
    platform === 'win32'
      ? parseCimUsage(await runPowerShell(USAGE_BY_CIM))
      : parsePsUsage(await runTool('ps', ['-axo', 'pid=,rss=,comm='], PS_WORDS));
  return all.filter(({ pid }) => wanted.has(pid));
}

const STATUS_BYTES = 4096;

async function readUsage(pid: number): Promise<ProcessUsage | null> {
  try {
    const status = parseProcStatus(pid, await readProcFile(`/proc/${pid}/status`, STATUS_BYTES));
    if (status === null) return null;
    const handles = await readdir(`/proc/${pid}/fd`).catch(() => null);
    return { ...status, handles: handles?.length ?? null };
  } catch {
    return null; // It ended meanwhile.
  }
}

/** /proc/PID/status of proc(5). Null for one without memory of its own: it has ended. */
export function parseProcStatus(pid: number, status: string): Omit<ProcessUsage, 'handles'> | null {
  const field = (name: string) => new RegExp(`^${name}:\\s*(.+)$`, 'm').exec(status)?.[1];
  const rss = field('VmRSS');
  if (rss === undefined) return null;
  const threads = Number(field('Threads'));
  return {
    pid,
    name: field('Name') ?? '',
    rssBytes: Number.parseInt(rss, 10) * 1024,
    threads: Number.isInteger(threads) ? threads : null,
  };
}

/** Lines of `ps -axo pid=,rss=,comm=`. */
export function parsePsUsage(output: string): readonly ProcessUsage[] {
  return output.split('\n').flatMap((line) => {
    const [, pid, rss, command] = /^\s*(\d+)\s+(\d+)\s+(.+?)\s*$/.exec(line) ?? [];
    if (command === undefined) return [];
    const name = command.slice(command.lastIndexOf('/') + 1);
    return [{ pid: Number(pid), name, rssBytes: Number(rss) * 1024, threads: null, handles: null }];
  });
}

const USAGE_BY_CIM =
  'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.WorkingSetSize) $($_.ThreadCount) $($_.HandleCount) $($_.Name)" }';

/** Lines of "pid bytes threads handles name". */
export function parseCimUsage(output: string): readonly ProcessUsage[] {
  return output.split('\n').flatMap((line) => {
    const [, pid, rss, threads, handles, name] = /^\s*(\d+) (\d+) (\d+) (\d+) (.+?)\s*$/.exec(line) ?? [];
    if (name === undefined) return [];
    return [
      {
        pid: Number(pid),
        name,
        rssBytes: Number(rss),
        threads: Number(threads),
        handles: Number(handles),
      },
    ];
  });
}
