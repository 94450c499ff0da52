import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import type { SessionsFrame } from '../../shared/ipc/contract/sessions.ts';
import { sessionsContract } from '../../shared/ipc/contract/sessions.ts';
import { connect } from '../../shared/ipc/connect.ts';
import { memoryPorts } from '../../shared/ipc/memory-port.ts';
import { serve } from '../../shared/ipc/serve.ts';
import type { SessionEventBody } from '../../shared/session/event.ts';
import { reduceAll } from '../../shared/session/reduce.ts';
import type { SessionState } from '../../shared/session/state.ts';
import { sessionsHandlers } from './handlers.ts';
import { createMemoryJournals } from './memory-journals.ts';
import { SUMMARY_DELAY_MS } from './list-publisher.ts';
import { MAX_SESSIONS, SessionDirectory, type SessionDirectoryPorts } from './session-directory.ts';
import { FakeAgent, failure, launch } from './testing/fake-agent.ts';
import { ManualClock, settled } from './testing/manual-clock.ts';

function makeDirectory(ports: Partial<SessionDirectoryPorts> = {}) {
  const agent = new FakeAgent();
  const clock = new ManualClock();
  const reported: unknown[] = [];
  const directory = new SessionDirectory({
    startAgent: agent.startAgent,
    launchOf: (agentId) => (agentId === 'fake' ? launch : null),
    workspaceOf: (id) => (id === 'w1' ? { path: '/repo' } : null),
    journals: createMemoryJournals(),
    readText: () => Promise.resolve(null),
    clock,
    newId: () => randomUUID(),
    report: (error) => reported.push(error),
    ...ports,
  });
  const create = () => {
    const created = directory.create('w1', 'fake');
    if (!created.ok) throw new Error(created.error.code);
    return created.value;
  };
  return { directory, agent, clock, reported, create };
}

/** A window's end of the contract. */
function openWindow(directory: SessionDirectory) {
  const [ours, theirs] = memoryPorts();
  const errors: unknown[] = [];
  const served = serve({
    contract: sessionsContract,
    handlers: sessionsHandlers(directory),
    port: ours,
    onUnexpected: (error) => {
      errors.push(error);
      return 'error-1';
    },
  });
  return { client: connect<typeof sessionsContract>(theirs), served, errors };
}

const chunk = (role: 'agent' | 'thought', words: string): SessionEventBody => ({
  type: 'message-chunk',
  role,
  messageId: null,
  content: { type: 'text', text: words },
});

describe('the list', () => {
  test('is whole at first and then tells what changed, gathered', async () => {
    const { directory, agent, clock, create } = makeDirectory();
    const frames: SessionsFrame[] = [];
    const first = create();
    const stop = directory.watch((frame) => frames.push(frame));
    await settled();
    const second = create();
    await settled();
    await clock.advance(SUMMARY_DELAY_MS);
    await first.prompt([{ type: 'text', text: 'Fix it' }]);
    for (let n = 0; n < 1000; n += 1) agent.runs[0]?.send([chunk('agent', 'x')]);
    await clock.advance(SUMMARY_DELAY_MS);
    await directory.remove(second.facts.id, () => Promise.resolve());
    stop();
    await first.rename('unheard');
    await clock.advance(SUMMARY_DELAY_MS);
    const brief = frames.map((frame) => [
      frame.type,
      frame.summaries.map(({ id, status, title }) => [id === first.facts.id ? 1 : 2, status, title]),
      frame.type === 'changed' ? frame.removed : [],
    ]);
    expect(brief).toEqual([
      ['all', [[1, 'running', null]], []],
      [
        'changed',
        [
          [1, 'idle', null],
          [2, 'idle', null],
        ],
        [],
      ],
      ['changed', [[1, 'running', 'Fix it']], []],
      ['changed', [], [second.facts.id]],
    ]);
  });

  test('refuses what cannot be', () => {
    const { directory, create } = makeDirectory();
    expect(directory.create('w2', 'fake')).toMatchObject({ error: { code: 'no-workspace' } });
    expect(directory.create('w1', 'other')).toMatchObject({ error: { code: 'no-agent' } });
    for (let n = 0; n < MAX_SESSIONS; n += 1) create();
    expect(directory.create('w1', 'fake')).toMatchObject({ error: { code: 'too-many' } });
    expect([directory.usesWorkspace('w1'), directory.usesWorkspace('w2')]).toEqual([true, false]);
  });

  test('starts no more while the disk is too full', () => {
    let hasRoom = false;
    const { directory } = makeDirectory({ hasRoom: () => hasRoom });
    expect(directory.create('w1', 'fake')).toMatchObject({ error: { code: 'disk-low' } });
    hasRoom = true;
    expect(directory.create('w1', 'fake').ok).toBe(true);
  });

  test('closing all stops every process and lets none begin', async () => {
    const { directory, agent, create } = makeDirectory();
    agent.behaviour.stop = 'held';
    create();
    create();
    await settled();
    const closed = directory.closeAll();
    expect(directory.create('w1', 'fake')).toMatchObject({ error: { code: 'too-many' } });
    for (const run of agent.runs) run.stopping.resolve('clean');
    await closed;
    expect(agent.runs.map(({ calls }) => calls.at(-1))).toEqual(['stop', 'stop']);
    expect(directory.list().map(({ processRunning }) => processRunning)).toEqual([false, false]);
  });

  test('closing all leaves no timer that would keep the app alive', async () => {
    const { directory, clock, create } = makeDirectory();
    create();
    await settled();
    await directory.closeAll();
    await clock.advance(SUMMARY_DELAY_MS);
    expect(clock.pending).toBe(0);
  });
});

test('what befalls one session is no matter of the others', async () => {
  const { directory, agent, create, reported } = makeDirectory();
  agent.behaviour.open = failure('session-refused');
  const broken = create();
  await settled();
  agent.behaviour.open = 'at-once';
  const [dies, lives] = [create(), create()];
  await settled();
  for (const session of [dies, lives]) await session.prompt([{ type: 'text', text: 'go' }]);
  agent.runs[1]?.die();
  agent.runs[2]?.send([chunk('agent', 'still here')]);
  await settled();
  expect([broken, dies, lives].map(({ state }) => state.phase.name)).toEqual(['failed', 'failed', 'ready']);
  expect(lives.state.active?.entries).toMatchObject([{ blocks: [{ text: 'still here' }] }]);
  expect(directory.list().map(({ status }) => status)).toEqual(['failed', 'failed', 'running']);
  expect(reported).toEqual([]);
});

describe('over IPC', () => {
  test('100,000 chunks of eight sessions arrive complete and in order', async () => {
    const { directory, agent } = makeDirectory();
    const { client, errors } = openWindow(directory);
    const mirrors = new Map<string, SessionState>();
    let batches = 0;
    let gaps = 0;
    for (let n = 0; n < 8; n += 1) {
      const created = await client.request('sessions.create', { workspaceId: 'w1', agentId: 'fake' });
      if (!created.ok) throw new Error(created.error.code);
      const { sessionId } = created.value;
      client.subscribe(
        'session.watch',
        { sessionId },
        {
          onBatch: (frames) => {
            batches += 1;
            let state = mirrors.get(sessionId);
            const events = [];
            for (const frame of frames) {
              if (frame.type === 'snapshot') state = frame.state;
              else if (frame.type === 'event') {
                if (frame.firstSeq !== (events[events.length - 1]?.seq ?? state?.seq ?? 0) + 1) gaps += 1;
                events.push(frame.event);
              }
            }
            if (state !== undefined) mirrors.set(sessionId, reduceAll(state, events));
          },
        },
      );
      expect(
        await client.request('session.prompt', { sessionId, prompt: [{ type: 'text', text: 'go' }] }),
      ).toMatchObject({ ok: true });
    }
    await settled();

    const said = agent.runs.map(() => '');
    for (let sent = 0; sent < 100_000;) {
      for (const [index, run] of agent.runs.entries()) {
        for (let n = 0; n < 25; n += 1, sent += 1) {
          const words = `${sent} `;
          said[index] += words;
          if (sent % 97 === 0)
            run.send([{ type: 'tool-call', patch: { toolCallId: `c${sent}`, title: 'Read' } }]);
          run.send([chunk(sent % 11 === 0 ? 'thought' : 'agent', words)]);
        }
      }
      if (sent % 5000 === 0) await settled();
    }
    for (const run of agent.runs) run.finish();

    const seqs = (of: (id: string) => SessionState | undefined) =>
      directory.list().map(({ id }) => of(id)?.seq);
    await settled();
    await vi.waitFor(() => {
      expect(seqs((id) => mirrors.get(id))).toEqual(seqs((id) => directory.get(id)?.state));
    }, 20_000);
    for (const [index, { id }] of directory.list().entries()) {
      const mirror = mirrors.get(id);
      expect(mirror).toEqual(directory.get(id)?.state);
      const words = mirror?.turns[0]?.entries.map((entry) => {
        if (entry.type === 'thought') return entry.text;
        return entry.type === 'message'
          ? entry.blocks.map((block) => block.type === 'text' && block.text).join('')
          : '';
      });
      expect(words?.join('')).toBe(said[index]);
    }
    expect({ errors, gaps }).toEqual({ errors: [], gaps: 0 });
    expect(batches).toBeLessThan(50_000);
  });

  test('a question is answered from a window, and both windows see it', async () => {
    const { directory, agent, create } = makeDirectory();
    const { facts } = create();
    await settled();
    const sessionId = facts.id;
    const [one, other] = [openWindow(directory), openWindow(directory)];
    const seen: string[] = [];
    other.client.subscribe(
      'session.watch',
      { sessionId },
      {
        onBatch: (frames) => {
          for (const frame of frames) seen.push(frame.type === 'event' ? frame.event.type : frame.type);
        },
        onEnd: (error) => seen.push(`end ${error?.code ?? 'fine'}`),
      },
    );
    await one.client.request('session.prompt', { sessionId, prompt: [{ type: 'text', text: 'go' }] });
    await settled();
    const asked = agent.last.ask({
      toolCall: { toolCallId: 'c1', title: 'Edit' },
      options: [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }],
    });
    await settled();
    const requestId = directory.list()[0]?.pending[0]?.requestId ?? '';
    const answers = await Promise.all(
      [one, other].map(({ client }) =>
        client.request('session.answerPermission', { sessionId, requestId, optionId: 'yes' }),
      ),
    );
    expect(answers.map((answer) => (answer.ok ? 'ok' : answer.error.code)).sort()).toEqual([
      'already-settled',
      'ok',
    ]);
    expect(await asked).toMatchObject({ optionId: 'yes' });
    expect(await one.client.request('session.close', { sessionId })).toEqual({
      ok: true,
      value: { how: 'clean' },
    });
    await vi.waitFor(() => expect(seen.at(-1)).toBe('agent-stopped'));
    expect(directory.list()).toMatchObject([{ id: sessionId, processRunning: false }]);
    expect(seen).toEqual([
      'snapshot',
      'turn-started',
      'permission-asked',
      'permission-settled',
      'turn-ended',
      'agent-stopped',
    ]);
  });

  test('every method names a session that is not there', async () => {
    const { client } = openWindow(makeDirectory().directory);
    const sessionId = randomUUID();
    const answers = await Promise.all([
      client.request('session.prompt', { sessionId, prompt: [{ type: 'text', text: 'x' }] }),
      client.request('session.unqueue', { sessionId, queueId: 'q' }),
      client.request('session.cancel', { sessionId }),
      client.request('session.answerPermission', { sessionId, requestId: 'r', optionId: 'o' }),
      client.request('session.setMode', { sessionId, modeId: 'm' }),
      client.request('session.setOption', { sessionId, optionId: 'o', value: true }),
      client.request('session.rename', { sessionId, alias: null }),
      client.request('session.markRead', { sessionId }),
      client.request('session.restart', { sessionId }),
      client.request('session.close', { sessionId }),
      new Promise((resolve) => {
        client.subscribe(
          'session.watch',
          { sessionId },
          {
            onBatch: () => undefined,
            onEnd: (error) => resolve({ ok: false, error }),
          },
        );
      }),
    ]);
    expect(answers.map((answer) => (answer as { error: { code: string } }).error.code)).toEqual(
      answers.map(() => 'no-session'),
    );
  });
});
