/** What supervision needs of the operating system. A port, so that its rules can be proved on made-up ones. */
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { PS_WORDS, parseProcStat, runPowerShell, scanProcesses } from './process-table.ts';
import type { ProcessRow } from './process-table.ts';
import { runTool } from './run-tool.ts';

/** `gone`: surely no process has this pid, or only one that has ended. `unknown`: it cannot be told. */
export type StartLookup =
  | { readonly state: 'running'; readonly startToken: string }
  | { readonly state: 'gone' }
  | { readonly state: 'unknown' };

/** Pids mean something only within one boot of one machine, and there within one namespace. */
export type Place = { readonly machine: string; readonly bootId: string; readonly pidSpace: string };

export interface ProcessSystem {
  readonly platform: NodeJS.Platform;
  readonly ownPid: number;
  list(): Promise<readonly ProcessRow[]>;
  lookUp(pid: number): Promise<StartLookup>;
  /** Neither signals nor trees fail when nobody is there any more. */
  signal(pid: number, signal: NodeJS.Signals): void;
  /** POSIX only. */
  signalGroup(pgid: number, signal: NodeJS.Signals): void;
  /** Windows only: the process and what is below it, at once. */
  endTree(pid: number): Promise<void>;
  /** Rejects when the system does not tell. */
  place(): Promise<Place>;
}

export const hostSystem: ProcessSystem = {
  platform: process.platform,
  ownPid: process.pid,
  list: scanProcesses,
  lookUp: (pid) => lookUp(pid, process.platform),
  signal: (pid, signal) => quietly(() => process.kill(pid, signal)),
  signalGroup: (pgid, signal) => quietly(() => process.kill(-pgid, signal)),
  endTree: async (pid) => void (await runTool('taskkill', ['/PID', String(pid), '/T', '/F'])),
  place: () => placeOf(process.platform),
};

function quietly(send: () => void): void {
  try {
    send();
  } catch {
    // It ended meanwhile.
  }
}

async function lookUp(pid: number, platform: NodeJS.Platform): Promise<StartLookup> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return { state: 'gone' };
  return (await startOf(pid, platform)) ?? { state: exists(pid) ? 'unknown' : 'gone' };
}

/** Null when it cannot be read. */
async function startOf(pid: number, platform: NodeJS.Platform): Promise<StartLookup | null> {
  if (platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
    if (stat === null) return null;
    const row = parseProcStat(stat);
    return row === null ? { state: 'gone' } : { state: 'running', startToken: row.startToken };
  }
  if (platform === 'win32') return startByCim(await runPowerShell(cimOf(pid)));
  return startByPs(await runTool('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], PS_WORDS));
}

function cimOf(pid: number): string {
  return `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CreationDate.ToUniversalTime().Ticks`;
}

/** The answer of CIM: ticks of 100 ns since the year 1. */
export function startByCim(output: string): StartLookup | null {
  const startToken = /^\s*(\d+)\s*$/.exec(output)?.[1];
  return startToken === undefined ? null : { state: 'running', startToken };
}

/** The line of `ps -o stat=,lstart=`. */
export function startByPs(output: string): StartLookup | null {
  const [, state, startToken] = /^\s*(\S+)\s+(.+?)\s*$/.exec(output) ?? [];
  if (state === undefined || startToken === undefined) return null;
  return state.startsWith('Z') ? { state: 'gone' } : { state: 'running', startToken };
}

/** Signal 0 is only asked about, never sent. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

async function placeOf(platform: NodeJS.Platform): Promise<Place> {
  switch (platform) {
    case 'linux':
      return {
        machine: (await readFile('/etc/machine-id', 'utf8').catch(() => '')).trim() || hostname(),
        bootId: (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim(),
        pidSpace: await readlink('/proc/self/ns/pid').catch(() => ''),
      };
    case 'win32':
      return elsewhere(
        await runPowerShell('(Get-CimInstance Win32_OperatingSystem).LastBootUpTime.ToUniversalTime().Ticks'),
      );
    default:
      return elsewhere(await runTool('sysctl', ['-n', 'kern.bootsessionuuid']));
  }
}

function elsewhere(bootId: string): Place {
  if (bootId.trim() === '') throw new Error('the system does not tell when it was started');
  return { machine: hostname(), bootId: bootId.trim(), pidSpace: '' };
}
