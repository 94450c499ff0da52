import { expect, test } from 'vitest';
import { formatDuration } from './step.mjs';

test('durations read as a person would say them', () => {
  expect([4, 999, 1_000, 9_949, 9_960, 59_600, 119_000, 125_000].map(formatDuration)).toEqual([
    '4 ms',
    '999 ms',
    '1.0 s',
    '9.9 s',
    '10 s',
    '60 s',
    '119 s',
    '2 min 5 s',
  ]);
});
