import { expect, test } from 'vitest';
import { tileTowards } from './tile-order.ts';

test('tiles are neighbours as they stand on the screen', () => {
  const ids = ['a', 'b', 'c', 'd'];
  expect([
    tileTowards(ids, 'a', 'right'),
    tileTowards(ids, 'a', 'down'),
    tileTowards(ids, 'd', 'left'),
    tileTowards(ids, 'd', 'up'),
    tileTowards(ids, 'b', 'right'),
    tileTowards(ids, 'a', 'left'),
    tileTowards(ids, 'a', 'up'),
  ]).toEqual(['b', 'c', 'c', 'b', null, null, null]);
});

test('with nothing selected any direction leads to the first tile', () => {
  expect([tileTowards(['a', 'b'], null, 'left'), tileTowards([], null, 'left')]).toEqual(['a', null]);
});
