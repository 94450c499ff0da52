import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AgentSummary } from '../../shared/ipc/contract/agents.ts';
import { explainEnvironment } from '../processes/environment.ts';
import type { Environment } from '../processes/environment.ts';
import { ProcessRegistry } from '../processes/registry.ts';
import { openSettingsFile } from '../settings/settings-file.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import { AgentCatalogue } from './agent-catalogue.ts';
import { catalogueHandlers } from './catalogue-handlers.ts';
import { agentsHandlers } from './handlers.ts';

const bundled = { agentId: 'switchyard', name: 'Switchyard', command: '/x/electron', args: [], env: {} };
const { signal } = new AbortController();

let base: string;
let appEnv: Environment;
let processes: ProcessRegistry;
let file: SettingsFile;
let catalogue: AgentCatalogue;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'catalogue-'));
  await mkdir(join(base, 'bin'));
  appEnv = {
    PATH: [join(base, 'bin'), '/usr/bin', '/bin'].join(delimiter),
    HOME: base,
    ANTHROPIC_API_KEY: 'secret',
    OPENAI_BASE_URL: 'https://elsewhere.example',
    NPM_TOKEN: 'secret',
  };
  processes = new ProcessRegistry({ environment: async () => ({ appEnv, shellEnv: null }) });
  file = await openSettingsFile(join(base, 'settings.json'));
  await file.update(() => [{ path: ['agentRegistry'], value: null }]);
});
afterEach(async () => {
  await catalogue.close();
  file.close();
  await processes.stopAll({ deadlineMs: 1000 });
  await rm(base, { recursive: true, force: true });
});

async function program(name: string, body: string): Promise<string> {
  await writeFile(join(base, 'bin', name), `#!/bin/sh\n${body}\n`);
  await chmod(join(base, 'bin', name), 0o755);
  return join(base, 'bin', name);
}

async function open(): Promise<void> {
  catalogue = await AgentCatalogue.open({
    dataDir: base,
    bundled,
    settings: () => file.state.settings,
    supervisor: {
      processes,
      explainEnvironment: async (launchEnv, granted = []) => ({
        ...explainEnvironment({
          appEnv,
          shellEnv: null,
          launchEnv,
          granted,
          runId: '',
          platform: process.platform,
        }),
        shell: { state: 'read' },
      }),
      refreshEnvironment: async () => undefined,
    },
    isInUse: () => false,
    report: () => undefined,
  });
  file.subscribe(() => catalogue.settingsChanged());
  await catalogue.lookAround();
}

it('agents on the PATH can be used at once, and looking runs none of them', async () => {
  const goose = await program('goose', `touch '${join(base, 'was-run')}'`);
  await writeFile(join(base, 'bin', 'gemini'), 'not executable');
  await open();
  expect(catalogue.usable.map(({ id, origin }) => [id, origin])).toEqual([
    ['switchyard', 'bundled'],
    ['goose', 'found'],
  ]);
  expect(catalogue.launchOf('goose')).toEqual({
    agentId: 'goose',
    name: 'goose',
    command: goose,
    args: ['acp'],
    env: {},
  });
  await expect(readFile(join(base, 'was-run'))).rejects.toThrow('ENOENT');
});

it('keys of the person are held back from an agent until they are granted by name', async () => {
  await program('goose', 'true');
  await open();
  const handlers = catalogueHandlers(catalogue, file);
  const ask = async () => {
    const answer = await handlers['catalogue.environment']({ id: 'goose' }, { signal });
    return answer.ok ? answer.value : null;
  };
  const before = await ask();
  expect(before?.billing).toEqual([
    { name: 'ANTHROPIC_API_KEY', granted: false },
    { name: 'OPENAI_BASE_URL', granted: false },
  ]);
  expect(before?.withheld).toEqual(['NPM_TOKEN']);
  expect(JSON.stringify(before)).not.toContain('secret');
  await handlers['catalogue.configure'](
    { id: 'goose', settings: { env: {}, granted: ['ANTHROPIC_API_KEY'], options: {} } },
    { signal },
  );
  expect((await ask())?.billing[0]).toEqual({ name: 'ANTHROPIC_API_KEY', granted: true });
  expect(catalogue.launchOf('goose')?.granted).toEqual(['ANTHROPIC_API_KEY']);
});

it('a value that the page never saw is kept when the rest is changed', async () => {
  await program('goose', 'true');
  await open();
  const configure = catalogueHandlers(catalogue, file)['catalogue.configure'];
  const nothing = { granted: [], options: {} };
  await configure({ id: 'goose', settings: { ...nothing, env: { MY_VALUE: 'kept' } } }, { signal });
  await configure({ id: 'goose', settings: { ...nothing, env: { MY_VALUE: '' }, mode: 'plan' } }, { signal });
  expect(file.state.settings.agentSettings['goose']).toMatchObject({
    env: { MY_VALUE: 'kept' },
    mode: 'plan',
  });
  await configure({ id: 'goose', settings: { ...nothing, env: {} } }, { signal });
  expect(JSON.parse(await readFile(join(base, 'settings.json'), 'utf8'))).toEqual({
    agentRegistry: null,
    agentSettings: {},
  });
});

it('an installed agent whose Node is gone gets another one when it starts', async () => {
  const node = await program('node', 'echo v24.0.0');
  await mkdir(join(base, 'agents'));
  const current = {
    version: '1.0.0',
    folder: '1.0.0',
    at: 1,
    name: 'Tool',
    run: { type: 'node', script: 'cli.js', range: '>=22', node: join(base, 'gone', 'node') },
    args: [],
    env: {},
  };
  await writeFile(
    join(base, 'agents', 'installed.json'),
    JSON.stringify({ version: 1, agents: { tool: { current, previous: null } } }),
  );
  await open();
  const launch = catalogue.launchOf('tool');
  expect(launch?.command).toBe(join(base, 'gone', 'node'));
  expect(launch === null ? null : (await catalogue.prepare(launch, signal)).command).toBe(node);
  expect(catalogue.launchOf('tool')?.command).toBe(node);
});

it('the list that sessions are started from is told only when it has changed', async () => {
  await program('goose', 'true');
  await open();
  const lists: (readonly AgentSummary[])[] = [];
  const changed = new Promise<void>((resolve) => {
    void agentsHandlers(file, catalogue)['agents.watch'](
      {},
      {
        emit: (list) => {
          lists.push(list);
          if (lists.length === 2) resolve();
        },
        end: () => undefined,
        signal,
      },
    );
  });
  // A change that this list does not show.
  const told = new Promise<void>((resolve) => void catalogue.subscribe(resolve));
  await file.update(() => [{ path: ['theme'], value: 'dark' }]);
  await told;
  await file.update(() => [{ path: ['agents'], value: [{ id: 'mine', name: 'Mine', command: 'mine' }] }]);
  await changed;
  expect(lists.map((list) => list.map(({ id }) => id))).toEqual([
    ['switchyard', 'goose'],
    ['switchyard', 'mine', 'goose'],
  ]);
});
