import { expect, test } from 'vitest';
import { daysUpTo, sumBy } from './usage-sums.ts';

const row = (agentId: string, tokens: number | null, costs: Record<string, number> = {}) => ({
  day: '2026-01-01',
  agentId,
  agentName: agentId,
  workspaceId: 'w',
  turns: 2,
  counted: tokens === null ? 0 : 1,
  tokens,
  costs,
});

test('an unknown figure adds nothing to a known one, and alone stays unknown', () => {
  const sums = sumBy(
    [row('a', 5, { USD: 1 }), row('a', null), row('b', null), row('a', 2, { USD: 2 })],
    ({ agentId }) => agentId,
  );
  expect(
    sums.map(({ key, tokens, counted, turns, costs }) => ({ key, tokens, counted, turns, costs })),
  ).toEqual([
    { key: 'a', tokens: 7, counted: 2, turns: 6, costs: { USD: 3 } },
    { key: 'b', tokens: null, counted: 0, turns: 2, costs: {} },
  ]);
});

test('days are counted over the end of a month', () => {
  expect(daysUpTo('2026-03-02', 4)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
});
