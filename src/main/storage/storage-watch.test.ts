import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StorageState } from '../../shared/ipc/contract/storage.ts';
import { BALLAST_BYTES } from './disk-limits.ts';
import { JournalsHealth } from './journal-health.ts';
import { type StorageWatch, openStorageWatch } from './storage-watch.ts';

let folder: string;
let watch: StorageWatch;
const waiting: (() => void)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchyard-storage-'));
  waiting.length = 0;
  watch = await openStorageWatch({
    dataDir: folder,
    safeMode: false,
    problems: [],
    freeBytes: async () => 1e12,
    after(_ms, run) {
      waiting.push(run);
      return () => undefined;
    },
  });
});
afterEach(async () => {
  watch.close();
  await rm(folder, { recursive: true, force: true });
});

function until(matches: (state: StorageState) => boolean): Promise<StorageState> {
  return new Promise((resolve) => {
    const look = (state: StorageState) => {
      if (!matches(state)) return;
      stop();
      resolve(state);
    };
    const stop = watch.subscribe(look);
    look(watch.state);
  });
}

test('tells of the disk, of journals that wait, and gives the ballast free when one has no room', async () => {
  await until(({ disk }) => disk === 'ok');
  expect((await stat(join(folder, 'ballast'))).size).toBe(BALLAST_BYTES);
  const journals = new JournalsHealth();
  watch.follow(journals);
  const journal = {};
  journals.changed(journal, { name: 'paused', fault: 'disk-full' });
  await until(({ disk, paused }) => disk === 'full' && paused === 1);
  await expect(stat(join(folder, 'ballast'))).rejects.toThrow();
  journals.changed(journal, { name: 'ready' });
  await until(({ disk, paused }) => disk === 'ok' && paused === 0);
  journals.changed(journal, { name: 'read-only', reason: { why: 'lock-lost' } });
  expect(watch.state.readOnly).toBe(1);
  journals.changed(journal, { name: 'closed' });
  expect(watch.state.readOnly).toBe(0);
});

test('counts what the sessions take while somebody looks', async () => {
  await mkdir(join(folder, 'sessions/one/blobs'), { recursive: true });
  await writeFile(join(folder, 'sessions/one/000001.jsonl'), 'x'.repeat(1000));
  await writeFile(join(folder, 'sessions/one/blobs/b'), 'x'.repeat(234));
  expect(watch.state.sessionsBytes).toBeNull();
  const counted = until(({ sessionsBytes }) => sessionsBytes !== null);
  for (const run of waiting.splice(0)) run();
  expect(await counted).toMatchObject({ sessionsBytes: 1234, sessionsAreLarge: false });
});
