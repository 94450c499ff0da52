import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SessionFrame } from '../ipc/contract/sessions.ts';
import type { SessionEvent } from './event.ts';
import { foldFrames } from './fold-frames.ts';
import { mergeSessionFrames } from './merge.ts';
import { reduceAll } from './reduce.ts';
import { callOf, stateOfRequest } from './select.ts';
import { emptySessionState, type SessionState } from './state.ts';
import { anyLog } from './testing/arbitrary-events.ts';
import { WindowFeed } from './window-feed.ts';
import { isBefore, partBetween, startOf, startWithin, windowOf, withEarlier } from './window.ts';

const runs = { numRuns: 400 };

type Rig = { full: SessionState; window: SessionState; feed: WindowFeed; frames: SessionFrame[] };

/** A window of a session that is told everything over a wire that clones. */
function open(full: SessionState, entries: number): Rig {
  const frames: SessionFrame[] = [];
  const feed = new WindowFeed(full, (frame) => void frames.push(structuredClone(frame)), {
    entries,
    bytes: 1e6,
  });
  return { full, window: emptySessionState, feed, frames };
}

function deliver(rig: Rig, merges: boolean): void {
  const out: SessionFrame[] = [];
  for (const frame of rig.frames.splice(0)) {
    const previous = out[out.length - 1];
    const joined = merges && previous !== undefined ? mergeSessionFrames(previous, frame) : null;
    if (joined === null) out.push(frame);
    else out[out.length - 1] = joined;
  }
  rig.window = foldFrames(rig.window, out);
}

function push(rig: Rig, events: readonly SessionEvent[]): void {
  rig.full = reduceAll(rig.full, events);
  rig.feed.events(events, rig.full);
}

function loadAll(rig: Rig): void {
  const first = startOf(rig.full);
  while (isBefore(first, rig.feed.earlier({ entries: 2, bytes: 1e6 }, null).start));
  deliver(rig, false);
}

/** A log, where the window opens, how the rest is cut into batches, and when older turns are asked for. */
const anyRun = fc.record({
  log: anyLog,
  cut: fc.nat(60),
  entries: fc.integer({ min: 1, max: 6 }),
  sizes: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 8 }),
  asks: fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
  merges: fc.boolean(),
});

function play(
  { log, cut, entries, sizes, asks, merges }: typeof anyRun extends fc.Arbitrary<infer Run> ? Run : never,
  check: (rig: Rig) => void,
): Rig {
  const at = Math.min(cut, log.length);
  const rig = open(reduceAll(emptySessionState, log.slice(0, at)), entries);
  deliver(rig, merges);
  check(rig);
  for (let from = at, batch = 0; from < log.length; batch += 1) {
    const size = sizes[batch % sizes.length] ?? 1;
    push(rig, log.slice(from, from + size));
    if (asks[batch % asks.length] === true) rig.feed.earlier({ entries: 1, bytes: 1e6 }, null);
    from += size;
    deliver(rig, merges);
    check(rig);
  }
  return rig;
}

describe('a window', () => {
  test('with all its older turns is the session, whatever happened and whenever they came', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        const rig = play(run, () => undefined);
        loadAll(rig);
        expect(rig.window).toEqual(rig.full);
      }),
      runs,
    );
  });

  test('is at every moment what the session has from its start on', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        play(run, ({ full, window }) => {
          expect(window).toEqual(windowOf(full, startOf(window)));
        });
      }),
      runs,
    );
  });

  test('always has what waits for the person', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        play(run, ({ window }) => {
          for (const pending of window.permissions) {
            const holder = stateOfRequest(window, pending);
            expect(callOf(holder, pending.toolCallId)).not.toBeNull();
          }
          const turns = window.active === null ? window.turns : [...window.turns, window.active];
          const asked = turns.flatMap(({ entries }) =>
            entries.flatMap((entry) => (entry.type === 'question' ? entry.questionId : [])),
          );
          for (const { questionId } of window.questions) expect(asked).toContain(questionId);
        });
      }),
      runs,
    );
  });

  test('control: a window that folds every event doubles what stands before it', () => {
    const result = fc.check(
      fc.property(anyRun, ({ log, cut, entries }) => {
        const at = Math.min(cut, log.length);
        const before = reduceAll(emptySessionState, log.slice(0, at));
        const start = startWithin(before, { entries, bytes: 1e6 });
        const after = reduceAll(before, log.slice(at));
        const window = reduceAll(windowOf(before, start), log.slice(at));
        expect(window).toEqual(windowOf(after, start));
      }),
      { ...runs, endOnFailure: true },
    );
    expect(result.failed).toBe(true);
  });

  test('put together from any two of its starts is the same', () => {
    fc.assert(
      fc.property(anyLog, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (log, a, b) => {
        const full = reduceAll(emptySessionState, log);
        const near = startWithin(full, { entries: Math.min(a, b), bytes: 1e6 });
        const far = startWithin(full, { entries: Math.max(a, b), bytes: 1e6 });
        expect(isBefore(near, far)).toBe(false);
        const joined = withEarlier(windowOf(full, near), partBetween(full, far, near));
        expect(joined).toEqual(windowOf(full, far));
      }),
      runs,
    );
  });
});
