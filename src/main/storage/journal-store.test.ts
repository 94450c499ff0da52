import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SessionFacts } from '../../shared/session/select.ts';
import { type JournalStore, openJournalStore } from './journal-store.ts';
import { nodeFilePort } from './node-file-port.ts';
import { CrashFilePort } from './testing/crash-file-port.ts';
import { facts, owner, readAll } from './testing/journal-rig.ts';
import { problemsOf, sampleEvent, sampleEvents } from './testing/sample-events.ts';

let dataDir: string;
let store: JournalStore;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'switchyard-journal-'));
  store = await openJournalStore(dataDir, { app: '1.2.3' });
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function factsOf(id: string): SessionFacts {
  return { ...facts, id };
}

async function writeSession(id: string, count: number): Promise<void> {
  const log = store.openLog(factsOf(id), { summarize: () => ({ title: `title of ${id}` }) });
  await log.append(sampleEvents(1, count));
  await log.close();
}

test('on the real disk: written, read, reopened, with a large body and more than one append', async () => {
  const options = { largeEvery: 7 };
  for (let run = 0; run < 3; run += 1) {
    const log = store.openLog(factsOf('real'));
    for (let seq = run * 10 + 1; seq <= run * 10 + 10; seq += 1)
      await log.append([sampleEvent(seq, options)]);
    await log.close();
  }
  const read = await readAll(nodeFilePort, join(dataDir, 'sessions/real'));
  expect(problemsOf(read, { acked: 30, appendedTo: 30, options })).toEqual([]);
  expect(read.gaps).toEqual([]);
});

test('the list says of each session what its journal says', async () => {
  await writeSession('one', 3);
  await writeSession('two', 400);
  const listed = [...(await store.list())].sort((a, b) => a.id.localeCompare(b.id));
  expect(listed).toMatchObject([
    {
      type: 'journal',
      id: 'one',
      facts: factsOf('one'),
      app: '1.2.3',
      seq: 3,
      summary: { title: 'title of one' },
    },
    { type: 'journal', id: 'two', facts: factsOf('two'), writable: true, seq: 400, tornBytes: 0 },
  ]);
  const before = await store.inspect('one');
  const log = store.openLog(factsOf('one'));
  await log.append([sampleEvent(4)]);
  await log.close();
  const after = await store.inspect('one');
  expect(after).toMatchObject({ seq: 4, summary: { title: 'title of one' } });
  expect(after).not.toMatchObject({ stamp: before?.type === 'journal' ? before.stamp : '' });
});

test('what cannot be read is listed with its path and reason', async () => {
  const sessions = join(dataDir, 'sessions');
  await mkdir(join(sessions, 'empty'));
  await writeFile(join(sessions, 'file'), 'not a folder');
  await mkdir(join(sessions, 'folder/000001.jsonl'), { recursive: true });
  await mkdir(join(sessions, 'zero'));
  await writeFile(join(sessions, 'zero/000001.jsonl'), '');
  const listed = [...(await store.list())].sort((a, b) => a.id.localeCompare(b.id));
  expect(listed).toEqual([
    { type: 'unreadable', id: 'empty', path: join(sessions, 'empty'), why: 'empty', code: '' },
    { type: 'unreadable', id: 'file', path: join(sessions, 'file'), why: 'not-a-folder', code: '' },
    {
      type: 'unreadable',
      id: 'folder',
      path: `${sessions}/folder/000001.jsonl`,
      why: 'not-a-file',
      code: '',
    },
    { type: 'unreadable', id: 'zero', path: `${sessions}/zero/000001.jsonl`, why: 'empty', code: '' },
  ]);
});

test.each([
  ['EACCES', 'no-permission'],
  ['EIO', 'io'],
])('%s: the session is listed as unreadable and the others as they are', async (code, why) => {
  const files = new CrashFilePort();
  await files.makeFolder('/data');
  const lock = { self: owner('run', 1), probe: async () => ({ alive: false, startToken: null }) };
  const simulated = await openJournalStore('/data', { app: '1.2.3', files, lock });
  for (const id of ['bad', 'good']) {
    const log = simulated.openLog(factsOf(id));
    await log.append([sampleEvent(1)]);
    await log.close();
  }
  files.inject = ({ name, path }) => (name === 'open' && path.includes('/bad/') ? { code } : null);
  expect(await simulated.list()).toMatchObject([
    { type: 'unreadable', id: 'bad', path: '/data/sessions/bad/000001.jsonl', why, code },
    { type: 'journal', id: 'good', seq: 1 },
  ]);
});

test('a journal without a readable header is read and written on in a new segment', async () => {
  await writeSession('salvaged', 5);
  const folder = join(dataDir, 'sessions/salvaged');
  const path = join(folder, '000001.jsonl');
  const bytes = await readFile(path);
  bytes.fill(0, 0, 40);
  await writeFile(path, bytes);
  expect(await store.inspect('salvaged')).toMatchObject({ type: 'journal', facts: null, seq: 5 });
  const log = store.openLog(factsOf('salvaged'));
  await log.append([sampleEvent(6)]);
  await log.close();
  expect((await readFile(path)).equals(bytes)).toBe(true);
  const read = await readAll(nodeFilePort, folder);
  expect(problemsOf(read, { acked: 6, appendedTo: 6 })).toEqual([]);
  expect(read.gaps).toMatchObject([{ reason: 'damaged', file: '000001.jsonl', from: 0, missing: null }]);
  expect(await store.inspect('salvaged')).toMatchObject({ facts: factsOf('salvaged'), seq: 6 });
});

test('verify counts, and tells what is damaged', async () => {
  await writeSession('damaged', 30);
  expect(await store.verify('damaged')).toMatchObject({
    ok: true,
    value: { seq: 30, gaps: [], tornFiles: [] },
  });
  const path = join(dataDir, 'sessions/damaged/000001.jsonl');
  const bytes = await readFile(path);
  const middle = bytes.indexOf('\n', bytes.length / 2) + 30;
  bytes[middle]! ^= 4;
  await writeFile(path, bytes);
  const report = await store.verify('damaged');
  expect(report.ok && report.value.gaps).toHaveLength(1);
  expect(await store.verify('nobody')).toMatchObject({ ok: false, error: { code: 'not-found' } });
});

test('a session goes to the trash and comes back whole; one that is being written does not go', async () => {
  await writeSession('kept', 4);
  const log = store.openLog(factsOf('kept'));
  await log.append([sampleEvent(5)]);
  expect(await store.trash('kept')).toMatchObject({ ok: false, error: { code: 'in-use' } });
  expect(await store.lockOf('kept')).toBe('self');
  await log.close();
  const trashed = await store.trash('kept');
  if (!trashed.ok) throw new Error(trashed.error.message);
  expect(await store.list()).toEqual([]);
  expect(await store.trashed()).toEqual([trashed.value]);
  expect(await store.restore(trashed.value.name)).toEqual({ ok: true, value: null });
  expect(await store.trashed()).toEqual([]);
  expect(await store.inspect('kept')).toMatchObject({ seq: 5 });
  expect(await store.restore(trashed.value.name)).toMatchObject({ ok: false, error: { code: 'not-found' } });
  expect(await store.trash('../trash')).toMatchObject({ ok: false, error: { code: 'not-found' } });
});
