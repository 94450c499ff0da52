import { expect, test } from 'vitest';
import type { SessionSummary } from '../../shared/session/select.ts';
import { sampleSummary } from '../../shared/session/testing/sample-summary.ts';
import { attentionQueue, countBlocking, nextAttention, pillWords } from './queue.ts';

function session(id: string, status: SessionSummary['status'], since: number): SessionSummary {
  const pending =
    status === 'needs-permission'
      ? [{ requestId: `${id}-r`, kind: 'execute' as const, subject: 'npm test', askedAt: since }]
      : [];
  return sampleSummary({ id, status, since, unread: status === 'finished-unread', pending });
}

function listOf(...sessions: readonly SessionSummary[]) {
  return {
    loaded: true,
    placedAt: new Map(),
    ids: sessions.map(({ id }) => id),
    byId: new Map(sessions.map((each) => [each.id, each])),
  };
}

const list = listOf(
  session('done', 'finished-unread', 1),
  session('broken', 'failed', 2),
  session('works', 'running', 0),
  session('asks-late', 'needs-permission', 9),
  session('asks-early', 'needs-permission', 5),
  session('quiet', 'idle', 0),
);

test('what blocks comes first, then failures, then what finished; oldest first', () => {
  expect(attentionQueue(list, new Set()).map((item) => item.sessionId)).toEqual([
    'asks-early',
    'asks-late',
    'broken',
    'done',
  ]);
  expect(countBlocking(list)).toBe(2);
});

test('an acknowledged failure stays away, a later one of the same session comes back', () => {
  const key = attentionQueue(list, new Set()).find((item) => item.sessionId === 'broken')?.key ?? '';
  const later = listOf(session('broken', 'failed', 3));
  expect([
    attentionQueue(list, new Set([key])).some((item) => item.sessionId === 'broken'),
    attentionQueue(later, new Set([key])).some((item) => item.sessionId === 'broken'),
  ]).toEqual([false, true]);
});

test('what blocks cannot be acknowledged away', () => {
  const keys = new Set(attentionQueue(list, new Set()).map((item) => item.key));
  expect(attentionQueue(list, keys).map((item) => item.sessionId)).toEqual(['asks-early', 'asks-late']);
});

test('"next" goes around the blocking ones and falls back to the rest', () => {
  const next = (selectedId: string | null, of = list) =>
    nextAttention(of, { selectedId, acknowledged: new Set() })?.sessionId ?? null;
  expect([
    next(null),
    next('asks-early'),
    next('asks-late'),
    next('x', listOf(session('d', 'finished-unread', 1))),
  ]).toEqual(['asks-early', 'asks-late', 'asks-early', 'd']);
  expect(next(null, listOf())).toBe(null);
});

test.each([
  [
    { blocking: 2, waiting: 5 },
    { tone: 'needs', count: 2 },
  ],
  [
    { blocking: 0, waiting: 3 },
    { tone: 'news', count: 3 },
  ],
  [
    { blocking: 0, waiting: 0 },
    { tone: 'none', count: 0 },
  ],
])('the pill over %o says %o', ({ blocking, waiting }, said) => {
  expect(pillWords(blocking, waiting)).toEqual(said);
});
