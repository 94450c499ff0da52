import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import bundled from '../../../../resources/agent-registry.json';
import { serveFiles } from '../install/testing/archives.ts';
import type { FileServer } from '../install/testing/archives.ts';
import { RegistrySource } from './registry-source.ts';

const own = bundled.agents.map(({ id }) => id).sort();
let folder: string;
let server: FileServer;
let url: string | null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registry-'));
  server = await serveFiles();
  url = `${server.origin}/registry.json`;
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

function open(now = 1000): RegistrySource {
  return new RegistrySource({
    file: join(folder, 'agent-registry.json'),
    url: () => url,
    machine: { platform: 'linux', arch: 'x64' },
    now: () => now,
    onChange: () => undefined,
    report: () => undefined,
  });
}

function put(agents: readonly unknown[]): void {
  server.files.set('/registry.json', Buffer.from(JSON.stringify({ version: '1.0.0', agents })));
}

const idsOf = (source: RegistrySource) => source.entries.map(({ id }) => id).sort();
const entry = (id: string) => ({ id, name: id, version: '1.0.0', distribution: { npx: { package: id } } });

it('offline, the copy of the app is there, and the reason is said without being an error', async () => {
  await server.close();
  const source = open();
  await source.load();
  await source.refresh();
  expect(idsOf(source)).toEqual(own);
  expect(source.state).toMatchObject({ origin: 'bundled', refresh: 'idle', online: true });
  expect(source.state.problem).toContain('was not reached');
  server = await serveFiles();
});

it('a newer list is kept with its date, and is there at the next start', async () => {
  put([entry('new-one'), { id: 'bad' }]);
  await open(5000).refresh();
  const source = open(6000);
  await source.load();
  expect(idsOf(source)).toEqual(['new-one']);
  expect(source.state).toEqual({
    origin: 'fetched',
    at: 5000,
    refresh: 'idle',
    online: true,
    problem: null,
  });
  expect([source.isStale, open(5000 + 25 * 3_600_000).isStale]).toEqual([false, true]);
});

it('a list that cannot be read, or is empty by mistake, replaces nothing', async () => {
  put([entry('new-one')]);
  const source = open();
  await source.refresh();
  for (const text of ['<html>', '{}', JSON.stringify({ agents: [{ id: 'bad' }] })]) {
    server.files.set('/registry.json', Buffer.from(text));
    await source.refresh();
    expect(idsOf(source)).toEqual(['new-one']);
    expect(source.state.problem).not.toBeNull();
  }
});

it('a kept copy that was damaged is left out of account', async () => {
  await writeFile(join(folder, 'agent-registry.json'), '{ "url": ');
  const source = open();
  await source.load();
  expect(idsOf(source)).toEqual(own);
});

it('an agent without a program for this machine falls back on the way that the app knows', async () => {
  const binary = { 'darwin-aarch64': { archive: 'https://a.example/x.zip', cmd: 'x' } };
  put([{ id: 'opencode', name: 'OpenCode', version: '9.0.0', distribution: { binary } }]);
  const source = open();
  await source.refresh();
  expect(source.entries.map(({ id, npx }) => [id, npx?.cmd])).toEqual([['opencode', 'opencode']]);
});

it('without an address nothing is asked', async () => {
  url = null;
  put([entry('new-one')]);
  const source = open();
  await source.refresh();
  expect(source.state).toMatchObject({ origin: 'bundled', online: false, problem: null });
  await expect(readFile(join(folder, 'agent-registry.json'))).rejects.toThrow('ENOENT');
});
