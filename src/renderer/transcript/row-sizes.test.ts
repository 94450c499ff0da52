import type { CacheSnapshot } from 'virtua';
import { expect, test } from 'vitest';
import { sizesFor, sizesOf } from './row-sizes.ts';
import type { Row } from './row.ts';

const snapshot = {} as CacheSnapshot;
const rowsOf = (...keys: readonly string[]) =>
  keys.map((key): Row => ({ type: 'prompt', key, turnId: null, at: 0, blocks: [] }));

test('sizes hold for the same rows, also when more came at the end', () => {
  const sizes = sizesOf(snapshot, rowsOf('a', 'b', 'c'));
  expect(sizesFor(sizes, rowsOf('a', 'b', 'c'))).toBe(snapshot);
  expect(sizesFor(sizes, rowsOf('a', 'b', 'c', 'd'))).toBe(snapshot);
});

test('sizes are not those of rows that came or went before others', () => {
  const sizes = sizesOf(snapshot, rowsOf('a', 'b', 'c'));
  for (const keys of [['z', 'a', 'b', 'c'], ['b', 'c'], ['a', 'x', 'b', 'c'], ['a', 'c'], []]) {
    expect(sizesFor(sizes, rowsOf(...keys))).toBeUndefined();
  }
  expect(sizesOf(snapshot, [])).toBeNull();
  expect(sizesFor(null, rowsOf('a'))).toBeUndefined();
});
