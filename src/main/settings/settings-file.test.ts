import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SettingsState } from '../../shared/ipc/contract/settings.ts';
import { openSettingsFile, type SettingsFile } from './settings-file.ts';

let folder: string;
let path: string;
let file: SettingsFile | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settings-'));
  path = join(folder, 'settings.json');
});
afterEach(async () => {
  file?.close();
  file = null;
  await rm(folder, { recursive: true, force: true });
});

describe('settings file', () => {
  it('starts with the defaults when there is no file, and writes nothing by itself', async () => {
    file = await openSettingsFile(path);
    expect(file.state.settings.theme).toBe('system');
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });

  it('keeps comments when a value changes', async () => {
    await writeFile(path, '{\n  // mine\n  "theme": "light"\n}\n');
    file = await openSettingsFile(path);
    expect(await file.update(() => [{ path: ['theme'], value: 'dark' }])).toEqual({ ok: true, value: null });
    expect(await readFile(path, 'utf8')).toBe('{\n  // mine\n  "theme": "dark"\n}\n');
  });

  it('never overwrites a file that does not parse, and keeps the last good settings', async () => {
    await writeFile(path, '{ "theme": "dark" }');
    file = await openSettingsFile(path);
    await writeFile(path, '{ "theme": ');
    const result = await file.update(() => [{ path: ['language'], value: 'en' }]);
    expect(result).toMatchObject({ ok: false, error: { code: 'file-broken' } });
    expect(await readFile(path, 'utf8')).toBe('{ "theme": ');
    expect(file.state.settings.theme).toBe('dark');
    expect(file.state.problem).toMatchObject({ line: 1 });
  });

  it('refuses an edit that would break the file', async () => {
    file = await openSettingsFile(path);
    expect(await file.update(() => [{ path: ['theme'], value: 'pink' }])).toMatchObject({ ok: false });
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });

  it('applies updates one at a time, so that none is lost', async () => {
    file = await openSettingsFile(path);
    const opened = file;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        opened.update(({ agents }) => [
          { path: ['agents', agents.length], value: { id: `a${index}`, name: 'A', command: 'a' } },
        ]),
      ),
    );
    expect(file.state.settings.agents.map((agent) => agent.id).sort()).toEqual(
      Array.from({ length: 20 }, (_, index) => `a${index}`).sort(),
    );
  });

  it('tells listeners of a change made by hand', async () => {
    await writeFile(path, '{}');
    file = await openSettingsFile(path);
    const opened = file;
    const changed = new Promise<SettingsState>((resolve) => opened.subscribe(resolve));
    await writeFile(path, '{ "theme": "dark" }');
    expect((await changed).settings.theme).toBe('dark');
  });
});
