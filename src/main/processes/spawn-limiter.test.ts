import { expect, test } from 'vitest';
import { SpawnLimiter } from './spawn-limiter.ts';

test('no more than the slots at once, and in the order of the calls', async () => {
  const limiter = new SpawnLimiter(2);
  const got: number[] = [];
  const releases: (() => void)[] = [];
  const all = [0, 1, 2, 3].map(async (index) => {
    releases[index] = await limiter.acquire();
    got.push(index);
  });
  await Promise.all(all.slice(0, 2));
  expect(got).toEqual([0, 1]);
  releases[0]?.();
  releases[0]?.();
  await all[2];
  expect(got).toEqual([0, 1, 2]);
  releases[1]?.();
  await all[3];
  expect(got).toEqual([0, 1, 2, 3]);
});
