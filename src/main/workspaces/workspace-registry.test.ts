import { mkdir, mkdtemp, readFile, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkspaceRegistry } from './workspace-registry.ts';

let folder: string;
let file: string;
let time = 0;
const now = () => ++time;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'registry-')));
  file = join(folder, 'state', 'workspaces.json');
  await mkdir(join(folder, 'one'));
  await mkdir(join(folder, 'two'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

describe('workspace registry', () => {
  it('remembers opened folders over a restart, newest first', async () => {
    const registry = await openWorkspaceRegistry(file, now);
    await registry.open(join(folder, 'one'));
    await registry.open(join(folder, 'two'));
    expect(names((await openWorkspaceRegistry(file, now)).list())).toEqual(['two', 'one']);
  });

  it('takes a link and its target for the same workspace', async () => {
    await symlink(join(folder, 'one'), join(folder, 'link'));
    const registry = await openWorkspaceRegistry(file, now);
    const direct = await registry.open(join(folder, 'one'));
    const linked = await registry.open(join(folder, 'link'));
    expect(linked.ok && direct.ok && linked.value.id).toBe(direct.ok && direct.value.id);
    expect(registry.list()).toHaveLength(1);
  });

  it('says why a path cannot be a workspace', async () => {
    await writeFile(join(folder, 'file'), '');
    const registry = await openWorkspaceRegistry(file, now);
    const codeOf = async (path: string) => {
      const opened = await registry.open(path);
      return opened.ok ? 'opened' : opened.error.code;
    };
    expect(await codeOf('one')).toBe('not-absolute');
    expect(await codeOf(join(folder, 'none'))).toBe('not-found');
    expect(await codeOf(join(folder, 'file'))).toBe('not-a-folder');
    expect(await codeOf(join(folder, 'one'))).toBe('opened');
  });

  it('keeps a folder that is gone in the list, as missing', async () => {
    const registry = await openWorkspaceRegistry(file, now);
    await registry.open(join(folder, 'one'));
    await rm(join(folder, 'one'), { recursive: true });
    await registry.refresh();
    expect(registry.list()).toMatchObject([{ name: 'one', state: 'missing' }]);
  });

  it('removing forgets the entry and touches no file', async () => {
    const registry = await openWorkspaceRegistry(file, now);
    const opened = await registry.open(join(folder, 'one'));
    expect(await registry.remove(opened.ok ? opened.value.id : '')).toBe(true);
    expect(registry.list()).toEqual([]);
    expect(await readdir(folder)).toContain('one');
  });

  it('sets a list that it does not understand aside, and says so', async () => {
    await mkdir(join(folder, 'state'));
    await writeFile(file, '{ "version": 1, "workspaces": [');
    const registry = await openWorkspaceRegistry(file, now);
    await registry.open(join(folder, 'one'));
    const kept = (await readdir(join(folder, 'state'))).filter((name) => name.includes('unreadable'));
    expect(kept).toHaveLength(1);
    expect(registry.problem).toMatchObject({
      why: 'not-understood',
      keptAs: join(folder, 'state', kept[0] ?? ''),
    });
    expect(await readFile(join(folder, 'state', kept[0] ?? ''), 'utf8')).toBe(
      '{ "version": 1, "workspaces": [',
    );
  });

  it('leaves the list of a newer app as it is', async () => {
    await mkdir(join(folder, 'state'));
    await writeFile(file, '{ "version": 9 }');
    const registry = await openWorkspaceRegistry(file, now);
    await registry.open(join(folder, 'one'));
    expect(registry.list()).toHaveLength(1);
    expect(registry.problem).toMatchObject({ why: 'not-understood', keptAs: null });
    expect(await readFile(file, 'utf8')).toBe('{ "version": 9 }');
  });
});
