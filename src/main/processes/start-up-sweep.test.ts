import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { argvHash } from './lease.ts';
import type { Lease } from './lease.ts';
import { LeaseStore } from './lease-store.ts';
import { sweepAtStart } from './start-up-sweep.ts';
import { FakeSystem, HERE } from './testing/fake-system.ts';

let folder: string;
let store: LeaseStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sw-leases-'));
  store = new LeaseStore(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const uuids = ['1', '2', '3'].map((digit) => `0b1c2d3e-0000-4000-8000-00000000000${digit}`);

function lease(index: number, facts: Partial<Lease>): Lease {
  return {
    version: 1,
    uuid: uuids[index] ?? '',
    kind: 'agent',
    pid: 77,
    pgid: 77,
    startToken: 'token-77',
    place: HERE,
    argvHash: argvHash('agent', []),
    cwd: '/',
    ownerPid: 50,
    ownerToken: 'token-50',
    at: 1,
    ...facts,
  };
}

async function sweep(system: FakeSystem) {
  const notes = await sweepAtStart({ system, store, pace: { inputMs: 0, termMs: 20, killMs: 50 } });
  return { results: notes.map(({ result }) => result), left: (await readdir(folder)).length };
}

test('a tree whose owner is gone is ended with its group, its children and what carries its tag', async () => {
  await store.create(lease(0, {}));
  const system = new FakeSystem([
    { pid: 77, startToken: 'token-77', runId: uuids[0] ?? '', hearing: 'deaf' },
    { pid: 78, startToken: 'a', pgid: 77, ppid: 77 },
    { pid: 79, startToken: 'b', ppid: 77 },
    { pid: 80, startToken: 'c', runId: uuids[0] ?? '', hearing: 'deaf' },
    { pid: 81, startToken: 'd' },
  ]);
  expect(await sweep(system)).toEqual({ results: ['ended'], left: 0 });
  expect(system.pids).toEqual([81]);
});

test('a stranger with the pid is not touched, but what carries the tag is ended', async () => {
  await store.create(lease(0, {}));
  await store.create(lease(1, { pid: 90, pgid: 90 }));
  const system = new FakeSystem([
    { pid: 77, startToken: 'other' },
    { pid: 78, startToken: 'a', pgid: 77, ppid: 77 },
    { pid: 90, startToken: 'other' },
    { pid: 91, startToken: 'b', runId: uuids[1] ?? '' },
  ]);
  const { results, left } = await sweep(system);
  expect({ results: [...results].sort(), left }).toEqual({ results: ['ended', 'stranger-spared'], left: 0 });
  expect(system.signalled).toEqual([{ pid: 91, signal: 'SIGTERM' }]);
});

test('a run that was only announced is found by its tag', async () => {
  await store.create(lease(0, { pid: null, pgid: null, startToken: null }));
  const system = new FakeSystem([{ pid: 77, startToken: 'x', runId: uuids[0] ?? '' }]);
  expect(await sweep(system)).toEqual({ results: ['ended'], left: 0 });
});

test('what belongs to another instance that runs is left alone', async () => {
  await store.create(lease(0, {}));
  const system = new FakeSystem([
    { pid: 50, startToken: 'token-50' },
    { pid: 77, startToken: 'token-77', runId: uuids[0] ?? '' },
  ]);
  expect(await sweep(system)).toEqual({ results: ['left-alone'], left: 1 });
  expect(system.signalled).toEqual([]);
});

test('what does not die keeps its record', async () => {
  await store.create(lease(0, {}));
  const system = new FakeSystem([{ pid: 77, startToken: 'token-77', hearing: 'undying' }]);
  expect(await sweep(system)).toEqual({ results: ['leaked'], left: 1 });
});

test('on Windows the tree is ended by its root, if that still is the one', async () => {
  await store.create(lease(0, {}));
  await store.create(lease(1, { pid: 90, pgid: 90 }));
  const system = new FakeSystem(
    [
      { pid: 77, startToken: 'token-77' },
      { pid: 78, startToken: 'a', ppid: 77 },
      { pid: 90, startToken: 'other' },
    ],
    'win32',
  );
  const { results, left } = await sweep(system);
  expect({ results: [...results].sort(), left }).toEqual({ results: ['ended', 'stranger-spared'], left: 0 });
  expect(system.pids).toEqual([90]);
});

test('records that cannot be understood are kept; empty ones go once they are old', async () => {
  await writeFile(join(folder, `${uuids[0]}.lease`), '{"version":9}\n');
  await store.create(lease(1, { ownerPid: 50 }));
  await writeFile(join(folder, `${uuids[2]}.lease`), '');
  const fresh = await sweep(new FakeSystem([{ pid: 50, startToken: 'token-50' }]));
  expect({ results: [...fresh.results].sort(), left: fresh.left }).toEqual({
    results: ['left-alone', 'unreadable'],
    left: 3,
  });
  await utimes(join(folder, `${uuids[2]}.lease`), 1, 1);
  expect((await sweep(new FakeSystem([{ pid: 50, startToken: 'token-50' }]))).left).toBe(2);
});

test('without a folder there is nothing to do', async () => {
  await rm(folder, { recursive: true });
  expect(await sweepAtStart({ system: new FakeSystem([]), store })).toEqual([]);
});
