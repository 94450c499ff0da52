import { expect, test } from 'vitest';
import type { SessionEventBody } from '../../shared/session/event.ts';
import { emptySessionState, type SessionState, type Turn } from '../../shared/session/state.ts';
import { ManualClock } from './testing/manual-clock.ts';
import { TurnWatch } from './turn-watch.ts';

const LIMIT = 60_000;

const sign: SessionEventBody = { type: 'mode', modeId: 'any' };

function turn(id: string): Turn {
  return { id, startedAt: 0, endedAt: null, prompt: [], entries: [], outcome: null };
}

function setUp({ silenceMs = LIMIT as number | null } = {}) {
  const clock = new ManualClock();
  const world = { state: emptySessionState as SessionState, commandRuns: false };
  const told: (number | null)[] = [];
  const watch = new TurnWatch({
    clock,
    state: () => world.state,
    silenceMs: () => silenceMs,
    commandRuns: () => world.commandRuns,
    onChange: (silentSince) => told.push(silentSince),
  });
  const set = (state: Partial<SessionState>) => {
    const before = world.state.active;
    world.state = { ...world.state, ...state };
    const { active } = world.state;
    if (active === before) watch.heard([sign]);
    else if (active === null) {
      watch.heard([{ type: 'turn-ended', turnId: before?.id ?? '', outcome: { type: 'interrupted' } }]);
    } else watch.heard([{ type: 'turn-started', turnId: active.id, prompt: [] }]);
  };
  return { clock, world, told, watch, set };
}

test('a turn that says nothing for long enough is said to be silent since its last sign', async () => {
  const { clock, told, set, watch } = setUp();
  set({ active: turn('t1') });
  await clock.advance(40_000);
  watch.heard([sign]);
  const last = clock.now();
  await clock.advance(59_999);
  expect(told).toEqual([]);
  await clock.advance(1);
  expect(told).toEqual([last]);
  expect(watch.silentSince).toBe(last);
});

test('with the next sign it is silent no more, and may become so again', async () => {
  const { clock, told, set, watch } = setUp();
  set({ active: turn('t1') });
  const began = clock.now();
  await clock.advance(LIMIT);
  watch.heard([sign]);
  const again = clock.now();
  await clock.advance(2 * LIMIT);
  expect(told).toEqual([began, null, again]);
});

test.each<[string, Partial<SessionState>]>([
  [
    'a permission',
    { permissions: [{ requestId: 'r', toolCallId: 'c', askedAt: 0, options: [], diffMismatch: false }] },
  ],
  ['a sign-in', { signIn: { status: 'needed' } }],
  ['a cancel that is under way', { cancelling: true }],
])('who waits for %s is not silent', async (_what, waiting) => {
  const { clock, told, set } = setUp();
  set({ active: turn('t1'), ...waiting });
  await clock.advance(5 * LIMIT);
  expect(told).toEqual([]);
});

test('who waits for a command is not silent; after its end the wait begins anew', async () => {
  const { clock, told, set, world } = setUp();
  set({ active: turn('t1') });
  world.commandRuns = true;
  await clock.advance(3 * LIMIT);
  expect(told).toEqual([]);
  world.commandRuns = false;
  await clock.advance(LIMIT);
  expect(told).toHaveLength(1);
});

test('between turns nothing is silent and no timer is left', async () => {
  const { clock, told, set } = setUp();
  set({ active: turn('t1') });
  set({ active: null });
  expect(clock.pending).toBe(0);
  await clock.advance(5 * LIMIT);
  expect(told).toEqual([]);
});

test('when the silent turn ends, that is taken back', async () => {
  const { clock, told, set } = setUp();
  set({ active: turn('t1') });
  await clock.advance(LIMIT);
  set({ active: null });
  expect(told.at(-1)).toBeNull();
});

test('what streams within a turn does not ask for the state, which would fold it piece by piece', () => {
  const { clock } = setUp();
  let asked = 0;
  const watch = new TurnWatch({
    clock,
    state: () => {
      asked += 1;
      return { ...emptySessionState, active: turn('t1') };
    },
    silenceMs: () => LIMIT,
    commandRuns: () => false,
    onChange: () => undefined,
  });
  watch.heard([{ type: 'turn-started', turnId: 't1', prompt: [] }]);
  for (let count = 0; count < 100; count += 1) watch.heard([sign]);
  expect(asked).toBe(1);
  watch.close();
});

test('each turn gets its own time', async () => {
  const { clock, told, set } = setUp();
  set({ active: turn('t1') });
  await clock.advance(50_000);
  set({ active: turn('t2') });
  await clock.advance(50_000);
  expect(told).toEqual([]);
  await clock.advance(10_000);
  expect(told).toHaveLength(1);
});

test('the person can say: wait', async () => {
  const { clock, told, set, watch } = setUp();
  set({ active: turn('t1') });
  await clock.advance(LIMIT);
  watch.waitOn();
  expect(told.at(-1)).toBeNull();
  const from = clock.now();
  await clock.advance(LIMIT - 1);
  expect(watch.silentSince).toBeNull();
  await clock.advance(1);
  expect(watch.silentSince).toBe(from);
});

test('a wait that the machine slept through does not count', async () => {
  const { told, watch, set, clock, world } = setUp();
  set({ active: turn('t1') });
  watch.close();
  // A clock whose time moves on while its timers stand still, as of a machine that sleeps.
  const timers: (() => void)[] = [];
  let now = 0;
  const sleeping = new TurnWatch({
    clock: {
      now: () => now,
      after: (_ms, run) => {
        timers.push(run);
        return () => undefined;
      },
    },
    state: () => world.state,
    silenceMs: () => LIMIT,
    commandRuns: () => false,
    onChange: (silentSince) => told.push(silentSince),
  });
  sleeping.heard([sign]);
  now = 8 * 3600_000;
  timers.shift()?.();
  expect(told).toEqual([]);
  now += LIMIT;
  timers.shift()?.();
  expect(told).toEqual([8 * 3600_000]);
  expect(clock.pending).toBe(0);
});

test('it can be switched off', async () => {
  const { clock, told, set } = setUp({ silenceMs: null });
  set({ active: turn('t1') });
  expect(clock.pending).toBe(0);
  await clock.advance(10 * LIMIT);
  expect(told).toEqual([]);
});

test('what the person does meanwhile is no sign of the agent', async () => {
  const { clock, told, set, watch } = setUp();
  set({ active: turn('t1') });
  await clock.advance(50_000);
  watch.heard([{ type: 'marked-read' }, { type: 'prompt-queued', queueId: 'q', prompt: [] }]);
  await clock.advance(10_000);
  expect(told).toHaveLength(1);
});
