import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PermissionRequest } from '../../shared/permission/permission-request.ts';
import { PermissionEngine } from './permission-engine.ts';

let folder: string;
let workspace: string;
let engine: PermissionEngine;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-'));
  workspace = join(folder, 'w');
  await mkdir(join(workspace, '.switchyard'), { recursive: true });
  engine = await PermissionEngine.open({
    path: join(folder, 'data/permissions.json'),
    dataDir: join(folder, 'data'),
    home: '/home/dev',
    now: () => 1000,
  });
});
afterEach(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const run = (command: string): PermissionRequest => ({
  kind: 'execute',
  toolName: null,
  mcp: null,
  commands: [command],
  paths: [],
  hosts: [],
  cwd: workspace,
  workspace,
  agentId: 'a',
  sessionId: 's',
  complete: true,
});
const session = (over = {}) => ({ workspace, rules: [], mode: null, ...over });

test('rules of the person, of the workspace and of the session count, each at once when it changes', async () => {
  expect((await engine.decide(run('npm test'), session())).effect).toBe('ask');
  await engine.user.add([{ effect: 'allow', command: 'npm test' }]);
  expect((await engine.decide(run('npm test'), session())).effect).toBe('allow');
  const changed = vi.fn();
  engine.subscribe(changed);
  await writeFile(
    join(workspace, '.switchyard/permissions.json'),
    '{"rules":[{"effect":"deny","command":"npm"}]}',
  );
  await vi.waitFor(() => expect(changed).toHaveBeenCalled());
  expect(await engine.decide(run('npm test'), session())).toMatchObject({
    effect: 'deny',
    reason: { layer: 'workspace' },
  });
  const rules = [{ effect: 'allow' as const, command: 'make x', layer: 'session' as const, id: 's' }];
  expect((await engine.decide(run('ls2'), session({ rules }))).effect).toBe('ask');
});

test('the mode is the session’s, else the workspace’s as the person set it, else the general one; a workspace tightens it', async () => {
  expect(await engine.modeOf(session())).toBe('ask');
  await engine.user.setMode('accept-edits', null);
  expect(await engine.modeOf(session())).toBe('accept-edits');
  await engine.user.setMode('autonomous', workspace);
  expect(await engine.modeOf(session())).toBe('autonomous');
  expect(await engine.modeOf(session({ mode: 'plan-safe' }))).toBe('plan-safe');
  await (await engine.workspaceRules(workspace)).setMode('read-only', null);
  expect(await engine.modeOf(session())).toBe('read-only');
});

test('the app’s own files are nobody’s to write', async () => {
  await engine.user.add([{ effect: 'allow', path: '/**' }]);
  const path = join(folder, 'data/settings.json');
  const request = {
    ...run(''),
    kind: 'edit' as const,
    commands: [],
    paths: [{ path, access: 'write' as const }],
  };
  expect(await engine.decide(request, session({ mode: 'autonomous' }))).toMatchObject({
    effect: 'deny',
    reason: { layer: 'built-in' },
  });
});
