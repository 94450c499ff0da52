import { expect, test } from 'vitest';
import { ProtocolBudget } from './protocol-budget.ts';
import { ProtocolLog } from './protocol-log.ts';

const line = 'x'.repeat(1000);

test('all logs together stay within the bound; what is oldest anywhere goes first', () => {
  let now = 0;
  const budget = new ProtocolBudget(100_000);
  const [old, talkative, late] = Array.from({ length: 3 }, () => new ProtocolLog({ budget, now: () => now }));
  if (old === undefined || talkative === undefined || late === undefined) throw new Error('none');
  for (; now < 20; now += 1) old.stderr(line);
  for (; now < 1000; now += 1) {
    talkative.stderr(line);
    expect(budget.units).toBeLessThanOrEqual(100_000);
    if (now === 990) late.stderr('of the late one');
  }
  expect(old.after(0)).toEqual([]);
  expect(late.after(0)).toHaveLength(1);
  const kept = talkative.after(0);
  expect(kept.length).toBeGreaterThan(60);
  expect(kept.at(-1)?.seq).toBe(980);
  // Whoever has lost all of its entries goes on with its numbers.
  old.stderr('again');
  expect(old.after(0).map(({ seq }) => seq)).toEqual([21]);
});

test('a log within its own bound gives back what it drops', () => {
  const budget = new ProtocolBudget();
  const log = new ProtocolLog({ budget });
  for (let count = 0; count < 20_000; count += 1) log.stderr(line);
  expect(budget.units).toBeLessThan(4 * 1024 * 1024);
  expect(log.after(0).length).toBeGreaterThan(1000);
});
