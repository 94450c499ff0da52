import { expect, test } from 'vitest';
import { base64Length, fitWithin } from './image-size.ts';

test.each([
  [100, 50, 100, 50],
  [1568, 1568, 1568, 1568],
  [3136, 1568, 1568, 784],
  [1000, 4000, 392, 1568],
  [100_000, 1, 1568, 1],
])('%i x %i becomes %i x %i', (width, height, newWidth, newHeight) => {
  expect(fitWithin({ width, height }, 1568)).toEqual({ width: newWidth, height: newHeight });
});

test('base64 is a third longer, in steps of four', () => {
  expect([0, 1, 3, 4].map(base64Length)).toEqual([0, 4, 4, 8]);
});
