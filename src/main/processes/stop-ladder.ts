/**
 * How a process and everything it started is ended, the same on every path: its input ends, then
 * SIGTERM and SIGKILL to its process group, then whatever is left by tag or by descent. Each step is
 * bounded; a process that leaves early skips the rest.
 */
import { descendantsOf, scanProcesses } from './process-table.ts';
import type { ProcessRow } from './process-table.ts';
import { runTool } from './run-tool.ts';

/** `clean`: it left when asked. `forced`: it had to be killed. `leaked`: something of it is still there. */
export type StopHow = 'clean' | 'forced' | 'leaked';

/** Longest waits, in milliseconds: after its input ended, after SIGTERM, after SIGKILL. */
export type StopPace = { readonly inputMs: number; readonly termMs: number; readonly killMs: number };

export const ORDINARY_PACE: StopPace = { inputMs: 2000, termMs: 3000, killMs: 2000 };
/** For an agent that is beyond talking to. */
export const KILL_PACE: StopPace = { inputMs: 0, termMs: 0, killMs: 2000 };

export type StopTarget = {
  readonly pid: number;
  readonly runId: string;
  readonly hasExited: () => boolean;
  readonly endInput: () => void;
  /** Resolves with true when it has exited, or false when the pace's time for the step is over. */
  readonly waitForExit: (step: keyof StopPace) => Promise<boolean>;
  /** The pace may change while the ladder runs. */
  readonly pace: () => StopPace;
};

export async function climbStopLadder(target: StopTarget): Promise<StopHow> {
  return process.platform === 'win32' ? stopOnWindows(target) : stopOnPosix(target);
}

async function stopOnPosix(target: StopTarget): Promise<StopHow> {
  const { pid, hasExited, waitForExit } = target;
  // Taken first: once a parent is gone, its children in groups of their own cannot be told any more.
  const family = new Map<number, ProcessRow>();
  const remember = async () => {
    for (const row of descendantsOf(pid, await scanProcesses())) family.set(row.pid, row);
  };
  if (!hasExited()) await remember();
  target.endInput();
  let killed = false;
  if (!(await waitForExit('inputMs'))) {
    signalGroup(pid, 'SIGTERM');
    if (!(await waitForExit('termMs'))) {
      await remember();
      signalGroup(pid, 'SIGKILL');
      killed = true;
      await waitForExit('killMs');
    }
  }
  const left = await sweep(target, family);
  if (left > 0 || !hasExited()) return 'leaked';
  return killed ? 'forced' : 'clean';
}

/** Only while the leader lives is the group surely ours: after that its number may be used again. */
function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is gone already.
  }
}

const LEFTOVER_TERM_MS = 500;
const POLL_MS = 40;

/** Ends what the group signals did not reach; says how many are still there afterwards. */
async function sweep(target: StopTarget, family: ReadonlyMap<number, ProcessRow>): Promise<number> {
  let left = await leftovers(target, family);
  if (left.length === 0) return 0;
  for (const row of left) signalOne(row.pid, 'SIGTERM');
  left = await waitUntilGone(target, family, Math.min(LEFTOVER_TERM_MS, target.pace().termMs));
  const deadline = Date.now() + target.pace().killMs;
  while (left.length > 0) {
    for (const row of left) signalOne(row.pid, 'SIGKILL');
    left = await waitUntilGone(target, family, POLL_MS);
    if (Date.now() >= deadline) break;
  }
  return left.length;
}

async function waitUntilGone(
  target: StopTarget,
  family: ReadonlyMap<number, ProcessRow>,
  ms: number,
): Promise<readonly ProcessRow[]> {
  const deadline = Date.now() + ms;
  for (;;) {
    const left = await leftovers(target, family);
    if (left.length === 0 || Date.now() >= deadline) return left;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function leftovers(
  target: StopTarget,
  family: ReadonlyMap<number, ProcessRow>,
): Promise<readonly ProcessRow[]> {
  const rows = await scanProcesses();
  return rows.filter(
    (row) =>
      row.pid !== process.pid &&
      (row.runId === target.runId || family.get(row.pid)?.startToken === row.startToken),
  );
}

function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile.
  }
}

/** Windows has neither groups nor SIGTERM: taskkill ends the tree below the process. */
async function stopOnWindows(target: StopTarget): Promise<StopHow> {
  const { pid, waitForExit } = target;
  target.endInput();
  if (await waitForExit('inputMs')) return 'clean';
  await runTool('taskkill', ['/PID', String(pid), '/T', '/F']);
  return (await waitForExit('killMs')) ? 'forced' : 'leaked';
}
