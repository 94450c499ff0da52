/** How much room there must be. Purpose: the last words of a session fit even when others filled the disk. */
import type { DiskState } from '../../shared/ipc/contract/storage.ts';

const MIB = 1024 * 1024;

/** Below it the person is warned. A long session with large diffs takes tens of MiB, a build much more. */
export const LOW_BYTES = 1024 * MIB;
/** Below it no new run starts: agents write worktrees and caches of that size in minutes. */
export const VERY_LOW_BYTES = 200 * MIB;
/** Kept back in a file, and given free when the disk is full: a batch of records and a new segment fit. */
export const BALLAST_BYTES = 8 * MIB;
/** What must be free beyond a limit before it counts as passed again: no flicker at the edge. */
const MARGIN = 1.05;
/** All sessions together: the person is told how large they are. Nothing is deleted. */
export const LARGE_SESSIONS_BYTES = 5 * 1024 * MIB;

const limits = [
  // What is left is for final records.
  ['full', BALLAST_BYTES],
  ['very-low', VERY_LOW_BYTES],
  ['low', LOW_BYTES],
] as const;

/** `before` is the state until now: getting better takes a little more than the limit. */
export function diskStateOf(freeBytes: number | null, before: DiskState): DiskState {
  if (freeBytes === null) return 'unknown';
  for (const [state, limit] of limits) {
    const wasWithin = limits.some(([name, other]) => name === before && other <= limit);
    if (freeBytes < (wasWithin ? limit * MARGIN : limit)) return state;
  }
  return 'ok';
}
