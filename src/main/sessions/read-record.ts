/** Folds what a log holds, with what it lacks at its place, and lets others have their turn meanwhile. */
import type { SessionEvent } from '../../shared/session/event.ts';
import { insertGap } from '../../shared/session/insert-gap.ts';
import { reduceAll } from '../../shared/session/reduce.ts';
import { emptySessionState, type SessionState } from '../../shared/session/state.ts';
import type { EventLog } from './event-log.ts';

/** How long it may work at a stretch, in ms. One event more may be begun. */
const STRETCH_MS = 12;
/** So many events are folded before it is looked how long that took. */
const STEP = 200;

/** Throws what the log throws. */
export async function readRecord(log: EventLog): Promise<SessionState> {
  let state = emptySessionState;
  let placed = 0;
  let since = performance.now();
  const fold = async (events: readonly SessionEvent[]) => {
    for (let from = 0; from < events.length; from += STEP) {
      state = reduceAll(state, events.slice(from, from + STEP));
      if (performance.now() - since < STRETCH_MS) continue;
      await turnOfOthers();
      since = performance.now();
    }
  };
  for await (const batch of log.read()) {
    let folded = 0;
    for (let index = 0; index < batch.length; index += 1) {
      const gaps = log.gaps?.() ?? [];
      if (placed >= gaps.length) break;
      const event = batch[index];
      const first = event?.first?.seq ?? event?.seq;
      for (; placed < gaps.length && gaps[placed]?.before === first; placed += 1) {
        await fold(batch.slice(folded, index));
        folded = index;
        state = withGap(state, log, placed);
      }
    }
    await fold(batch.slice(folded));
  }
  for (; placed < (log.gaps?.() ?? []).length; placed += 1) state = withGap(state, log, placed);
  return state;
}

function withGap(state: SessionState, log: EventLog, index: number): SessionState {
  const gap = log.gaps?.()[index];
  return gap === undefined ? state : insertGap(state, gap);
}

function turnOfOthers(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
