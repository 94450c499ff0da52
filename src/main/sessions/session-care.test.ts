/** What a session does by itself about an agent that is silent, or that ends. */
import { expect, test } from 'vitest';
import { activityOf, statusOf } from '../../shared/session/select.ts';
import { failure, launch } from './testing/fake-agent.ts';
import { busySession, makeSession, text, type MadeSession } from './testing/make-session.ts';
import { settled } from './testing/manual-clock.ts';

const MINUTE = 60_000;
const SECOND = 1000;

/** One turn is over, nothing runs. */
async function usedSession(): Promise<MadeSession> {
  const made = await busySession();
  made.agent.last.finish();
  await settled();
  return made;
}

test('a turn without a sign of life is said to be silent, and nothing is done about it', async () => {
  const { session, clock, agent } = await busySession();
  const began = clock.now();
  await clock.advance(5 * MINUTE);
  expect(session.state.silentSince).toBe(began);
  expect(activityOf(session.state)).toEqual({ type: 'silent', since: began });
  await clock.advance(60 * MINUTE);
  expect(agent.runs).toHaveLength(1);
  expect(agent.last.calls).not.toContain('stop');
  agent.last.send([{ type: 'mode', modeId: 'm' }]);
  await settled();
  expect(session.state.silentSince).toBeNull();
});

test('how long that is stands in the settings of the agent; the person can wait on', async () => {
  const { session, clock } = await busySession({}, { launchOf: () => ({ ...launch, silenceMinutes: 2 }) });
  await clock.advance(2 * MINUTE);
  expect(session.state.silentSince).not.toBeNull();
  session.keepWaiting();
  expect(session.state.silentSince).toBeNull();
  await clock.advance(2 * MINUTE);
  expect(session.state.silentSince).not.toBeNull();
});

test('a silent agent can be stopped and started anew, with its conversation', async () => {
  const { session, agent, types } = await busySession();
  expect(await session.stopAndRestart()).toEqual({ ok: true, value: null });
  await settled();
  expect(agent.runs[0]?.calls.at(-1)).toBe('stop');
  expect(agent.last.calls).toContain('reopen acp-1');
  expect(session.state.phase.name).toBe('ready');
  expect(session.state.turns.at(-1)?.outcome).toEqual({ type: 'interrupted' });
  expect(types()).not.toContain('notice');
  expect(await session.stopAndRestart()).toMatchObject({ ok: false, error: { code: 'no-turn' } });
});

test('an agent that ends between turns comes back by itself, in sight', async () => {
  const { session, agent, clock } = await usedSession();
  agent.last.die();
  await settled();
  expect(statusOf(session.state)).toBe('running');
  expect(activityOf(session.state)).toEqual({ type: 'restarting', attempt: 1, of: 5 });
  await clock.advance(2 * SECOND);
  expect(agent.runs).toHaveLength(2);
  expect(agent.last.calls).toContain('reopen acp-1');
  expect(session.state).toMatchObject({ phase: { name: 'ready' }, restart: null });
});

test('one that ends within a turn is left to the person: its prompt may have had effects', async () => {
  const { session, agent, clock } = await busySession();
  agent.last.die();
  await clock.advance(60 * MINUTE);
  expect(agent.runs).toHaveLength(1);
  expect(statusOf(session.state)).toBe('failed');
  expect(session.state.restart).toEqual({ type: 'needs-you', why: 'within-a-turn' });
});

test.each([
  ['could not take up the conversation', false, failure()],
  ['wants a sign-in', true, failure('auth-required', 'log in')],
])('one that %s is left to the person', async (_what, loadSession, why) => {
  const { session, agent, clock } = makeSession();
  agent.described = (run) => {
    run.agent = { ...run.agent, loadSession };
  };
  session.start();
  await settled();
  await session.prompt(text('go'));
  await settled();
  agent.last.finish();
  await settled();
  agent.last.die(why);
  await clock.advance(60 * MINUTE);
  expect(agent.runs).toHaveLength(1);
});

test('what keeps ending is tried five times, then the person is asked', async () => {
  const { session, agent, clock } = await usedSession();
  agent.behaviour.start = failure('exited-early');
  agent.last.die();
  await clock.advance(10 * MINUTE);
  expect(agent.runs).toHaveLength(6);
  expect(session.state.restart).toEqual({ type: 'needs-you', why: 'too-often' });
  expect(statusOf(session.state)).toBe('failed');
  agent.behaviour.start = 'at-once';
  await session.restart();
  await settled();
  expect(session.state).toMatchObject({ phase: { name: 'ready' }, restart: null });
});

test('the person can stop that, or have it at once', async () => {
  const stopped = await usedSession();
  stopped.agent.last.die();
  stopped.session.stopRestarting();
  await stopped.clock.advance(60 * MINUTE);
  expect(stopped.agent.runs).toHaveLength(1);
  const atOnce = await usedSession();
  atOnce.agent.last.die();
  await settled();
  await atOnce.session.restart();
  await settled();
  await atOnce.clock.advance(60 * MINUTE);
  expect(atOnce.agent.runs).toHaveLength(2);
});

test('closing calls it off', async () => {
  const { session, agent, clock } = await usedSession();
  agent.last.die();
  await session.close();
  await clock.advance(60 * MINUTE);
  expect(agent.runs).toHaveLength(1);
});

test('what a turn took in tokens is on record with its end', async () => {
  const { session, agent } = await busySession();
  const tokens = { input: 3, output: 2, cachedRead: null, cachedWrite: null, thought: null, total: 5 };
  agent.last.tokens = tokens;
  agent.last.finish();
  await settled();
  expect(session.state.turns.at(-1)?.tokens).toEqual(tokens);
});
