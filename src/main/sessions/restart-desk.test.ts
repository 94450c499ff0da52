import { expect, test } from 'vitest';
import type { RestartPlan } from '../../shared/session/event.ts';
import { RestartDesk, type EndedAgent } from './restart-desk.ts';
import { ManualClock } from './testing/manual-clock.ts';

const idle: EndedAgent = { withinTurn: false, resumable: true, wasReady: true, mayPass: true, ranMs: 30_000 };
const failedStart: EndedAgent = { ...idle, wasReady: false, ranMs: 0 };

function setUp() {
  const clock = new ManualClock();
  const told: (RestartPlan | null)[] = [];
  let restarts = 0;
  const desk = new RestartDesk({
    clock,
    // The middle: no jitter.
    chance: () => 0.5,
    restart: () => (restarts += 1),
    onChange: (plan) => told.push(plan),
  });
  return { clock, told, desk, restarts: () => restarts };
}

test('an agent that ends between turns is started again after a moment, in sight', async () => {
  const { clock, told, desk, restarts } = setUp();
  desk.ended(idle);
  expect(told).toEqual([{ type: 'restarting', attempt: 1, of: 5, at: clock.now() + 1000 }]);
  await clock.advance(999);
  expect(restarts()).toBe(0);
  await clock.advance(1);
  expect(restarts()).toBe(1);
  desk.ready();
  expect(told.at(-1)).toBeNull();
});

test('the waits grow, and after five tries the person is asked', async () => {
  const { clock, told, desk, restarts } = setUp();
  desk.ended(idle);
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const plan = told.at(-1);
    if (plan?.type !== 'restarting') throw new Error('it does not restart');
    expect(plan.attempt).toBe(attempt);
    waits.push(plan.at - clock.now());
    await clock.advance(plan.at - clock.now());
    desk.ended(failedStart);
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000]);
  expect(told.at(-1)).toEqual({ type: 'needs-you', why: 'too-often' });
  await clock.advance(3600_000);
  expect(restarts()).toBe(5);
});

test('what ends within a turn is never started again by itself', async () => {
  const { clock, told, desk, restarts } = setUp();
  desk.ended({ ...idle, withinTurn: true });
  expect(told).toEqual([{ type: 'needs-you', why: 'within-a-turn' }]);
  await clock.advance(3600_000);
  expect(restarts()).toBe(0);
});

test('nor what could not take up its conversation', async () => {
  const { clock, told, desk, restarts } = setUp();
  desk.ended({ ...idle, resumable: false });
  expect(told).toEqual([{ type: 'needs-you', why: 'cannot-resume' }]);
  await clock.advance(3600_000);
  expect(restarts()).toBe(0);
});

test('nor what did not come up when the person started it', async () => {
  const { clock, told, desk, restarts } = setUp();
  desk.ended(failedStart);
  await clock.advance(3600_000);
  expect([told, restarts()]).toEqual([[], 0]);
});

test('nor what only a person can put right', async () => {
  const { clock, desk, restarts } = setUp();
  desk.ended(idle);
  await clock.advance(1000);
  desk.ended({ ...failedStart, mayPass: false });
  await clock.advance(3600_000);
  expect([desk.plan, restarts()]).toEqual([null, 1]);
});

test('the person can have it now, once', async () => {
  const { clock, desk, restarts } = setUp();
  desk.ended(idle);
  expect(desk.now()).toBe(true);
  expect(desk.now()).toBe(false);
  await clock.advance(60_000);
  expect(restarts()).toBe(1);
});

test('or not at all', async () => {
  const { clock, told, desk, restarts } = setUp();
  desk.ended(idle);
  expect(desk.stop()).toBe(true);
  expect(told.at(-1)).toEqual({ type: 'needs-you', why: 'stopped' });
  await clock.advance(60_000);
  expect(restarts()).toBe(0);
});

test.each(['superseded', 'close'] as const)('%s calls off what waits', async (way) => {
  const { clock, desk, restarts } = setUp();
  desk.ended(idle);
  desk[way]();
  expect(clock.pending).toBe(0);
  await clock.advance(60_000);
  expect(restarts()).toBe(0);
});

test('an agent that was healthy for long begins with the short wait again', async () => {
  const { clock, told, desk } = setUp();
  desk.ended(idle);
  await clock.advance(1000);
  desk.ended(failedStart);
  await clock.advance(2000);
  desk.ready();
  await clock.advance(11 * 60_000);
  desk.ended({ ...idle, ranMs: 11 * 60_000 });
  expect(told.at(-1)).toMatchObject({ type: 'restarting', attempt: 1 });
});
