import { expect, test } from 'vitest';
import { readinessOf } from './readiness.ts';

const ready = { phase: 'ready', runs: false, signsIn: false, record: 'saved' } as const;

test.each([
  [{}, 'sends'],
  [{ runs: true }, 'queues'],
  [{ phase: 'starting' }, 'queues'],
  [{ phase: 'parked' }, 'wakes'],
  [{ phase: 'stopped' }, 'wakes'],
  [{ phase: 'failed' }, 'wakes'],
  [{ phase: 'failed', signsIn: true }, 'blocked'],
  [{ record: 'read-only' }, 'blocked'],
  [{ phase: 'stopped', record: 'unreadable' }, 'blocked'],
  // What is not saved is held back by main, not by the composer.
  [{ record: 'paused' }, 'sends'],
] as const)('%o: a prompt %s', (change, type) => {
  expect(readinessOf({ ...ready, ...change }).type).toBe(type);
});
