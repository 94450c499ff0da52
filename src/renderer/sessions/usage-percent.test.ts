import { expect, test } from 'vitest';
import { usagePercent } from './usage-percent.ts';

test.each([
  [null, null],
  [{ used: 0, size: 200_000 }, null],
  [{ used: 1999, size: 200_000 }, null],
  [{ used: 2000, size: 200_000 }, 1],
  [{ used: 76_400, size: 200_000 }, 38],
  [{ used: 210_000, size: 200_000 }, 105],
  [{ used: 5, size: 0 }, null],
  [{ used: Number.NaN, size: 10 }, null],
])('%o is shown as %s percent', (usage, percent) => {
  expect(usagePercent(usage)).toBe(percent);
});
