import { expect, test } from 'vitest';
import { reduceAll } from '../../shared/session/reduce.ts';
import type { SessionEventBody } from '../../shared/session/event.ts';
import { emptySessionState } from '../../shared/session/state.ts';
import { ready } from '../../shared/session/testing/events.ts';
import { type RunningSession, toPark } from './parking.ts';

const MINUTE = 60_000;
const agent = { name: 'A', version: null, promptImages: false, embeddedContext: false, loadSession: true };
const turn: readonly SessionEventBody[] = [
  { type: 'turn-started', turnId: 't', prompt: [{ type: 'text', text: 'x' }] },
  { type: 'turn-ended', turnId: 't', outcome: { type: 'stopped', reason: 'end_turn' } },
];

function running(id: string, more: Partial<RunningSession> = {}, bodies = turn): RunningSession {
  const start = { ...ready(), agent } as SessionEventBody;
  const events = [start, ...bodies].map((body, index) => ({ ...body, seq: index + 1, at: 1 }));
  const state = reduceAll(emptySessionState, events);
  return { id, state, policy: { type: 'stop-after', minutes: 30 }, isShown: false, usedAt: 0, ...more };
}

test('what was idle for long enough is parked, unless somebody looks at it', () => {
  const sessions = [
    running('old'),
    running('shown', { isShown: true }),
    running('new', { usedAt: 20 * MINUTE }),
    running('kept', { policy: { type: 'keep' } }),
    running('busy', {}, turn.slice(0, 1)),
  ];
  expect(toPark(sessions, { now: 40 * MINUTE })).toEqual(['old']);
});

test('over the cap the coldest go, those in a window last, and what works never', () => {
  const sessions = [
    running('c', { usedAt: 3 }),
    running('a', { usedAt: 1 }),
    running('seen', { usedAt: 0, isShown: true }),
    running('b', { usedAt: 2, policy: { type: 'keep' } }),
    running('busy', {}, turn.slice(0, 1)),
  ];
  expect(toPark(sessions, { now: 5, most: 5 })).toEqual([]);
  expect(toPark(sessions, { now: 5, most: 3 })).toEqual(['a', 'b']);
  expect(toPark(sessions, { now: 5, most: 0 })).toEqual(['a', 'b', 'c', 'seen']);
});
