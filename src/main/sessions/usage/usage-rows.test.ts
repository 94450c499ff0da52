import { expect, test } from 'vitest';
import { sampleSummary } from '../../../shared/session/testing/sample-summary.ts';
import { usageRows } from './usage-rows.ts';

const day = (name: string, counted: number, tokens: number, costs: Record<string, number> = {}) => ({
  day: name,
  turns: 2,
  counted,
  tokens,
  costs,
});

test('days of an agent in a workspace are one row; unknown stays unknown', () => {
  const { rows, unknown } = usageRows(
    [
      sampleSummary({ id: 'a', usageDays: [day('2026-01-01', 2, 10, { USD: 1 }), day('2026-01-09', 1, 5)] }),
      sampleSummary({ id: 'b', usageDays: [day('2026-01-01', 1, 7, { USD: 2, EUR: 1 })] }),
      sampleSummary({ id: 'c', agentId: 'mute', usageDays: [day('2026-01-01', 0, 0)] }),
      sampleSummary({ id: 'd', seq: 9 }),
    ],
    { fromDay: '2026-01-01', toDay: '2026-01-08' },
  );
  expect(rows.map(({ agentId, turns, tokens, costs }) => ({ agentId, turns, tokens, costs }))).toEqual([
    { agentId: 'a', turns: 4, tokens: 17, costs: { USD: 3, EUR: 1 } },
    { agentId: 'mute', turns: 2, tokens: null, costs: {} },
  ]);
  expect(unknown).toBe(1);
});
