/**
 * How a process and everything it started is ended, the same on every path: its input ends, then
 * SIGTERM and SIGKILL to its process group, then whatever is left by tag or by descent. Each step is
 * bounded; a process that leaves early skips the rest.
 */
import type { ProcessSystem } from './process-system.ts';
import { descendantsOf } from './process-table.ts';
import type { ProcessRow } from './process-table.ts';

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
  /** Others known to be of it; only those whose start token still fits count. */
  readonly family: () => Promise<readonly ProcessRow[]>;
};

export async function climbStopLadder(target: StopTarget, system: ProcessSystem): Promise<StopHow> {
  return system.platform === 'win32' ? stopOnWindows(target, system) : stopOnPosix(target, system);
}

async function stopOnPosix(target: StopTarget, system: ProcessSystem): Promise<StopHow> {
  const { pid, hasExited, waitForExit } = target;
  // Taken first: once a parent is gone, its children in groups of their own cannot be told any more.
  const family = new Map<number, ProcessRow>();
  const remember = async () => {
    for (const row of familyOf(pid, await system.list())) family.set(row.pid, row);
  };
  if (!hasExited()) await remember();
  target.endInput();
  let killed = false;
  if (!(await waitForExit('inputMs'))) {
    system.signalGroup(pid, 'SIGTERM');
    if (!(await waitForExit('termMs'))) {
      await remember();
      system.signalGroup(pid, 'SIGKILL');
      killed = true;
      await waitForExit('killMs');
    }
  }
  for (const row of await target.family()) family.set(row.pid, row);
  const left = await sweep(target, family, system);
  if (left > 0 || !hasExited()) return 'leaked';
  return killed ? 'forced' : 'clean';
}

/**
 * Its group and all below it, itself left out. Ask only while the leader lives or has just ended: its number
 * stays taken as long as its group has members, but may be used again once that is empty.
 */
export function familyOf(pid: number, rows: readonly ProcessRow[]): readonly ProcessRow[] {
  const below = descendantsOf(pid, rows);
  return [...below, ...rows.filter((row) => row.pgid === pid && row.pid !== pid)];
}

const LEFTOVER_TERM_MS = 500;
const POLL_MS = 40;

/** Ends what the group signals did not reach; says how many are still there afterwards. */
async function sweep(
  target: StopTarget,
  family: ReadonlyMap<number, ProcessRow>,
  system: ProcessSystem,
): Promise<number> {
  const leftovers = async (): Promise<readonly ProcessRow[]> =>
    (await system.list()).filter(
      (row) =>
        row.pid !== system.ownPid &&
        (row.runId === target.runId || family.get(row.pid)?.startToken === row.startToken),
    );
  let left = await leftovers();
  if (left.length === 0) return 0;
  for (const row of left) system.signal(row.pid, 'SIGTERM');
  left = await waitUntilGone(leftovers, Math.min(LEFTOVER_TERM_MS, target.pace().termMs));
  const deadline = performance.now() + target.pace().killMs;
  while (left.length > 0) {
    for (const row of left) system.signal(row.pid, 'SIGKILL');
    left = await waitUntilGone(leftovers, POLL_MS);
    if (performance.now() >= deadline) break;
  }
  return left.length;
}

async function waitUntilGone(
  leftovers: () => Promise<readonly ProcessRow[]>,
  ms: number,
): Promise<readonly ProcessRow[]> {
  const deadline = performance.now() + ms;
  for (;;) {
    const left = await leftovers();
    if (left.length === 0 || performance.now() >= deadline) return left;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Windows has neither groups nor SIGTERM: taskkill ends the tree below the process. */
async function stopOnWindows(target: StopTarget, system: ProcessSystem): Promise<StopHow> {
  const { pid, waitForExit } = target;
  target.endInput();
  if (await waitForExit('inputMs')) return 'clean';
  await system.endTree(pid);
  return (await waitForExit('killMs')) ? 'forced' : 'leaked';
}
