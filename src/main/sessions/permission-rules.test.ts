import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PermissionOption, ToolCallPatch } from '../../shared/session/content.ts';
import { PermissionDesk } from '../permissions/permission-desk.ts';
import { busySession } from './testing/make-session.ts';

let folder: string;
let desk: PermissionDesk;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'rules-')));
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

const facts = { id: 's1', workspaceId: 'w1', agentId: 'fake', agentName: 'Fake', cwd: '/repo', createdAt: 0 };
const options: readonly PermissionOption[] = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];
const running = (command: string, toolCallId = 'c1'): ToolCallPatch => ({
  toolCallId,
  kind: 'execute',
  title: 'Run',
  rawInput: { command },
});

async function made() {
  const session = await busySession({}, { permissions: desk.forSession(facts, () => []) });
  const answers: string[] = [];
  const ask = (toolCall: ToolCallPatch, offered = options) => {
    void session.agent.last.ask({ toolCall, options: offered }).then((outcome) => {
      answers.push(outcome.outcome === 'selected' ? outcome.optionId : outcome.why);
    });
  };
  const answered = (count: number) => vi.waitFor(() => expect(answers).toHaveLength(count));
  const pending = (count = 1) =>
    vi.waitFor(() => {
      expect(session.session.state.permissions).toHaveLength(count);
      return session.session.state.permissions;
    });
  return { ...session, ask, answers, answered, pending };
}

test('an allowing rule answers once and silently, on record with the rule that decided', async () => {
  await desk.engine.user.add([{ effect: 'allow', command: 'npm test' }]);
  const { ask, answers, answered, events, session } = await made();
  ask(running('npm test'));
  await answered(1);
  expect(answers).toEqual(['yes']);
  expect(session.state.permissions).toEqual([]);
  const settled = events.find(({ type }) => type === 'permission-settled');
  expect(settled).toMatchObject({ outcome: { by: { type: 'rule', layer: 'user', what: 'npm test' } } });
  expect(desk.audit.rows).toMatchObject([{ answer: 'allowed', by: { type: 'rule' }, sessionId: 's1' }]);
});

test('a denying rule answers no, and the person is not asked', async () => {
  await desk.engine.user.add([{ effect: 'deny', command: 'rm' }]);
  const { ask, answers, answered } = await made();
  ask(running('sudo rm x'));
  ask(running('rm y', 'c2'), options.slice(0, 2));
  await answered(2);
  expect(answers).toEqual(['no', 'denied']);
});

test('what no rule covers is asked with its reason; the answer can be kept for the session, and is silent then', async () => {
  const { ask, answers, answered, pending, session } = await made();
  ask(running('npm test'));
  const [request] = await pending();
  expect(request).toMatchObject({
    reason: { type: 'no-rule' },
    offers: [[{ command: 'npm test' }], [{ command: 'npm test *' }]],
  });
  const requestId = request?.requestId ?? '';
  const kept = await session.answerPermission(requestId, 'yes', { offer: 0, scope: 'session' });
  expect(kept).toEqual({ ok: true, value: null });
  expect(session.state.rules).toMatchObject([{ command: 'npm test', layer: 'session', agent: 'fake' }]);
  ask(running('npm test', 'c2'));
  await answered(2);
  expect(answers).toEqual(['yes', 'yes']);
  expect(desk.engine.user.state.rules).toEqual([]);
  await session.revokeRule(session.state.rules[0]?.id ?? '');
  ask(running('npm test', 'c3'));
  await pending();
});

test('kept for the workspace it is a rule of the person for that workspace', async () => {
  const { ask, pending, session } = await made();
  ask(running('npm test'));
  const [request] = await pending();
  await session.answerPermission(request?.requestId ?? '', 'yes', { offer: 1, scope: 'workspace' });
  expect(desk.engine.user.state.rules).toMatchObject([
    { command: 'npm test *', workspace: '/repo', agent: 'fake' },
  ]);
});

test('only a yes for once can be kept, and only what was offered', async () => {
  const { ask, pending, session, answers } = await made();
  ask(running('npm test'));
  const requestId = (await pending())[0]?.requestId ?? '';
  for (const [optionId, offer] of [
    ['always', 0],
    ['no', 0],
    ['yes', 7],
  ] as const) {
    const answer = await session.answerPermission(requestId, optionId, { offer, scope: 'session' });
    expect(answer).toMatchObject({ ok: false, error: { code: 'no-option' } });
  }
  expect(session.state.rules).toEqual([]);
  expect(answers).toEqual([]);
});

test('a rule that cannot be kept answers nothing', async () => {
  const session = await busySession(
    {},
    {
      permissions: {
        ...desk.forSession(facts, () => []),
        keepRules: async () => ({ ok: false, error: { code: 'write-failed', message: 'no room' } }),
      },
    },
  );
  void session.agent.last.ask({ toolCall: running('npm test'), options });
  await vi.waitFor(() => expect(session.session.state.permissions).toHaveLength(1));
  const requestId = session.session.state.permissions[0]?.requestId ?? '';
  const answer = await session.session.answerPermission(requestId, 'yes', { offer: 0, scope: 'everywhere' });
  expect(answer).toMatchObject({ ok: false, error: { code: 'not-kept' } });
  expect(session.session.state.permissions).toHaveLength(1);
});

test('the mode of the session decides where no rule does', async () => {
  const { ask, answers, answered, session } = await made();
  await session.chooseMode('autonomous');
  ask(running('npm run build'));
  await answered(1);
  expect(answers).toEqual(['yes']);
});

test('six ways to leave a plan are the person’s to choose from, whatever the mode', async () => {
  const { ask, pending, session } = await made();
  await session.chooseMode('autonomous');
  const plan: readonly PermissionOption[] = ['a', 'b', 'c'].flatMap((id) => [
    { optionId: `${id}1`, name: id, kind: 'allow_always' as const },
    { optionId: `${id}2`, name: id, kind: 'allow_once' as const },
  ]);
  ask({ toolCallId: 'p', kind: 'switch_mode', title: 'Leave the plan', rawInput: { plan: 'x' } }, plan);
  expect((await pending())[0]?.options).toHaveLength(6);
});

test('an answer by rule that cannot be saved allows nothing', async () => {
  await desk.engine.user.add([{ effect: 'allow', command: 'npm test' }]);
  const { ask, answers, answered, log } = await made();
  log.broken = true;
  ask(running('npm test'));
  await answered(1);
  expect(answers).toEqual(['turn-cancelled']);
});
