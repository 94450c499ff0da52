/** What the app does for an agent goes through the same engine as what the agent asks. */
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PermissionOption, ToolCallPatch } from '../../shared/session/content.ts';
import { AgentFiles } from '../agents/files/agent-files.ts';
import { PermissionDesk } from '../permissions/permission-desk.ts';
import { createFileAccess } from '../workspaces/file-access.ts';
import { busySession } from './testing/make-session.ts';
import { BUDGET_BYTES, BUDGET_MINUTES } from './write-budget.ts';

let folder: string;
let root: string;
let desk: PermissionDesk;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'gate-')));
  root = join(folder, 'ws');
  await mkdir(root);
  desk = await PermissionDesk.open({
    dataDir: join(folder, 'data'),
    home: null,
    now: () => 5,
    report: () => undefined,
  });
});
afterEach(async () => {
  await desk.close();
  await rm(folder, { recursive: true });
});

const never = new AbortController().signal;
const options: readonly PermissionOption[] = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

async function made() {
  const facts = { id: 's1', workspaceId: 'w1', agentId: 'fake', agentName: 'Fake', cwd: root, createdAt: 0 };
  const access = createFileAccess(root);
  const session = await busySession(
    {},
    {
      permissions: desk.forSession(facts, () => []),
      readText: async (path) => {
        const read = await access.readText(path);
        return read.ok ? read.value.text : null;
      },
    },
  );
  const { last } = session.agent;
  const files = new AgentFiles({ filesOf: () => access, handlers: last.handlers });
  const acp = last.acpSessionId;
  const at = (name: string) => join(root, name);
  const pending = () => session.session.state.permissions;
  const asked = () => vi.waitFor(() => expect(pending()).toHaveLength(1));
  const answer = (optionId: string) =>
    session.session.answerPermission(pending()[0]?.requestId ?? '', optionId);
  const asksItself = async (toolCall: ToolCallPatch, optionId: string) => {
    const ask = { toolCall, options };
    const outcome = last.ask(ask);
    await asked();
    await answer(optionId);
    files.decided(acp, ask, await outcome);
  };
  return {
    ...session,
    last,
    files,
    acp,
    at,
    pending,
    asked,
    answer,
    asksItself,
    read: (path: string) => files.read(acp, { path, lines: null }, never),
    write: (name: string, text: string) => files.write(acp, { path: at(name), text }, never),
  };
}

test('reading in the workspace is free, leaves nothing in the session, and stands on the list once', async () => {
  await writeFile(join(root, 'a.txt'), 'one');
  const { read, at, events } = await made();
  const before = events.length;
  expect(await read(at('a.txt'))).toEqual({ ok: true, value: 'one' });
  expect(await read(at('a.txt'))).toEqual({ ok: true, value: 'one' });
  expect(events).toHaveLength(before);
  expect(desk.audit.rows).toMatchObject([{ answer: 'allowed', by: { type: 'mode' } }]);
});

test('reading a secret is asked, also through a link of another name; a no leaves the agent without it', async () => {
  await writeFile(join(root, '.env'), 'KEY=1');
  await symlink('.env', join(root, 'notes.txt'));
  const { read, at, asked, answer, pending } = await made();
  for (const [name, option] of [
    ['.env', 'reject'],
    ['notes.txt', 'allow'],
  ] as const) {
    const reading = read(at(name));
    await asked();
    expect(pending()[0]?.reason).toMatchObject({ type: 'protected' });
    await answer(option);
    const result = await reading;
    expect(result.ok ? result.value : result.error.code).toBe(option === 'allow' ? 'KEY=1' : 'denied');
  }
});

test('a denying rule refuses at once and in words without the rule; what is outside is never asked about', async () => {
  await writeFile(join(root, 'a.txt'), 'one');
  await writeFile(join(folder, 'outside.txt'), 'two');
  await desk.engine.user.add([{ effect: 'deny', path: 'a.txt' }]);
  const { read, at, write, pending } = await made();
  expect(await read(at('a.txt'))).toEqual({
    ok: false,
    error: { code: 'denied', message: 'the permission rules do not allow it' },
  });
  expect(await write('a.txt', 'x')).toMatchObject({ error: { code: 'denied' } });
  const outside = await read(join(folder, 'outside.txt'));
  expect(outside).toMatchObject({ error: { code: 'outside-workspace' } });
  expect(JSON.stringify(outside)).not.toContain('outside.txt');
  expect(await write('.git/hooks/pre-commit', 'x')).toMatchObject({ error: { code: 'protected' } });
  expect(pending()).toEqual([]);
  expect(await readFile(at('a.txt'), 'utf8')).toBe('one');
});

test('a write is asked about with the change as it is on the disk, and done only after a yes', async () => {
  await writeFile(join(root, 'a.txt'), 'one');
  const { write, asked, answer, at, session } = await made();
  const writing = write('a.txt', 'two');
  await asked();
  const call = session.state.active?.entries.find(({ type }) => type === 'tool-call');
  expect(call).toMatchObject({
    kind: 'edit',
    content: [{ type: 'diff', path: at('a.txt'), oldText: 'one', newText: 'two' }],
  });
  expect(await readFile(at('a.txt'), 'utf8')).toBe('one');
  await answer('allow');
  expect(await writing).toEqual({ ok: true, value: null });
  expect(await readFile(at('a.txt'), 'utf8')).toBe('two');
  const after = session.state.active?.entries.find(({ type }) => type === 'tool-call');
  expect(after).toMatchObject({ status: 'completed' });
});

test('the mode decides about writes: silently where edits are accepted, not at all where it only reads', async () => {
  const { write, session, at, pending } = await made();
  await session.chooseMode('accept-edits');
  expect(await write('new/a.txt', 'one')).toEqual({ ok: true, value: null });
  await session.chooseMode('read-only');
  expect(await write('new/a.txt', 'two')).toEqual({
    ok: false,
    error: { code: 'denied', message: 'the mode of this session does not allow it' },
  });
  expect(await readFile(at('new/a.txt'), 'utf8')).toBe('one');
  expect(pending()).toEqual([]);
  expect(desk.audit.rows.map(({ answer }) => answer)).toEqual(['allowed', 'denied']);
});

test('what the agent asked and was allowed is written without a second question, that change alone and once', async () => {
  await writeFile(join(root, 'a.txt'), 'one two');
  const { write, asksItself, pending, asked, answer, at, files, acp } = await made();
  const edit = (toolCallId: string): ToolCallPatch => ({
    toolCallId,
    kind: 'edit',
    title: 'Edit a.txt',
    rawInput: { file_path: join(root, 'a.txt') },
    content: [{ type: 'diff', path: join(root, 'a.txt'), oldText: 'two', newText: 'TWO' }],
  });
  await asksItself(edit('c1'), 'yes');
  expect(await write('a.txt', 'one TWO')).toEqual({ ok: true, value: null });
  const again = write('a.txt', 'one TWO!');
  await asked();
  await answer('reject');
  expect(await again).toMatchObject({ error: { code: 'denied' } });
  await writeFile(at('a.txt'), 'one two');
  await asksItself(edit('c2'), 'yes');
  const other = write('a.txt', 'something else');
  await asked();
  await answer('reject');
  await other;
  files.turnStarts(acp);
  const late = write('a.txt', 'one TWO');
  await asked();
  await answer('reject');
  expect(await late).toMatchObject({ error: { code: 'denied' } });
  expect(pending()).toEqual([]);
});

test('a denial counts also for what was allowed before', async () => {
  const { write, asksItself } = await made();
  await asksItself(
    { toolCallId: 'c', kind: 'edit', title: 'Edit', rawInput: { path: join(root, 'a.txt') } },
    'yes',
  );
  await desk.engine.user.add([{ effect: 'deny', path: 'a.txt' }]);
  expect(await write('a.txt', 'x')).toMatchObject({ error: { code: 'denied' } });
});

test('a storm of writes ends in a question; a yes lets it go on, and time forgets', async () => {
  const { last, session, pending, asked, answer, clock } = await made();
  await session.chooseMode('accept-edits');
  let count = 0;
  const writes = (bytes: number) =>
    last.ask({
      toolCall: {
        toolCallId: `w${(count += 1)}`,
        kind: 'edit',
        title: 'a',
        rawInput: { path: join(root, 'a') },
      },
      options,
      own: { covered: false, quiet: false, bytes, doubt: null },
    });
  const half = BUDGET_BYTES / 2;
  expect(await writes(half)).toMatchObject({ kind: 'allow_once' });
  expect(await writes(half)).toMatchObject({ kind: 'allow_once' });
  const third = writes(1);
  await asked();
  expect(pending()[0]?.reason).toMatchObject({ type: 'write-budget' });
  await answer('yes');
  await third;
  expect(await writes(half)).toMatchObject({ kind: 'allow_once' });
  const fifth = writes(half);
  await asked();
  await answer('no');
  await fifth;
  await clock.advance(BUDGET_MINUTES * 60_000 + 1);
  expect(await writes(half)).toMatchObject({ kind: 'allow_once' });
});

test('what no rule has seen all of is asked, whatever allows it', async () => {
  await desk.engine.user.add([{ effect: 'allow', command: 'npm test' }]);
  const { last, asked, pending } = await made();
  void last.ask({
    toolCall: { toolCallId: 'c', kind: 'execute', title: 'npm test', rawInput: { command: 'npm test' } },
    options,
    own: { covered: false, quiet: false, bytes: 0, doubt: 'assignment' },
  });
  await asked();
  expect(pending()[0]?.reason).toEqual({ type: 'doubt', doubts: ['assignment'] });
});
