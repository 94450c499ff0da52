import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PermissionsState } from '../../shared/ipc/contract/permissions.ts';
import { emptySessionState } from '../../shared/session/state.ts';
import { permissionsHandlers } from './handlers.ts';
import { PermissionDesk } from './permission-desk.ts';

let folder: string;
let desk: PermissionDesk;
const sessionId = '0b6a2e9e-7c55-4f0c-9a64-0a4f1f8d0001';
const facts = { id: sessionId, workspaceId: 'w', agentId: 'a', agentName: 'A', cwd: '', createdAt: 0 };

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'handlers-')));
  await mkdir(join(folder, 'w'));
  desk = await PermissionDesk.open({
    dataDir: join(folder, 'data'),
    home: null,
    now: () => 9,
    report: () => undefined,
  });
});
afterEach(async () => {
  await desk.close();
  await rm(folder, { recursive: true });
});

const handlers = () =>
  permissionsHandlers({
    desk,
    workspaceOf: (id) => (id === 'w' ? { path: join(folder, 'w') } : null),
    sessionState: (id) => (id === sessionId ? { ...emptySessionState, chosenMode: 'read-only' } : null),
    now: () => 9,
  });
const context = { signal: new AbortController().signal } as never;
type Answer = {
  readonly ok: boolean;
  readonly value: Readonly<Record<string, unknown>>;
  readonly error: { readonly code: string };
};
const call = async (name: keyof ReturnType<typeof handlers>, input: object): Promise<Answer> => {
  const handler = handlers()[name] as unknown as (input: object, context: never) => Promise<Answer>;
  return handler(input, context);
};

/** Decisions of the person on the list. */
async function answered(...commands: readonly string[]) {
  const { judge, decided } = desk.forSession({ ...facts, cwd: join(folder, 'w') }, () => []);
  for (const command of commands) {
    const call = { kind: 'execute' as const, name: null, rawInput: { command }, content: [], locations: [] };
    const judgement = await judge(call, { rules: [], chosenMode: null });
    const outcome = { outcome: 'selected', optionId: 'yes', kind: 'allow_once' } as const;
    decided({ requestId: command, judgement, outcome, askedAt: 1, took: 2 });
  }
}

test('a request is tried with the rules that hold, in a session with its own mode', async () => {
  const asks = { type: 'command', command: 'npm test' };
  const plain = { workspaceId: 'w', sessionId: null, agentId: 'a', asks };
  expect(await call('permissions.test', plain)).toMatchObject({
    value: { mode: 'ask', verdict: { effect: 'ask' } },
  });
  await call('permissions.add', { rules: [{ effect: 'allow', command: 'npm test' }] });
  expect(await call('permissions.test', plain)).toMatchObject({ value: { verdict: { effect: 'allow' } } });
  expect(await call('permissions.test', { ...plain, sessionId })).toMatchObject({
    value: { mode: 'read-only', verdict: { effect: 'deny' } },
  });
  const path = { ...plain, asks: { type: 'path', path: '../x', access: 'write' } };
  expect(await call('permissions.test', path)).toMatchObject({
    value: { verdict: { reason: { type: 'outside' } } },
  });
  expect(await call('permissions.test', { ...plain, workspaceId: 'no' })).toMatchObject({
    error: { code: 'no-workspace' },
  });
});

test('a changed file is tried on the last requests before it is kept', async () => {
  await answered('npm test', 'npm run build', 'npm test');
  const text = '{"rules":[{"effect":"allow","command":"npm test"},{"effect":"allow","command":"npx *"}]}';
  const tried = await call('permissions.dryRun', { text });
  expect(tried).toMatchObject({ value: { checked: 3, problems: [{ line: 1 }] } });
  expect(tried.value['changes']).toMatchObject([
    { before: { effect: 'ask' }, after: { effect: 'allow' } },
    { before: { effect: 'ask' }, after: { effect: 'allow' } },
  ]);
  expect(desk.engine.user.state.rules).toEqual([]);
});

test('answers given again and again are offered as a rule; one no takes that back', async () => {
  await answered('npm test', 'npm test');
  expect(await call('permissions.suggestions', {})).toMatchObject({ value: [] });
  await answered('npm test');
  expect(await call('permissions.suggestions', {})).toMatchObject({
    value: [{ count: 3, rules: [{ command: 'npm test', workspace: join(folder, 'w'), agent: 'a' }] }],
  });
});

test('windows hear of rules and of how often they are used', async () => {
  const heard: PermissionsState[] = [];
  const sink = { emit: (state: PermissionsState) => void heard.push(state), end: () => undefined };
  const stop = await handlers()['permissions.watch']({}, sink as never);
  await call('permissions.add', { rules: [{ effect: 'deny', command: 'rm' }] });
  await vi.waitFor(() => expect(heard.at(-1)?.rules).toHaveLength(1));
  const ruleId = heard.at(-1)?.rules[0]?.id ?? '';
  await call('permissions.setMode', { mode: 'accept-edits', workspaceId: 'w' });
  await vi.waitFor(() => expect(heard.at(-1)?.modes).toEqual({ [join(folder, 'w')]: 'accept-edits' }));
  await call('permissions.remove', { ruleId });
  await vi.waitFor(() => expect(heard.at(-1)?.rules).toEqual([]));
  if (typeof stop === 'function') stop();
});
