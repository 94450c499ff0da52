import { expect, test } from 'vitest';
import { scrolledBy } from './gate-scroll.ts';

test.each<[string, number, number | null]>([
  ['End', 0, 800],
  ['Home', 300, 0],
  ['PageDown', 0, 162],
  ['PageUp', 300, 138],
  ['ArrowDown', 0, 38],
  ['ArrowUp', 100, 62],
  ['PageDown', 790, 800],
  ['ArrowUp', 10, 0],
  // There already: left to what scrolls around it.
  ['End', 800, null],
  ['Home', 0, null],
  ['ArrowDown', 799.5, null],
  ['1', 0, null],
  ['Enter', 0, null],
  [' ', 0, null],
])('%s at %d scrolls to %s', (key, top, to) => {
  expect(scrolledBy(key, { top, height: 200, full: 1000 })).toBe(to);
});

test('a box that shows all does not take the keys', () => {
  expect(scrolledBy('End', { top: 0, height: 200, full: 200 })).toBeNull();
});
