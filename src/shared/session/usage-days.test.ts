import { expect, test } from 'vitest';
import { summaryOf } from './select.ts';
import { ended, folded, ready, turn } from './testing/events.ts';
import { parseUsageDays, withCost, withTurn } from './usage-days.ts';

const tokens = (total: number | null, input: number | null = null, output: number | null = null) => ({
  input,
  output,
  cachedRead: null,
  cachedWrite: null,
  thought: null,
  total,
});
const dayMs = 86_400_000;

test('turns are summed by day; what the agent does not tell is not counted as nothing', () => {
  let days = withTurn([], tokens(100), 0);
  days = withTurn(days, tokens(null, 30, 20), 1000);
  days = withTurn(days, undefined, 2000);
  days = withTurn(days, tokens(-5), 3000);
  days = withTurn(days, tokens(7), dayMs);
  expect(days).toEqual([
    { day: '1970-01-01', turns: 4, counted: 2, tokens: 150, costs: {} },
    { day: '1970-01-02', turns: 1, counted: 1, tokens: 7, costs: {} },
  ]);
});

test('the cost so far becomes what each day added; an agent that counts anew does not take away', () => {
  const usd = (amount: number) => ({ amount, currency: 'USD' });
  let days = withCost([], null, usd(1), 0);
  days = withCost(days, usd(1), usd(1.5), 1000);
  days = withCost(days, usd(1.5), usd(0.25), dayMs);
  days = withCost(days, usd(0.25), { amount: 2, currency: 'credits' }, dayMs);
  days = withCost(days, usd(2), { amount: Number.NaN, currency: 'USD' }, dayMs);
  expect(days.map(({ costs }) => costs)).toEqual([{ USD: 1.5 }, { USD: 0.25, credits: 2 }]);
});

test('a session folds them and its summary has them', () => {
  const state = folded([
    ready(),
    turn('t'),
    { type: 'usage', usage: { used: 1, size: 10, cost: { amount: 0.5, currency: 'USD' } } },
    { ...ended('t'), tokens: tokens(42) } as never,
  ]);
  const facts = { id: 's', workspaceId: 'w', agentId: 'a', agentName: 'A', cwd: '/w', createdAt: 0 };
  expect(summaryOf(facts, state).usageDays).toEqual([
    { day: '1970-01-01', turns: 1, counted: 1, tokens: 42, costs: { USD: 0.5 } },
  ]);
});

test('a summary on the disk is read leniently', () => {
  expect(parseUsageDays(undefined)).toBeNull();
  expect(
    parseUsageDays([1, { day: 'd', turns: 1, counted: 0, tokens: 0, costs: { USD: 1, x: 'y' } }]),
  ).toEqual([{ day: 'd', turns: 1, counted: 0, tokens: 0, costs: { USD: 1 } }]);
});
