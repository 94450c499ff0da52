import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { SessionsFrame } from '../../shared/ipc/contract/sessions.ts';
import type { SessionEventBody } from '../../shared/session/event.ts';
import { checkDirectory } from './check-directory.ts';
import { SUMMARY_DELAY_MS } from './list-publisher.ts';
import { REST_MS } from './session-directory.ts';
import { failure } from './testing/fake-agent.ts';
import { type Run, create, makeDisk } from './testing/kept-sessions.ts';
import { settled } from './testing/manual-clock.ts';
import { text } from './testing/make-session.ts';
import { SessionTrash } from './trash.ts';

const says = (words: string): SessionEventBody => ({
  type: 'message-chunk',
  role: 'agent',
  messageId: null,
  content: { type: 'text', text: words },
});

/** A turn that is over and one that runs, all of it saved. */
async function busy(run: Run, saved: (id: string) => Promise<string>) {
  const session = create(run);
  await vi.waitFor(() => expect(session.state.phase.name).toBe('ready'));
  await session.prompt(text('first'));
  await vi.waitFor(() => expect(run.agent.last.calls).toContain('prompt acp-1 first'));
  run.agent.last.send([says('one')]);
  run.agent.last.finish();
  await settled();
  await session.prompt(text('second'));
  await vi.waitFor(() => expect(run.agent.last.calls).toContain('prompt acp-1 second'));
  run.agent.last.send([says('two')]);
  const { id } = session.facts;
  await vi.waitFor(async () => expect(await saved(id)).toContain('"two"'));
  return session;
}

describe('after the app ended without a word', () => {
  test('all that was saved is there, and what ran is interrupted, said once', async () => {
    const disk = await makeDisk();
    const session = await busy(await disk.run(), disk.text);
    const { id } = session.facts;
    const before = session.state;

    const second = await disk.run();
    await second.directory.load({ recover: false });
    expect(second.directory.list()).toMatchObject([{ id, processRunning: false, pending: [] }]);
    await second.directory.load({ recover: true });
    expect(second.directory.list()).toMatchObject([
      { id, status: 'interrupted', processRunning: false, title: 'first' },
    ]);
    expect(second.directory.get(id)).toBeNull();
    const opened = await second.directory.open(id);
    expect(opened?.state).toMatchObject({
      phase: { name: 'stopped', how: 'interrupted' },
      turns: [
        { prompt: text('first'), outcome: { type: 'stopped' }, entries: before.turns[0]?.entries },
        { prompt: text('second'), outcome: { type: 'interrupted' }, entries: [{ blocks: text('two') }] },
      ],
    });
    expect(second.agent.runs).toEqual([]);
    await second.directory.closeAll();

    const third = await disk.run();
    await third.directory.load({ recover: true });
    expect(third.directory.list()).toMatchObject([{ id, seq: opened?.state.seq, status: 'interrupted' }]);
    expect([third.logsOpened(), third.reported]).toEqual([0, []]);
  });

  test('the next prompt goes on with the conversation, and nothing is doubled', async () => {
    const disk = await makeDisk();
    const { id } = (await busy(await disk.run(), disk.text)).facts;
    const run = await disk.run();
    run.agent.described = (link) => {
      link.reopenSession = (_cwd, acpSessionId) => {
        link.calls.push(`reopen ${acpSessionId}`);
        const user: SessionEventBody = { ...says('first'), type: 'message-chunk', role: 'user' } as never;
        link.send([user, says('one')], acpSessionId);
        return Promise.resolve({ ...link.opened(acpSessionId), replayed: true });
      };
    };
    const session = await run.directory.open(id);
    expect(await session?.prompt(text('third'))).toEqual({ ok: true, value: { queued: true } });
    await vi.waitFor(() => expect(run.agent.last.calls).toContain('prompt acp-1 third'));
    expect(run.agent.last.calls).toContain('reopen acp-1');
    const prompts = session?.state.turns.map(({ prompt, entries }) => [prompt?.[0], entries.length]);
    expect(prompts).toEqual([
      [text('first')[0], 1],
      [text('second')[0], 1],
    ]);
    expect(session?.state.active).toMatchObject({ prompt: text('third'), entries: [] });
  });

  test('an agent that tells another history is not believed, and that is said', async () => {
    const disk = await makeDisk();
    const { id } = (await busy(await disk.run(), disk.text)).facts;
    const run = await disk.run();
    run.agent.described = (link) => {
      link.reopenSession = (_cwd, acpSessionId) => {
        link.send([{ ...says('something else'), role: 'user' } as SessionEventBody], acpSessionId);
        return Promise.resolve({ ...link.opened(acpSessionId), replayed: true });
      };
    };
    const session = await run.directory.open(id);
    await session?.prompt(text('third'));
    await vi.waitFor(() => expect(run.agent.last.calls).toContain('prompt acp-1 third'));
    const entries = session?.state.turns.flatMap((turn) => turn.entries);
    expect(entries?.filter(({ type }) => type === 'notice')).toMatchObject([{ code: 'history-differs' }]);
    expect(entries?.filter(({ type }) => type === 'message')).toHaveLength(2);
  });

  test('an agent that cannot take it up starts anew, and that is said', async () => {
    const disk = await makeDisk();
    const { id } = (await busy(await disk.run(), disk.text)).facts;
    const run = await disk.run();
    run.agent.behaviour.reopen = failure('session-refused');
    const session = await run.directory.open(id);
    await session?.prompt(text('third'));
    await vi.waitFor(() => expect(run.agent.last.calls).toContain('prompt acp-1 third'));
    const codes = session?.state.turns.flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.type === 'notice' ? [entry.code] : [])),
    );
    expect(codes).toEqual(['started-without-memory']);
  });

  test('damage in the middle is a gap at its place, and what follows is there', async () => {
    const disk = await makeDisk();
    const { id } = (await busy(await disk.run(), disk.text)).facts;
    await disk.damage(id, (all) => all.replace('"one"', '"0ne"'));
    const run = await disk.run();
    const { turns } = (await run.directory.open(id))?.state ?? { turns: [] };
    expect(turns.map(({ entries }) => entries.map(({ type }) => type))).toEqual([['gap'], ['message']]);
    expect(turns[0]?.entries).toMatchObject([{ reason: 'damaged' }]);
  });
});

test('after an orderly end sessions come back at rest, and none is read to know that', async () => {
  const disk = await makeDisk();
  const first = await disk.run();
  const session = await busy(first, disk.text);
  await first.directory.closeAll();
  const run = await disk.run();
  await run.directory.load({ recover: true });
  expect(run.logsOpened()).toBe(0);
  expect(run.directory.list()).toMatchObject([{ id: session.facts.id, processRunning: false }]);
  const { state } = (await run.directory.open(session.facts.id)) ?? {};
  expect(state?.phase).toEqual({ name: 'stopped', how: 'clean' });
});

describe('a record that another one writes', () => {
  test('is shown and not written to', async () => {
    const disk = await makeDisk();
    const { id } = (await busy(await disk.run(), disk.text)).facts;
    const before = await disk.text(id);
    const run = await disk.run('running');
    await run.directory.load({ recover: true });
    const session = await run.directory.open(id);
    expect(run.directory.list()).toMatchObject([{ record: { type: 'read-only', why: 'in-use' } }]);
    expect(session?.state.turns).toHaveLength(1);
    expect(await session?.prompt(text('third'))).toMatchObject({ error: { code: 'not-running' } });
    await session?.rename('Mine');
    expect(session?.state.alias).toBeNull();
    expect(await disk.text(id)).toBe(before);
  });

  test('is taken over when the person says so, if nobody knows', async () => {
    const disk = await makeDisk();
    const { id } = (await busy(await disk.run(), disk.text)).facts;
    const run = await disk.run('unknown');
    await run.directory.load({ recover: true });
    expect(run.directory.list()).toMatchObject([{ record: { why: 'in-use', canTakeOver: true } }]);
    const session = await run.directory.takeOver(id);
    await session?.rename('Mine');
    await vi.waitFor(async () => expect(await disk.text(id)).toContain('"Mine"'));
    expect(run.directory.list()).toMatchObject([{ record: { type: 'saved' }, alias: 'Mine' }]);
  });
});

test('what has no process and is not looked at leaves memory, and comes back the same', async () => {
  const disk = await makeDisk();
  const run = await disk.run();
  const session = await busy(run, disk.text);
  const { id } = session.facts;
  await session.stop();
  const held = await run.directory.hold(id);
  await run.clock.advance(REST_MS * 2);
  expect(run.directory.get(id)).not.toBeNull();
  held?.release();
  await run.clock.advance(REST_MS * 2);
  expect(run.directory.get(id)).toBeNull();
  const listed = run.directory.list();
  const again = await run.directory.open(id);
  expect(again?.state).toEqual(session.state);
  expect(run.directory.list()).toEqual(listed);
});

test('over the cap the coldest is parked, and the next prompt wakes it as it was', async () => {
  const disk = await makeDisk();
  const run = await disk.run('gone', { mostAgents: () => 2 });
  const modes = { available: ['ask', 'plan'].map((id) => ({ id, name: id, description: null })) };
  run.agent.described = (link) => {
    link.opened = (acpSessionId?: string) => ({
      acpSessionId: acpSessionId ?? link.acpSessionId,
      modes: { ...modes, currentModeId: 'ask' },
      options: null,
    });
  };
  const sessions = [];
  for (const name of ['a', 'b', 'c']) {
    const session = create(run);
    sessions.push(session);
    await run.clock.advance(1000);
    await vi.waitFor(() => expect(session.state.phase.name).toBe('ready'));
    await session.setMode('plan');
    await session.prompt(text(name));
    await vi.waitFor(() => expect(run.agent.last.calls.at(-1)).toContain(name));
    run.agent.last.finish();
    await vi.waitFor(() => expect(session.state.active).toBeNull());
  }
  const [coldest, next] = sessions;
  await vi.waitFor(() => expect(coldest?.state.phase.name).toBe('parked'));
  expect(next?.state.phase.name).toBe('ready');
  const listed = run.directory.list().find(({ id }) => id === coldest?.facts.id);
  expect(listed).toMatchObject({ parked: true, processRunning: false, status: 'finished-unread' });
  await coldest?.prompt(text('on'));
  await vi.waitFor(() => expect(run.agent.last.calls.at(-1)).toBe('prompt acp-1 on'));
  expect(run.agent.last.calls).toContain('reopen acp-1');
  expect(run.agent.last.calls).toContain('mode plan');
  expect(coldest?.state.modes?.currentModeId).toBe('plan');
  await vi.waitFor(() => expect(next?.state.phase.name).toBe('parked'));
});

test('a fork from a turn takes the transcript up to there along with its first prompt, once', async () => {
  const disk = await makeDisk();
  const run = await disk.run();
  const session = await busy(run, disk.text);
  const turnId = session.state.turns[0]?.id ?? '';
  expect(await run.directory.forkFrom(session.facts.id, 'none')).toMatchObject({
    error: { code: 'no-turn' },
  });
  const forked = await run.directory.forkFrom(session.facts.id, turnId);
  if (!forked.ok) throw new Error(forked.error.code);
  const fork = forked.value;
  await vi.waitFor(() => expect(fork.state.phase.name).toBe('ready'));
  await fork.prompt(text('Other way'));
  await vi.waitFor(() => expect(run.agent.last.calls.at(-1)).toContain('Other way'));
  const sent = run.agent.last.calls.at(-1);
  expect(sent).toContain('first');
  expect(sent).not.toContain('second');
  expect(fork.state.active).toMatchObject({
    prompt: text('Other way'),
    entries: [{ type: 'notice', code: 'handed-over' }],
  });
  expect(run.directory.list().find(({ id }) => id === fork.facts.id)).toMatchObject({
    forkedFrom: { sessionId: session.facts.id, turnId },
  });
  run.agent.last.finish();
  await settled();
  await fork.prompt(text('Again'));
  await vi.waitFor(() => expect(run.agent.last.calls.at(-1)).toMatch(/^prompt \S+ Again$/));
});

test('a conversation from outside begins with what the agent tells of it; a refusal makes no new one', async () => {
  const disk = await makeDisk();
  const run = await disk.run();
  run.agent.described = (link) => {
    link.reopenSession = (_cwd, acpSessionId) => {
      link.calls.push(`reopen ${acpSessionId}`);
      if (acpSessionId === 'lost') return Promise.resolve(null);
      link.send([{ ...says('asked'), role: 'user' } as SessionEventBody, says('told')], acpSessionId);
      return Promise.resolve({ ...link.opened(acpSessionId), replayed: true });
    };
  };
  const created = run.directory.create('w1', 'fake', { adopt: 'outside' });
  const session = created.ok ? created.value : null;
  await vi.waitFor(() => expect(session?.state.phase.name).toBe('ready'));
  expect(session?.state).toMatchObject({ acpSessionId: 'outside', replaying: false });
  expect(session?.state.turns.flatMap(({ entries }) => entries.map(({ type }) => type))).toEqual([
    'message',
    'notice',
  ]);
  expect(run.directory.list()).toMatchObject([{ status: 'idle', unread: false, title: 'asked' }]);
  const lost = run.directory.create('w1', 'fake', { adopt: 'lost' });
  await vi.waitFor(() => expect(lost.ok && lost.value.state.phase.name).toBe('failed'));
  expect(run.agent.last.calls).not.toContain('open');
});

test('conversations of stored sessions are known without opening them, those of each agent apart', async () => {
  const disk = await makeDisk();
  const first = await disk.run();
  const session = create(first);
  await vi.waitFor(() => expect(session.state.phase.name).toBe('ready'));
  await session.prompt(text('one'));
  await vi.waitFor(() => expect(first.agent.last.calls).toContain('prompt acp-1 one'));
  await first.directory.closeAll();
  const run = await disk.run();
  await run.directory.load({ recover: true });
  expect([...run.directory.conversations('fake')]).toEqual(['acp-1']);
  expect([...run.directory.conversations('other')]).toEqual([]);
  expect(run.logsOpened()).toBe(0);
});

test('a session that was thrown away comes back whole, until the trash is emptied', async () => {
  const disk = await makeDisk();
  const run = await disk.run();
  const session = await busy(run, disk.text);
  const { id } = session.facts;
  const trash = new SessionTrash(run.directory, run.store);
  const frames: SessionsFrame[] = [];
  run.directory.watch((frame) => frames.push(frame));
  const put = await trash.put(id);
  expect(run.agent.last.calls.at(-1)).toBe('stop');
  expect([run.directory.list(), frames.at(-1)]).toMatchObject([[], { removed: [id] }]);
  const name = put.ok ? put.value.name : '';
  expect(await trash.list()).toMatchObject([{ name, title: 'first', agentName: 'Fake', cwd: '/repo' }]);

  expect(await trash.restore(name)).toEqual({ ok: true, value: { sessionId: id } });
  await run.clock.advance(SUMMARY_DELAY_MS);
  expect(frames.at(-1)).toMatchObject({ summaries: [{ id, title: 'first' }] });
  expect((await run.directory.open(id))?.state.turns).toHaveLength(2);

  const again = await trash.put(id);
  expect(await trash.empty([again.ok ? again.value.name : '', '../sessions', 'x@1'])).toEqual({ deleted: 1 });
  expect(await trash.list()).toEqual([]);
  expect(await run.directory.open(id)).toBeNull();
});

test('a prompt is on the disk before the agent has it, and a decision before it takes effect', async () => {
  const disk = await makeDisk();
  const run = await disk.run();
  const onDisk = (id: string) => {
    const folder = join(disk.dataDir, 'sessions', id);
    const segments = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
    return segments.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
  };
  const seen: boolean[] = [];
  let id = '';
  run.agent.described = (link) => {
    const prompt = link.prompt.bind(link);
    link.prompt = (acpSessionId, blocks) => {
      seen.push(onDisk(id).includes('Do it now'));
      return prompt(acpSessionId, blocks);
    };
  };
  const session = create(run);
  ({ id } = session.facts);
  await session.prompt(text('Do it now'));
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  const decided = run.agent.last
    .ask({
      toolCall: { toolCallId: 'c1', title: 'Edit' },
      options: [{ optionId: 'yes-please', name: 'Allow', kind: 'allow_once' }],
    })
    .then(() => seen.push(onDisk(id).includes('"permission-settled"')));
  await vi.waitFor(() => expect(session.state.permissions).toHaveLength(1));
  await session.answerPermission(session.state.permissions[0]?.requestId ?? '', 'yes-please');
  await decided;
  expect(seen).toEqual([true, true]);
});

test('what the app does for an agent is on the disk before it is done; without its end nobody knows', async () => {
  const disk = await makeDisk();
  const first = await disk.run();
  const live = create(first);
  await vi.waitFor(() => expect(live.state.phase.name).toBe('ready'));
  await live.prompt(text('write'));
  await vi.waitFor(() => expect(first.agent.last.calls).toContain('prompt acp-1 write'));
  const { onEffect } = first.agent.last.handlers;
  const done = await onEffect?.('acp-1', { kind: 'file-write', subject: 'done.ts' });
  expect(await disk.text(live.facts.id)).toContain('done.ts');
  done?.(true);
  await onEffect?.('acp-1', { kind: 'file-write', subject: 'begun.ts' });
  await expect(onEffect?.('other', { kind: 'file-write', subject: 'x' })).rejects.toThrow();

  const second = await disk.run();
  const opened = await second.directory.open(live.facts.id);
  const told = opened?.state.turns.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.type === 'notice' ? [[entry.code, entry.description]] : [])),
  );
  expect(told).toEqual([['effect-unknown', 'file-write: begun.ts']]);
});

test('a folder that is gone is a failure that says so, and nothing is started', async () => {
  const disk = await makeDisk();
  const run = await disk.run('gone', { checkDirectory });
  const session = create(run);
  await vi.waitFor(() => expect(session.state.phase.name).toBe('failed'));
  expect(session.state.phase).toMatchObject({ failure: { code: 'bad-directory' } });
  expect(run.agent.runs).toEqual([]);
});
