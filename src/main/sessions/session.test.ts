import { describe, expect, test } from 'vitest';
import { AgentRequestError } from '../agents/agent-link.ts';
import { CANCEL_PATIENCE_MS } from './turn-desk.ts';
import { failure, gate } from './testing/fake-agent.ts';
import { busySession, makeSession, readySession, text } from './testing/make-session.ts';
import { settled } from './testing/manual-clock.ts';

const chunk = (words: string) => ({
  type: 'message-chunk' as const,
  role: 'agent' as const,
  messageId: null,
  content: { type: 'text' as const, text: words },
});
const edit = {
  toolCall: { toolCallId: 'c1', title: 'Edit', kind: 'edit' as const },
  options: [
    { optionId: 'yes', name: 'Allow', kind: 'allow_once' as const },
    { optionId: 'no', name: 'Reject', kind: 'reject_once' as const },
  ],
};
const shown = (made: { session: { state: { turns: readonly { prompt: unknown; outcome: unknown }[] } } }) =>
  made.session.state.turns.map(({ prompt, outcome }) => ({ prompt, outcome }));

describe('starting', () => {
  test('goes through its stages and ends ready', async () => {
    const { session, types, folded } = await readySession();
    expect(types()).toEqual([
      'agent-starting',
      'agent-starting',
      'agent-described',
      'agent-starting',
      'agent-ready',
    ]);
    expect(session.state).toMatchObject({ phase: { name: 'ready' }, acpSessionId: 'acp-1' });
    expect(folded()).toEqual(session.state);
  });

  test.each([
    ['the process', { start: failure('not-found', 'no such command') }, 'not-found'],
    ['the session', { open: failure('auth-required', 'sign in') }, 'auth-required'],
  ] as const)('ends failed when %s cannot be had, and leaves no process', async (_what, behaviour, code) => {
    const { session, agent } = await readySession(behaviour);
    expect(session.state.phase).toMatchObject({ name: 'failed', failure: { code } });
    if (code === 'auth-required') expect(agent.last.calls).toContain('stop');
    expect(await session.prompt(text('hi'))).toMatchObject({ ok: code !== 'auth-required' });
    await settled();
    // One that asks for a sign-in is not started again by a prompt.
    expect(agent.runs).toHaveLength(code === 'auth-required' ? 1 : 2);
  });

  test('an agent that is no longer in the catalogue is a failure with a name', async () => {
    const { session } = await readySession({}, { launchOf: () => null });
    expect(session.state.phase).toMatchObject({
      failure: { code: 'not-found', message: 'Fake is no longer among the agents' },
    });
  });

  test('prompts typed meanwhile wait and go out one after the other', async () => {
    const { session, agent } = makeSession({ start: 'held' });
    session.start();
    expect(await session.prompt(text('one'))).toEqual({ ok: true, value: { queued: true } });
    await session.prompt(text('two'));
    agent.last.started.resolve(null);
    await settled();
    expect(agent.last.calls.slice(1)).toEqual(['open', 'prompt acp-1 one']);
    agent.last.finish();
    await settled();
    expect(agent.last.calls.slice(1)).toEqual(['open', 'prompt acp-1 one', 'prompt acp-1 two']);
    expect(session.state.queue).toEqual([]);
  });
});

describe('a turn', () => {
  test('is on record before the agent has its prompt', async () => {
    const { session, agent, log } = await readySession();
    log.hold();
    const sent = session.prompt(text('go'));
    await settled();
    expect(session.state.active).not.toBeNull();
    expect(agent.last.calls).not.toContain('prompt acp-1 go');
    log.release();
    expect(await sent).toEqual({ ok: true, value: { queued: false } });
    expect(agent.last.calls).toContain('prompt acp-1 go');
  });

  test('that cannot be saved is not sent, and says so once', async () => {
    const { session, agent, log, reported } = await readySession();
    log.broken = true;
    await session.prompt(text('go'));
    await session.prompt(text('again'));
    await settled();
    expect(agent.last.calls.filter((call) => call.startsWith('prompt'))).toEqual([]);
    expect(shown({ session }).map(({ outcome }) => outcome)).toEqual([
      { type: 'failed', error: { code: null, message: 'no space left on device' } },
      { type: 'failed', error: { code: null, message: 'no space left on device' } },
    ]);
    const notices = session.state.turns.flatMap(({ entries }) =>
      entries.filter(({ type }) => type === 'notice'),
    );
    expect(notices).toMatchObject([{ code: 'not-saved' }]);
    expect(reported.length).toBeGreaterThan(0);
  });

  test('keeps what comes in one burst in order, also what comes with its end', async () => {
    const { session, agent, events } = await busySession();
    for (const words of ['a', 'b', 'c']) agent.last.send([chunk(words)]);
    agent.last.finish();
    agent.last.send([chunk('d')]);
    await settled();
    expect(session.state.turns[0]).toMatchObject({
      entries: [{ blocks: [{ type: 'text', text: 'abcd' }] }],
      outcome: { type: 'stopped', reason: 'end_turn' },
    });
    const after = [0, ...events.map(({ seq }) => seq)].slice(0, -1);
    expect(events.map(({ first, seq }) => (first?.seq ?? seq) - 1)).toEqual(after);
  });

  test('that the agent answers with an error failed, and the agent lives on', async () => {
    const { session, agent } = await busySession();
    agent.last.failTurn(new AgentRequestError(-32603, 'overloaded'));
    await settled();
    expect(session.state).toMatchObject({
      phase: { name: 'ready' },
      turns: [{ outcome: { type: 'failed', error: { code: -32603, message: 'overloaded' } } }],
    });
  });

  test('lets the next prompt wait; it can be taken out of the queue', async () => {
    const { session, agent } = await busySession();
    expect(await session.prompt(text('later'))).toEqual({ ok: true, value: { queued: true } });
    const [queued] = session.state.queue;
    expect(await session.unqueue(queued?.queueId ?? '')).toEqual({ ok: true, value: null });
    expect(await session.unqueue(queued?.queueId ?? '')).toMatchObject({ error: { code: 'not-queued' } });
    agent.last.finish();
    await settled();
    expect(session.state.active).toBeNull();
  });
});

describe('cancelling', () => {
  test('answers open questions first, then tells the agent, then waits for it', async () => {
    const { session, agent, types } = await busySession();
    const answered: string[] = [];
    void agent.last.ask(edit).then((outcome) => {
      answered.push(JSON.stringify(outcome));
      agent.last.calls.push('answered');
    });
    await settled();
    expect(await session.cancel()).toEqual({ ok: true, value: null });
    await settled();
    expect(answered).toEqual(['{"outcome":"cancelled","why":"turn-cancelled"}']);
    expect(agent.last.calls.slice(-2).sort()).toEqual(['answered', 'cancel acp-1']);
    expect(types().slice(-2)).toEqual(['permission-settled', 'turn-cancelling']);
    expect(session.state).toMatchObject({ cancelling: true, permissions: [] });
    expect(await session.cancel()).toEqual({ ok: true, value: null });
    agent.last.finish('cancelled');
    await settled();
    expect(session.state).toMatchObject({ cancelling: false, active: null });
    expect(agent.last.calls.filter((call) => call.startsWith('cancel'))).toHaveLength(1);
    expect(await session.cancel()).toMatchObject({ error: { code: 'no-turn' } });
  });

  test('answers what the agent still asks, at once', async () => {
    const { session, agent } = await busySession();
    await session.cancel();
    expect(await agent.last.ask(edit)).toEqual({ outcome: 'cancelled', why: 'turn-cancelled' });
    expect(session.state.permissions).toEqual([]);
  });

  test('before the prompt is saved means that the agent never gets it', async () => {
    const { session, agent, log } = await readySession();
    log.hold();
    void session.prompt(text('go'));
    void session.cancel();
    log.release();
    await settled();
    expect(agent.last.calls).toEqual(['start fake in /repo', 'open']);
    expect(session.state.turns).toMatchObject([{ outcome: { type: 'stopped', reason: 'cancelled' } }]);
  });

  test('an agent that hears it in time keeps its process', async () => {
    const { session, agent, clock } = await busySession();
    await session.cancel();
    await clock.advance(CANCEL_PATIENCE_MS - 1);
    agent.last.finish('cancelled');
    await settled();
    await clock.advance(CANCEL_PATIENCE_MS);
    expect(agent.last.calls).not.toContain('stop');
    expect({ phase: session.state.phase.name, timers: clock.pending }).toEqual({ phase: 'ready', timers: 0 });
  });

  test('an agent that does not hear it is stopped, and the session can be restarted', async () => {
    const { session, agent, clock } = await busySession();
    await session.prompt(text('later'));
    await session.cancel();
    await clock.advance(CANCEL_PATIENCE_MS);
    expect(agent.last.calls.slice(-2)).toEqual(['cancel acp-1', 'stop']);
    expect(session.state).toMatchObject({
      phase: { name: 'stopped', how: 'clean' },
      active: null,
      queue: [{ held: true }],
      turns: [
        { outcome: { type: 'interrupted' }, entries: [{ type: 'notice', code: 'agent-unresponsive' }] },
      ],
    });
    expect(await session.restart()).toEqual({ ok: true, value: null });
    await settled();
    expect(session.state.phase.name).toBe('ready');
    expect(agent.last.calls).toEqual(['start fake in /repo', 'reopen acp-1']);
  });

  test('an agent that hears it while it is being stopped changes nothing any more', async () => {
    const { session, agent, clock } = await busySession({ stop: 'held' });
    await session.cancel();
    await clock.advance(CANCEL_PATIENCE_MS);
    agent.last.die();
    agent.last.finish('cancelled');
    await settled();
    expect(session.state.active).not.toBeNull();
    agent.last.stopping.resolve('forced');
    await settled();
    expect(session.state).toMatchObject({
      phase: { name: 'stopped', how: 'forced' },
      turns: [{ outcome: { type: 'interrupted' } }],
    });
  });

  test('holds the queue until the person sends something, which goes first', async () => {
    const { session, agent } = await busySession();
    await session.prompt(text('queued'));
    await session.cancel();
    agent.last.finish('cancelled');
    await settled();
    expect(session.state).toMatchObject({ active: null, queue: [{ held: true }] });
    await session.prompt(text('instead'));
    await settled();
    agent.last.finish();
    await settled();
    expect(agent.last.calls.filter((call) => call.startsWith('prompt'))).toEqual([
      'prompt acp-1 go',
      'prompt acp-1 instead',
      'prompt acp-1 queued',
    ]);
  });
});

describe('an agent that goes away', () => {
  test('interrupts the turn, answers its own questions and leaves a failure with its last words', async () => {
    const { session, agent } = await busySession();
    const asked = agent.last.ask(edit);
    await settled();
    agent.last.die(failure('exited', 'segfault'));
    await settled();
    expect(await asked).toEqual({ outcome: 'cancelled', why: 'agent-gone' });
    expect(session.state).toMatchObject({
      phase: { name: 'failed', failure: failure('exited', 'segfault') },
      active: null,
      permissions: [],
      turns: [{ outcome: { type: 'interrupted' } }],
    });
  });

  test('late words of the old process do not touch the new one', async () => {
    const { session, agent } = await busySession();
    const old = agent.last;
    old.die();
    await settled();
    await session.restart();
    await settled();
    await session.prompt(text('again'));
    await settled();
    const before = session.state;
    old.handlers.onExit(failure());
    old.send([chunk('late')]);
    old.send([chunk('late')], agent.last.acpSessionId);
    expect(await old.ask(edit)).toEqual({ outcome: 'cancelled', why: 'agent-gone' });
    await settled();
    expect(session.state).toBe(before);
    expect(before).toMatchObject({ phase: { name: 'ready' }, active: { prompt: text('again') } });
  });

  test('is gone before the next one starts', async () => {
    const { session, agent } = await busySession({ stop: 'held' });
    agent.last.die();
    await session.restart();
    await settled();
    expect(agent.runs).toHaveLength(1);
    agent.last.stopping.resolve('clean');
    await settled();
    expect(agent.runs).toHaveLength(2);
    expect(session.state.phase.name).toBe('ready');
  });
});

describe('restarting', () => {
  test('takes up the conversation, and what the agent repeats of it is not told twice', async () => {
    const { session, agent } = await busySession();
    agent.last.send([chunk('before')]);
    agent.last.die();
    await settled();
    agent.behaviour.reopen = 'held';
    await session.restart();
    await settled();
    const usage = { type: 'usage' as const, usage: { used: 1, size: 2, cost: null } };
    agent.last.send([chunk('before'), usage], 'acp-1');
    agent.last.reopening.resolve({ ...agent.last.opened('acp-1'), replayed: true });
    await settled();
    // Some agents answer first and tell the history afterwards.
    agent.last.send([chunk('before')], 'acp-1');
    await session.prompt(text('go on'));
    await settled();
    agent.last.send([chunk('after')], 'acp-1');
    agent.last.finish();
    await settled();
    const words = session.state.turns.map(({ entries }) =>
      entries.map((entry) => 'blocks' in entry && entry.blocks),
    );
    expect(words).toEqual([[text('before')], [text('after')]]);
    expect(session.state.usage).toEqual(usage.usage);
  });

  test.each([
    ['cannot', 'cannot'],
    ['no longer has the conversation', failure('session-refused', 'not found')],
  ] as const)('says so when the agent %s resume', async (_what, reopen) => {
    const { session, agent } = await busySession();
    agent.last.die();
    await settled();
    agent.behaviour.reopen = reopen;
    await session.restart();
    await settled();
    expect(agent.last.calls.slice(1)).toEqual(['reopen acp-1', 'open']);
    expect(session.state).toMatchObject({ phase: { name: 'ready' }, acpSessionId: 'acp-2' });
    expect(session.state.turns.at(-1)?.entries).toMatchObject([
      { type: 'notice', code: 'started-without-memory' },
    ]);
  });

  test('a resume that fails for another reason is a failure, not a new conversation', async () => {
    const { session, agent } = await busySession();
    agent.last.die();
    await settled();
    agent.behaviour.reopen = failure('auth-required', 'sign in');
    await session.restart();
    await settled();
    expect(session.state.phase).toMatchObject({ name: 'failed', failure: { code: 'auth-required' } });
    expect(agent.last.calls).toEqual(['start fake in /repo', 'reopen acp-1', 'stop']);
  });

  test('a session that was never used begins anew without a word', async () => {
    const { session, agent } = await readySession();
    agent.last.die();
    await session.restart();
    await settled();
    expect(agent.last.calls).toEqual(['start fake in /repo', 'open']);
    expect(session.state.turns).toEqual([]);
  });

  test('sends what was typed meanwhile, but not what was held', async () => {
    const { session, agent } = await busySession();
    await session.prompt(text('held'));
    agent.last.die();
    await settled();
    await session.restart();
    await session.prompt(text('typed'));
    await settled();
    expect(agent.last.calls).toContain('prompt acp-1 typed');
    expect(session.state.queue).toMatchObject([{ prompt: text('held') }]);
  });

  test('is refused while the agent runs', async () => {
    const { session } = await readySession();
    expect(await session.restart()).toMatchObject({ error: { code: 'still-running' } });
  });
});

describe('closing', () => {
  test('answers what is open, stops the process and tells how it went', async () => {
    const { session, agent, ended, log } = await busySession({ stop: 'held' });
    const asked = agent.last.ask(edit);
    await settled();
    const closed = session.close();
    expect(await asked).toEqual({ outcome: 'cancelled', why: 'closed' });
    expect(await session.prompt(text('no'))).toMatchObject({ error: { code: 'not-running' } });
    agent.last.stopping.resolve('forced');
    expect(await Promise.all([closed, session.close()])).toEqual(['forced', 'forced']);
    expect(session.state).toMatchObject({
      phase: { name: 'stopped', how: 'forced' },
      turns: [{ outcome: { type: 'interrupted' } }],
    });
    expect([ended(), log.isClosed]).toEqual([true, true]);
  });

  test('while it starts stops the start', async () => {
    const { session, agent } = makeSession({ start: 'held' });
    session.start();
    await settled();
    expect(await session.close()).toBe('clean');
    expect(agent.last.calls).toEqual(['start fake in /repo']);
    expect(session.state.phase.name).toBe('stopped');
  });

  test('without a process is done at once', async () => {
    const { session, ended } = await readySession({ start: failure('not-found') });
    expect([await session.close(), ended()]).toEqual(['none', true]);
  });

  test('a stop that goes wrong counts as leaked', async () => {
    const { session, agent, reported } = await readySession({ stop: 'held' });
    const closed = session.close();
    agent.last.stopping.reject(new Error('kill failed'));
    expect(await closed).toBe('leaked');
    expect(reported).toEqual([new Error('kill failed')]);
  });
});

describe('questions', () => {
  test('are answered once, by the first answer, and only with what was offered', async () => {
    const { session, agent } = await busySession();
    const asked = agent.last.ask(edit);
    await settled();
    const requestId = session.state.permissions[0]?.requestId ?? '';
    expect(await session.answerPermission(requestId, 'always')).toMatchObject({
      error: { code: 'no-option' },
    });
    const [first, second] = await Promise.all([
      session.answerPermission(requestId, 'yes'),
      session.answerPermission(requestId, 'no'),
    ]);
    expect(first).toEqual({ ok: true, value: null });
    expect(second).toMatchObject({ error: { code: 'already-settled' } });
    expect(await asked).toEqual({ outcome: 'selected', optionId: 'yes', kind: 'allow_once' });
    expect(session.state.active?.entries).toMatchObject([{ decisions: [{ optionName: 'Allow' }] }]);
  });

  test('wait independently of each other', async () => {
    const { session, agent } = await busySession();
    const [first, second] = [agent.last.ask(edit), agent.last.ask(edit)];
    await settled();
    const [, later] = session.state.permissions;
    await session.answerPermission(later?.requestId ?? '', 'no');
    expect(await second).toMatchObject({ optionId: 'no' });
    expect(session.state.permissions).toHaveLength(1);
    agent.last.finish('cancelled');
    expect(await first).toEqual({ outcome: 'cancelled', why: 'turn-cancelled' });
  });

  test('are not answered before the answer is saved', async () => {
    const { session, agent, log } = await busySession();
    let isAnswered = false;
    void agent.last.ask(edit).then(() => {
      isAnswered = true;
    });
    await settled();
    log.hold();
    void session.answerPermission(session.state.permissions[0]?.requestId ?? '', 'yes');
    await settled();
    expect(isAnswered).toBe(false);
    log.release();
    await settled();
    expect(isAnswered).toBe(true);
  });

  test('whose answer cannot be saved are not allowed', async () => {
    const { session, agent, log } = await busySession();
    const asked = agent.last.ask(edit);
    await settled();
    log.broken = true;
    await session.answerPermission(session.state.permissions[0]?.requestId ?? '', 'yes');
    expect(await asked).toMatchObject({ outcome: 'cancelled' });
  });

  test('can be taken back by the agent', async () => {
    const { session, agent } = await busySession();
    const taken = new AbortController();
    const asked = agent.last.ask(edit, taken.signal);
    await settled();
    taken.abort();
    expect(await asked).toEqual({ outcome: 'cancelled', why: 'agent-withdrew' });
    expect(session.state.permissions).toEqual([]);
  });

  test('say when the edit does not start from what the file holds', async () => {
    const files = new Map([['/repo/a.ts', 'one\r\ntwo\r\n']]);
    const { session, agent } = await busySession(
      {},
      { readText: (path) => Promise.resolve(files.get(path) ?? null) },
    );
    const diff = (oldText: string) => [{ type: 'diff' as const, path: '/repo/a.ts', oldText, newText: 'x' }];
    for (const oldText of ['two\n', 'three\n']) {
      void agent.last.ask({ ...edit, toolCall: { ...edit.toolCall, content: diff(oldText) } });
      await settled();
    }
    expect(session.state.permissions.map(({ diffMismatch }) => diffMismatch)).toEqual([false, true]);
  });

  test('stay open when a turn ends by itself: its background work asks too', async () => {
    const { session, agent } = await busySession();
    void agent.last.ask(edit);
    await settled();
    agent.last.finish();
    await settled();
    expect(session.state).toMatchObject({ active: null, permissions: [{ toolCallId: 'c1' }] });
  });
});

describe('modes and options', () => {
  test.each([
    ['says nothing', [], ['mode']],
    ['announces it itself', [{ type: 'mode' as const, modeId: 'plan' }], ['mode']],
    ['chooses another', [{ type: 'mode' as const, modeId: 'safe' }], ['mode']],
  ])('a mode is changed once when the agent %s', async (what, updates, expected) => {
    const { session, agent, types } = await readySession();
    agent.last.setModeDoes = async () => agent.last.send(updates);
    expect(await session.setMode('plan')).toEqual({ ok: true, value: null });
    expect(types().filter((type) => type === 'mode')).toEqual(expected);
    expect(session.state.modes?.currentModeId).toBe(what === 'chooses another' ? 'safe' : 'plan');
  });

  test('a refusal changes nothing and carries the words of the agent', async () => {
    const { session, agent } = await readySession();
    agent.last.setModeDoes = () => Promise.reject(new AgentRequestError(-32602, 'no such mode'));
    expect(await session.setMode('x')).toEqual({
      ok: false,
      error: { code: 'agent-refused', message: 'no such mode' },
    });
    expect(session.state.modes).toBeNull();
  });

  test('an agent that dies meanwhile did not change its mode', async () => {
    const { session, agent } = await readySession();
    const held = gate<void>();
    agent.last.setModeDoes = () => held.promise;
    const asked = session.setMode('plan');
    agent.last.die();
    held.resolve();
    expect(await asked).toMatchObject({ error: { code: 'not-running' } });
    expect(session.state.modes).toBeNull();
  });

  test('an option replaces the whole list', async () => {
    const { session, agent } = await readySession();
    await session.setOption('fast', true);
    expect(agent.last.calls).toContain('option fast true');
    expect(session.state.options).toMatchObject([{ id: 'fast', value: true }]);
  });
});

test('a name and a reading are events only when they change something', async () => {
  const { session, agent, types } = await busySession();
  await session.rename('  Mine ');
  await session.rename('Mine');
  await session.markRead();
  agent.last.finish();
  await settled();
  await session.markRead();
  await session.markRead();
  await session.rename(' ');
  expect(types().filter((type) => type === 'renamed' || type === 'marked-read')).toEqual([
    'renamed',
    'marked-read',
    'renamed',
  ]);
  expect(session.state.alias).toBeNull();
});
