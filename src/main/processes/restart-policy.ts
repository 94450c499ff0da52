/**
 * Whether, and after how long, something that ended by itself is started again. Pure: whoever uses it keeps
 * the state, measures on a clock that stands still while the machine sleeps, and brings the chance.
 */

export type RestartState = {
  /** When it was started again, in ms, within the window; oldest first. */
  readonly restarts: readonly number[];
  /** Tries since it last was healthy. */
  readonly tries: number;
};

export type RestartDecision =
  | { readonly type: 'retry'; readonly afterMs: number; readonly state: RestartState }
  /** It needs a person now. The state is for when that person says: try again. */
  | { readonly type: 'needs-you'; readonly state: RestartState };

export const NEVER_RESTARTED: RestartState = { restarts: [], tries: 0 };

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 60_000;
const JITTER = 0.2;
const WINDOW_MS = 10 * 60_000;
const MAX_RESTARTS = 5;
export const HEALTHY_MS = 10 * 60_000;

export type Ended = {
  readonly nowMs: number;
  /** How long it ran, in ms; of no matter is how long it took to come up. */
  readonly ranMs: number;
  /** 0 up to 1. */
  readonly chance: number;
};

export function afterEnd(state: RestartState, { nowMs, ranMs, chance }: Ended): RestartDecision {
  const before = ranMs >= HEALTHY_MS ? NEVER_RESTARTED : state;
  const recent = before.restarts.filter((at) => nowMs - at < WINDOW_MS);
  if (recent.length >= MAX_RESTARTS) return { type: 'needs-you', state: NEVER_RESTARTED };
  const base = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** before.tries);
  const afterMs = Math.round(base * (1 - JITTER + 2 * JITTER * chance));
  return {
    type: 'retry',
    afterMs,
    state: { restarts: [...recent, nowMs + afterMs], tries: before.tries + 1 },
  };
}
