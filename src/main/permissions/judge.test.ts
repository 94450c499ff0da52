import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallFacts } from '../../shared/permission/request-of-call.ts';
import { PermissionEngine } from './permission-engine.ts';
import { judge, realPath } from './judge.ts';

let folder: string;
let workspace: string;
let engine: PermissionEngine;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'judge-')));
  workspace = join(folder, 'w');
  await mkdir(join(workspace, 'src'), { recursive: true });
  await mkdir(join(folder, 'out'));
  engine = await PermissionEngine.open({
    path: join(folder, 'data/permissions.json'),
    dataDir: join(folder, 'data'),
    home: folder,
    now: () => 1,
  });
});
afterEach(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const judged = (call: Partial<CallFacts>) =>
  judge(
    engine,
    {
      call: { kind: 'edit', name: null, rawInput: undefined, content: [], locations: [], ...call },
      cwd: workspace,
      sessionId: 's',
      agentId: 'a',
      mcp: null,
    },
    { workspace, rules: [], mode: 'accept-edits' },
    folder,
  );

test('a link that leads out of the workspace is outside, also where the file is not there yet', async () => {
  await symlink(join(folder, 'out'), join(workspace, 'link'));
  expect((await judged({ rawInput: { path: 'src/new.ts' } })).verdict.effect).toBe('allow');
  const { request, verdict, offers } = await judged({ rawInput: { path: 'link/deep/new.ts' } });
  expect(request.paths).toEqual([{ path: join(folder, 'out/deep/new.ts'), access: 'write' }]);
  expect(verdict).toMatchObject({ effect: 'ask', reason: { type: 'outside' } });
  expect(offers).toEqual([]);
});

test('a dangling link counts where it stands, and a link into a protected place is protected', async () => {
  await symlink(join(folder, 'nowhere'), join(workspace, 'dangling'));
  expect(await realPath(workspace, 'dangling')).toBe(join(workspace, 'dangling'));
  await mkdir(join(workspace, '.git'));
  await writeFile(join(workspace, '.git/config'), '');
  await symlink(join(workspace, '.git'), join(workspace, 'plain'));
  expect((await judged({ rawInput: { path: 'plain/config' } })).verdict.reason.type).toBe('protected');
});

test('what is asked brings the rules that could be kept; what is decided does not', async () => {
  const asked = await judged({ kind: 'execute', rawInput: { command: 'npm test' } });
  expect(asked.verdict.effect).toBe('ask');
  expect(asked.offers[0]).toEqual([{ effect: 'allow', agent: 'a', command: 'npm test' }]);
  expect((await judged({ rawInput: { path: 'src/a.ts' } })).offers).toEqual([]);
});
