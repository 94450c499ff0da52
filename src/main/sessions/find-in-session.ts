/** Looks through a whole session for a text, a little at a time: sessions that stream go first. */
import {
  answerOf,
  type FindAnswer,
  type FindHit,
  findInSession,
  type FindQuery,
  gather,
} from '../../shared/session/find.ts';
import type { SessionState } from '../../shared/session/state.ts';

/** ms at once. */
const sliceMs = 4;

/** Empty when nobody waits for the answer any more. */
export async function findSlowly(
  state: SessionState,
  query: FindQuery,
  signal: AbortSignal,
): Promise<FindAnswer> {
  const steps = findInSession(state, query);
  const found: FindHit[][] = [];
  while (!signal.aborted) {
    const until = performance.now() + sliceMs;
    const end = gather(steps, found, () => performance.now() < until);
    if (end !== 'paused') return answerOf(found, end);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  return { hits: [], more: false };
}
