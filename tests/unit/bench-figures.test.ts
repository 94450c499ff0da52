import { expect, test } from 'vitest';
import { lineOf, numberText, verdictOf } from '../bench/node/figure.ts';
import type { Figure } from '../bench/node/figure.ts';
import { takeTurns } from '../bench/node/pairs.ts';
import { median, quantile, ratioOfMedians } from '../bench/node/statistics.ts';

const figure: Figure = {
  name: 'T1.small',
  value: 1.9231,
  unit: '× split and parse',
  target: { atMost: 2.2 },
  raw: { ours: [1, 2] },
};

test('the median is the middle one, or the mean of the two in the middle', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([7])]).toEqual([2, 2.5, 7]);
  expect(() => median([])).toThrow('there are no values');
});

test('one run that went wrong does not move a ratio of medians', () => {
  expect(ratioOfMedians([4, 4.2, 400, 3.8, 4], [2, 2, 2, 1.9, 2.1])).toBe(2);
  expect(() => ratioOfMedians([1], [0])).toThrow('the baseline measured nothing');
});

test('a quantile lies between its neighbours', () => {
  const values = Array.from({ length: 101 }, (_, index) => 100 - index);
  expect([quantile(values, 0), quantile(values, 0.95), quantile(values, 1)]).toEqual([0, 95, 100]);
  expect(quantile([10, 20], 0.25)).toBe(12.5);
});

test('values are measured against both kinds of target, and the target itself meets it', () => {
  const verdicts = [
    verdictOf({ value: 2, target: { atMost: 2 } }),
    verdictOf({ value: 2.01, target: { atMost: 2 } }),
    verdictOf({ value: 4, target: { atLeast: 4 } }),
    verdictOf({ value: 3.99, target: { atLeast: 4 } }),
    verdictOf({ value: Number.NaN, target: { atMost: 2 } }),
    verdictOf({ value: 9, target: null }),
  ];
  expect(verdicts).toEqual(['ok', 'short', 'ok', 'short', 'short', null]);
});

test('a line says the number, what it counts, the target and whether it was met', () => {
  expect([
    lineOf(figure),
    lineOf({ ...figure, value: 3, because: 'the disk is slow' }),
    lineOf({ ...figure, target: { atLeast: 4 }, because: 'not told', value: 5 }),
    lineOf({ ...figure, name: 'A1.script', value: 1130.4, unit: 'kB', target: null }),
  ]).toEqual([
    'T1.small 1.92 × split and parse (target ≤ 2.2) ok',
    'T1.small 3 × split and parse (target ≤ 2.2) short – the disk is slow',
    'T1.small 5 × split and parse (target ≥ 4) ok',
    'A1.script 1130 kB',
  ]);
});

test('numbers have three digits that count and no exponent', () => {
  expect([0, 0.01234, 0.5, 1, 1.005, 12.34, 123.4, 1e7, -2.5].map(numberText)).toEqual([
    '0',
    '0.012',
    '0.5',
    '1',
    '1',
    '12.3',
    '123',
    '10000000',
    '-2.5',
  ]);
});

test('variants take turns in an order that turns around, and warm-ups are not recorded', async () => {
  const order: string[] = [];
  let run = 0;
  const variant = (name: string) => async () => {
    order.push(name);
    return ++run;
  };
  const samples = await takeTurns({ a: variant('a'), b: variant('b') }, { rounds: 2, warmUps: 1 });
  expect({ order, samples }).toEqual({
    order: ['b', 'a', 'a', 'b', 'b', 'a'],
    samples: { a: [3, 6], b: [4, 5] },
  });
});
