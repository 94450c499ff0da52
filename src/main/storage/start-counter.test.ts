import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { needsSafeMode, openStartCounter } from './start-counter.ts';

test.each<[readonly number[], boolean]>([
  [[], false],
  [[1000], false],
  [[1000, 61_000], true],
  [[1000, 61_001], false],
  // The clock went back in between.
  [[61_000, 1000], true],
  // Only the last two count.
  [[1000, 2000, 900_000], false],
])('after failed starts at %j: %s', (failed, expected) => {
  expect(needsSafeMode(failed)).toBe(expected);
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchyard-starts-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

let now = 1_000_000;
const start = () => openStartCounter(folder, () => (now += 1000));

test('the third start after two that failed is in safe mode, and a good one ends that', async () => {
  expect((await start()).safeMode).toBe(false);
  expect((await start()).safeMode).toBe(false);
  const third = await start();
  expect(third.safeMode).toBe(true);
  await third.good();
  const fourth = await start();
  expect(fourth.safeMode).toBe(false);
  await fourth.good();
  expect((await start()).safeMode).toBe(false);
});

test('a file that means nothing is kept, and counting goes on', async () => {
  await writeFile(join(folder, 'starts.json'), '{"failed":');
  const first = await start();
  expect(first.safeMode).toBe(false);
  expect(first.problem?.keptAs).not.toBeNull();
  expect(await readFile(first.problem?.keptAs ?? '', 'utf8')).toBe('{"failed":');
  await start();
  expect((await start()).safeMode).toBe(true);
});

test('a folder in its place is left there', async () => {
  await mkdir(join(folder, 'starts.json'));
  const starts = await start();
  await starts.good();
  expect(starts).toMatchObject({ safeMode: false, problem: { why: 'unreadable', keptAs: null } });
  expect(await readdir(folder)).toEqual(['starts.json']);
});
