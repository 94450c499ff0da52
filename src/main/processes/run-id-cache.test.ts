import { expect, test } from 'vitest';
import { RunIdCache } from './run-id-cache.ts';

const child = { pid: 7, startToken: 'a' };

test('a tag stays with the process that had it, and goes with the pid to nobody else', () => {
  const cache = new RunIdCache(() => 0);
  expect(cache.runIdOf(child)).toBeUndefined();
  cache.learn(child, 'run');
  expect(cache.runIdOf(child)).toBe('run');
  expect(cache.runIdOf({ ...child, startToken: 'b' })).toBeUndefined();
  cache.forgetAllBut([]);
  expect(cache.runIdOf(child)).toBeUndefined();
});

test('a process without a tag is looked at again until it is older than a fork takes to become a program', () => {
  let now = 0;
  const cache = new RunIdCache(() => now);
  cache.learn(child, null);
  expect(cache.runIdOf(child)).toBeUndefined();
  now = 4999;
  cache.learn(child, null);
  expect(cache.runIdOf(child)).toBeUndefined();
  now = 5000;
  expect(cache.runIdOf(child)).toBeUndefined();
  cache.learn(child, null);
  expect(cache.runIdOf(child)).toBeNull();
});
