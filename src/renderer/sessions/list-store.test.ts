import { expect, test } from 'vitest';
import type { SessionSummary } from '../../shared/session/select.ts';
import { sampleSummary } from '../../shared/session/testing/sample-summary.ts';
import { applySessionsFrames, emptySessionList } from './list-store.ts';

function summary(id: string, createdAt: number, title = 'One'): SessionSummary {
  return sampleSummary({ id, createdAt, title });
}

test('a full list puts the newest session first and drops the ones it does not name', () => {
  const before = applySessionsFrames(emptySessionList, [{ type: 'all', summaries: [summary('gone', 1)] }]);
  const after = applySessionsFrames(before, [{ type: 'all', summaries: [summary('a', 2), summary('b', 3)] }]);
  expect({ loaded: after.loaded, ids: after.ids, known: [...after.byId.keys()].sort() }).toEqual({
    loaded: true,
    ids: ['b', 'a'],
    known: ['a', 'b'],
  });
});

test('a change to one session leaves the order and the objects of all others as they were', () => {
  const before = applySessionsFrames(emptySessionList, [
    { type: 'all', summaries: [summary('a', 1), summary('b', 2)] },
  ]);
  const after = applySessionsFrames(before, [
    { type: 'changed', summaries: [summary('a', 1, 'Renamed')], removed: [] },
  ]);
  expect(after.ids).toBe(before.ids);
  expect(after.byId.get('b')).toBe(before.byId.get('b'));
  expect(after.byId.get('a')?.title).toBe('Renamed');
});

test('a summary that says the same is no change at all', () => {
  const before = applySessionsFrames(emptySessionList, [{ type: 'all', summaries: [summary('a', 1)] }]);
  const after = applySessionsFrames(before, [{ type: 'changed', summaries: [summary('a', 1)], removed: [] }]);
  expect(after).toBe(before);
});

test('frames of one batch are folded in order', () => {
  const after = applySessionsFrames(emptySessionList, [
    { type: 'all', summaries: [summary('a', 1)] },
    { type: 'changed', summaries: [summary('b', 2)], removed: ['a'] },
    { type: 'changed', summaries: [summary('a', 3)], removed: ['b'] },
  ]);
  expect(after.ids).toEqual(['a']);
});

function moved(id: string, changedAt: number, rest: Partial<SessionSummary> = {}): SessionSummary {
  return sampleSummary({ id, createdAt: 0, changedAt, ...rest });
}
const orderOf = (list: ReturnType<typeof applySessionsFrames>) => list.ids.join(' ');

test('pinned ones stand first, archived ones last, the rest by when something last happened', () => {
  const list = applySessionsFrames(emptySessionList, [
    {
      type: 'all',
      summaries: [
        moved('old', 1),
        moved('new', 9),
        moved('pin', 0, { pinned: true }),
        moved('away', 99, { archived: true, pinned: true }),
      ],
    },
  ]);
  expect(orderOf(list)).toBe('pin new old away');
});

test('a session that streams keeps its place; one whose status changes goes up', () => {
  const first = applySessionsFrames(emptySessionList, [
    { type: 'all', summaries: [moved('a', 5, { status: 'running' }), moved('b', 9, { status: 'running' })] },
  ]);
  const streamed = applySessionsFrames(first, [
    { type: 'changed', summaries: [moved('a', 50, { status: 'running', seq: 40 })], removed: [] },
  ]);
  expect(streamed.ids).toBe(first.ids);
  expect(streamed.byId.get('a')?.changedAt).toBe(50);
  const ended = applySessionsFrames(streamed, [
    { type: 'changed', summaries: [moved('a', 60, { status: 'finished-unread' })], removed: [] },
  ]);
  expect(orderOf(ended)).toBe('a b');
});
