import { expect, test } from 'vitest';
import { SleepingHost } from './testing/sleeping-host.ts';
import { WakingClock, within } from './waking-clock.ts';

const HOURS_8 = 8 * 3_600_000;

function wait(ms: number) {
  const host = new SleepingHost();
  const clock = new WakingClock(host);
  const runs: number[] = [];
  const callOff = clock.after(ms, () => runs.push(host.monotonic()));
  return { host, runs, callOff };
}

test('without a sleep it runs when it is due, once', () => {
  const { host, runs } = wait(5000);
  host.advance(4999);
  expect(runs).toEqual([]);
  host.advance(1);
  host.advance(100_000);
  expect(runs).toHaveLength(1);
});

test.each([true, false])('a sleep in between grants the wait anew (clock goes on: %s)', (monotonicGoesOn) => {
  const { host, runs } = wait(5000);
  host.advance(3000);
  host.sleep(HOURS_8, { monotonicGoesOn });
  host.advance(2000);
  expect(runs).toEqual([]);
  host.advance(2999);
  expect(runs).toEqual([]);
  host.advance(2001);
  expect(runs).toHaveLength(1);
});

test('control: a plain timer of the same machine runs on waking', () => {
  const host = new SleepingHost();
  const runs: string[] = [];
  host.after(5000, () => runs.push('ran'));
  host.advance(3000);
  host.sleep(HOURS_8, { monotonicGoesOn: true });
  host.advance(0);
  expect(runs).toEqual(['ran']);
});

test('two sleeps in a row grant it twice', () => {
  const { host, runs } = wait(5000);
  host.sleep(HOURS_8, { monotonicGoesOn: true });
  host.advance(0);
  host.sleep(HOURS_8, { monotonicGoesOn: true });
  host.advance(0);
  expect(runs).toEqual([]);
  host.advance(5000);
  expect(runs).toHaveLength(1);
});

test('a busy machine, and a clock that is set back or a little ahead, are no sleep', () => {
  for (const by of [-3_600_000, 10_000]) {
    const { host, runs } = wait(5000);
    host.setWall(by);
    host.advance(5000);
    expect(runs).toHaveLength(1);
  }
  const { host, runs } = wait(5000);
  host.sleep(12_000, { monotonicGoesOn: true });
  host.advance(0);
  expect(runs).toHaveLength(1);
});

test('called off it does not run, also when it was granted anew', () => {
  const { host, runs, callOff } = wait(5000);
  host.sleep(HOURS_8, { monotonicGoesOn: true });
  host.advance(0);
  callOff();
  host.advance(10_000);
  expect(runs).toEqual([]);
  expect(host.pending).toBe(0);
});

test('a limit over some work: its value, or null, and no timer is left', async () => {
  const host = new SleepingHost();
  const clock = new WakingClock(host);
  expect(await within(Promise.resolve('done'), 5000, clock)).toBe('done');
  const late = within(new Promise<string>(() => {}), 5000, clock);
  host.advance(5000);
  expect(await late).toBeNull();
  await expect(within(Promise.reject(new Error('broken')), 5000, clock)).rejects.toThrow('broken');
  expect(host.pending).toBe(0);
});
