import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterEnd, HEALTHY_MS, NEVER_RESTARTED } from './restart-policy.ts';
import type { RestartState } from './restart-policy.ts';

/** Runs for `ranMs` each time, on a clock of its own, until it is given up or `most` tries are made. */
function loop(ranMs: number, most: number, chance = 0.5) {
  const waits: number[] = [];
  let nowMs = 0;
  let state: RestartState = NEVER_RESTARTED;
  for (let tries = 0; tries <= most; tries += 1) {
    nowMs += ranMs;
    const decision = afterEnd(state, { nowMs, ranMs, chance });
    state = decision.state;
    if (decision.type === 'needs-you') return { waits, givenUp: true };
    waits.push(decision.afterMs);
    nowMs += decision.afterMs;
  }
  return { waits, givenUp: false };
}

test('a crash loop gets five tries, each after twice the wait, and is then given up', () => {
  expect(loop(0, 100)).toEqual({ waits: [1000, 2000, 4000, 8000, 16_000], givenUp: true });
});

test('what lasts a few minutes each time goes on, no more than a minute apart', () => {
  expect(loop(3 * 60_000, 8)).toEqual({
    waits: [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000],
    givenUp: false,
  });
});

test('ten healthy minutes make it as good as new', () => {
  expect(loop(HEALTHY_MS, 7)).toEqual({ waits: Array(8).fill(1000), givenUp: false });
});

test('a person who says "try again" gives it five more', () => {
  const decision = afterEnd({ restarts: [1, 2, 3, 4, 5], tries: 5 }, { nowMs: 6, ranMs: 0, chance: 0.5 });
  expect(decision).toEqual({ type: 'needs-you', state: NEVER_RESTARTED });
});

test('waits differ by up to a fifth either way, so that not all come back at once', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(12), (chance, tries) => {
      const decision = afterEnd({ restarts: [], tries }, { nowMs: 0, ranMs: 0, chance });
      const base = Math.min(60_000, 1000 * 2 ** tries);
      if (decision.type !== 'retry') return false;
      return decision.afterMs >= base * 0.8 && decision.afterMs <= base * 1.2;
    }),
  );
  expect(loop(0, 0, 0).waits).toEqual([800]);
  expect(loop(0, 0, 1).waits).toEqual([1200]);
});
