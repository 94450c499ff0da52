import { expect, test } from 'vitest';
import { createQuitSequence } from './quit-sequence.ts';

function harness(shutdown: () => Promise<void>) {
  const exits: number[] = [];
  const troubles: string[] = [];
  const timers: { readonly ms: number; readonly run: () => void }[] = [];
  const sequence = createQuitSequence({
    shutdown,
    limitMs: 10_000,
    exit: (code) => exits.push(code),
    onTrouble: (what) => troubles.push(what),
    after: (ms, run) => timers.push({ ms, run }),
  });
  return { sequence, exits, troubles, timers };
}

test('exits once the shutdown is done, and begins it only once', async () => {
  let shutdowns = 0;
  let finish: () => void = () => undefined;
  const { sequence, exits, troubles } = harness(() => {
    shutdowns++;
    return new Promise((resolve) => {
      finish = resolve;
    });
  });
  expect(sequence.begun).toBe(false);
  const first = sequence.begin();
  const second = sequence.begin();
  expect({ exits, begun: sequence.begun }).toEqual({ exits: [], begun: true });
  finish();
  await Promise.all([first, second]);
  expect({ shutdowns, exits, troubles }).toEqual({ shutdowns: 1, exits: [0], troubles: [] });
});

test('a shutdown that takes too long is left behind', async () => {
  const { sequence, exits, troubles, timers } = harness(() => new Promise(() => undefined));
  const done = sequence.begin();
  expect(timers.map(({ ms }) => ms)).toEqual([10_000]);
  timers[0]?.run();
  await done;
  expect({ exits, troubles }).toEqual({ exits: [1], troubles: ['shutdown-timed-out'] });
});

test('a shutdown that fails is told and does not keep the app open', async () => {
  for (const fail of [
    () => Promise.reject(new Error('x')),
    () => {
      throw new Error('x');
    },
  ]) {
    const { sequence, exits, troubles } = harness(fail);
    await sequence.begin();
    expect({ exits, troubles }).toEqual({ exits: [1], troubles: ['shutdown-failed'] });
  }
});

test('forced, it exits at once and never twice', async () => {
  let finish: () => void = () => undefined;
  const { sequence, exits } = harness(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  const done = sequence.begin();
  sequence.force();
  expect(exits).toEqual([1]);
  finish();
  await done;
  expect(exits).toEqual([1]);
});
