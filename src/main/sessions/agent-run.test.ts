import { describe, expect, test } from 'vitest';
import { FOREIGN_NOTICE, MAX_EARLY } from './agent-run.ts';
import { busySession, makeSession, readySession, text } from './testing/make-session.ts';
import { settled } from './testing/manual-clock.ts';

const chunk = (words: string) => ({
  type: 'message-chunk' as const,
  role: 'agent' as const,
  messageId: null,
  content: { type: 'text' as const, text: words },
});
const mode = (modeId: string) => ({ type: 'mode' as const, modeId });

describe('updates before the session has an id', () => {
  test('are applied in order once it has one', async () => {
    const { session, agent, types } = makeSession({ open: 'held' });
    session.start();
    await settled();
    agent.last.send([mode('a')]);
    agent.last.send([chunk('of another')], 'acp-other');
    agent.last.send([mode('b')]);
    agent.last.opening.resolve(agent.last.opened());
    agent.last.send([mode('c')]);
    await settled();
    expect(types().slice(-4)).toEqual(['agent-ready', 'mode', 'mode', 'mode']);
    expect(session.state).toMatchObject({ modes: { currentModeId: 'c' }, turns: [] });
  });

  test('are bounded, and it is said when some were lost', async () => {
    const { session, agent, types } = makeSession({ open: 'held' });
    session.start();
    await settled();
    for (let n = 0; n < MAX_EARLY + 5; n += 1) agent.last.send([mode(`${n}`)]);
    agent.last.opening.resolve(agent.last.opened());
    await settled();
    expect(types().filter((type) => type === 'mode')).toHaveLength(MAX_EARLY);
    expect(session.state.turns).toMatchObject([{ entries: [{ code: 'updates-lost' }] }]);
  });
});

test('updates under forged ids have no effect but one notice', async () => {
  const { session, agent } = await readySession();
  const forged = ['', 'acp-2', 'ACP-1', 'acp-1 ', '__proto__', 'constructor', 's1'];
  const before = session.state;
  for (let n = 0; n < FOREIGN_NOTICE - 1; n += 1) {
    agent.last.send([chunk('forged')], forged[n % forged.length]);
  }
  await settled();
  expect(session.state).toBe(before);
  for (let n = 0; n < 500; n += 1) agent.last.send([chunk('forged')], forged[n % forged.length]);
  await settled();
  expect(session.state.turns).toMatchObject([{ entries: [{ type: 'notice', code: 'foreign-updates' }] }]);
  expect(session.state.turns[0]?.entries).toHaveLength(1);
  // Control: the same update under the session's own id has an effect.
  agent.last.send([chunk('own')]);
  await settled();
  expect(session.state.turns[0]?.entries).toHaveLength(2);
});

test('helpers that the agent announced may ask, strangers may not', async () => {
  const { session, agent } = await busySession();
  agent.last.send([{ type: 'subagent', subagentId: 'child', title: 'Helper' }]);
  const ask = { toolCall: { toolCallId: 'c1', title: 'Edit' }, options: [] };
  const { signal } = new AbortController();
  void agent.last.handlers.onPermission('child', ask, signal);
  expect(await agent.last.handlers.onPermission('stranger', ask, signal)).toEqual({
    outcome: 'cancelled',
    why: 'agent-gone',
  });
  await settled();
  expect(session.state.permissions).toHaveLength(1);
});

test('an update cannot end or begin anything that is the app’s to say', async () => {
  const { session, agent } = await busySession();
  agent.last.send([chunk('answer')]);
  agent.last.finish();
  agent.last.finish();
  await settled();
  await session.prompt(text('next'));
  await settled();
  expect(session.state).toMatchObject({ active: { prompt: text('next') }, turns: [{}] });
});
