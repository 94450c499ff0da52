/** Whatever happens to the file of the index, the journals bring it back. */
import { copyFile, open, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chunk, ended, turn } from '../../../shared/session/testing/events.ts';
import type { IndexEngine } from './index-engine.ts';
import { INDEX_FILE } from './index-file.ts';
import { tablesOf } from './index-tables.ts';
import {
  type IndexRig,
  NOW,
  createIndexRig,
  factsOf,
  openDatabase,
  shown,
  upToDate,
} from './testing/index-rig.ts';

let rig: IndexRig;
let file: string;
beforeEach(async () => {
  rig = await createIndexRig();
  file = join(rig.dataDir, INDEX_FILE);
  for (let session = 0; session < 8; session += 1) {
    await rig.write(
      factsOf(`s${session}`),
      Array.from({ length: 40 }, (_, index) => [
        turn(`t${index}`, `needle ${session} ${index} ${'word '.repeat(index)}`),
        chunk('agent', `answer ${'and more of it '.repeat(20)}`),
        ended(`t${index}`),
      ]).flat(),
    );
  }
});
afterEach(() => rig.close());

const HITS = 8 * 3;
async function hitsOf(engine: IndexEngine): Promise<number> {
  return shown(await engine.search({ text: 'needle', limit: 200 })).length;
}

/** The control: takes the file as it is. */
function naiveHits(): number {
  const db = openDatabase(file);
  try {
    const { groups } = tablesOf(db, () => NOW).search.page({ text: 'needle', limit: 200 });
    return groups.reduce((sum, { hits }) => sum + hits.length, 0);
  } finally {
    db.close();
  }
}

async function built(): Promise<void> {
  const engine = await upToDate(rig.engine());
  expect(await hitsOf(engine)).toBe(HITS);
  await engine.close();
}

const putAside = async () => (await readdir(rig.dataDir)).filter((name) => name.startsWith('index.db.old-'));

/** Fails in the naive one: wrong, or not at all. */
function expectNaiveToFail(): void {
  let hits: number | string;
  try {
    hits = naiveHits();
  } catch (error) {
    hits = (error as Error).message;
  }
  expect(hits).not.toBe(HITS);
}

const damages: Readonly<Record<string, () => Promise<void>>> = {
  'no database at all': () => writeFile(file, 'not a database, only text '.repeat(500)),
  'its first page zeroed': async () => overwrite(0, Buffer.alloc(4096)),
  'cut off in the middle': async () => {
    const handle = await open(file, 'r+');
    await handle.truncate(Math.floor((await stat(file)).size / 8192) * 4096);
    await handle.close();
  },
  'every other page overwritten': async () => {
    const { size } = await stat(file);
    for (let at = 4096; at < size; at += 8192) await overwrite(at, Buffer.alloc(4096, 0xa5));
  },
};

async function overwrite(at: number, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(bytes, 0, bytes.length, at);
  await handle.close();
}

for (const [name, damage] of Object.entries(damages)) {
  test(`${name}: put aside and made anew`, async () => {
    await built();
    await damage();
    expectNaiveToFail();
    const engine = await upToDate(rig.engine());
    expect(await hitsOf(engine)).toBe(HITS);
    expect(await putAside()).toHaveLength(1);
  });
}

test('damage that shows only while it is used is survived by the question that meets it', async () => {
  await built();
  const engine = rig.engine();
  await engine.opened();
  const { size } = await stat(file);
  for (let at = 4096; at < size; at += 4096) await overwrite(at, Buffer.alloc(4096, 0xa5));
  await engine.search({ text: 'needle' });
  await engine.settled();
  expect(await hitsOf(engine)).toBe(HITS);
  expect(await putAside()).toHaveLength(1);
});

test('a file of another version is put aside and made anew', async () => {
  await built();
  const db = openDatabase(file);
  db.exec('PRAGMA user_version = 99; DROP TABLE words');
  db.close();
  expectNaiveToFail();
  expect(await hitsOf(await upToDate(rig.engine()))).toBe(HITS);
  expect(await putAside()).toHaveLength(1);
});

test('a write-ahead file that belongs to another database is not read into a new one', async () => {
  await built();
  const engine = await upToDate(rig.engine());
  await rig.write(factsOf('s1'), [chunk('agent', 'later')]);
  await upToDate(engine);
  await copyFile(`${file}-wal`, `${file}-kept`);
  await engine.close();
  await rm(file);
  await copyFile(`${file}-kept`, `${file}-wal`);
  const again = await upToDate(rig.engine());
  expect(await hitsOf(again)).toBe(HITS);
  expect(await again.verify(() => undefined, new AbortController().signal)).toMatchObject({
    ok: 8,
    indexDamaged: false,
  });
});

test('only two of those put aside are kept', async () => {
  await built();
  for (let time = 1; time <= 4; time += 1) await writeFile(`${file}.old-${time}`, String(time));
  await writeFile(file, 'broken '.repeat(1000));
  await upToDate(rig.engine());
  expect((await putAside()).sort()).toEqual([`index.db.old-${NOW}`, 'index.db.old-4'].sort());
  expect(await readFile(`${file}.old-${NOW}`, 'utf8')).toContain('broken');
});

test('verify names what is wrong, repair makes it right and touches no journal', async () => {
  const engine = await upToDate(rig.engine());
  await overwriteJournal('s0');
  const db = openDatabase(file);
  db.exec(`
    UPDATE entry SET text = 'forged' WHERE key = (SELECT max(key) FROM entry);
    UPDATE turn SET hash = 'other' WHERE key = (SELECT min(key) FROM turn);
    DELETE FROM turn WHERE key = (SELECT max(key) FROM turn);
    INSERT INTO entry (key, session, turn, role, at, text) VALUES (1, 1, 999999, 0, 0, 'of nobody');
  `);
  db.close();
  const journals = await contentOf('sessions');
  const never = new AbortController().signal;
  const before = await engine.verify(() => undefined, never);
  expect(before.sessions.filter(({ verdict }) => verdict !== 'ok')).toMatchObject([
    { id: 's0', verdict: 'gaps' },
  ]);
  expect(before.sessions.filter(({ indexDiffers }) => indexDiffers).length).toBeGreaterThan(0);
  expect(before.orphans).toBeGreaterThan(0);
  expect(await engine.repair()).toMatchObject({ rebuilt: false });
  await engine.settled();
  const after = await engine.verify(() => undefined, never);
  expect(after.sessions).toMatchObject([{ id: 's0', verdict: 'gaps', indexDiffers: false }]);
  expect(after.orphans).toBe(0);
  expect(await contentOf('sessions')).toEqual(journals);
});

test('verify tells torn ends, newer formats and unreadable sessions apart, and can be stopped', async () => {
  const segment = (id: string) => join(rig.dataDir, 'sessions', id, '000001.jsonl');
  const handle = await open(segment('s1'), 'a');
  await handle.write('00000000 {"s":1');
  await handle.close();
  await writeFile(join(rig.dataDir, 'sessions/odd'), '');
  const engine = await upToDate(rig.engine());
  const report = await engine.verify(() => undefined, new AbortController().signal);
  expect(report.sessions.map(({ id, verdict }) => `${id} ${verdict}`).sort()).toEqual([
    'odd unreadable',
    's1 torn',
  ]);
  expect(report).toMatchObject({ checked: 9, ok: 7, orphans: 0, indexDamaged: false });
  const stop = new AbortController();
  const stopped = await engine.verify(({ done }) => {
    if (done === 2) stop.abort();
  }, stop.signal);
  expect(stopped.checked).toBe(3);
});

async function overwriteJournal(id: string): Promise<void> {
  const path = join(rig.dataDir, 'sessions', id, '000001.jsonl');
  const bytes = await readFile(path);
  bytes.fill(0, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 300);
  await writeFile(path, bytes);
}

async function contentOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const ids = await readdir(join(rig.dataDir, folder));
  const files = await Promise.all(
    ids.map(
      async (id) => [id, await readFile(join(rig.dataDir, folder, id, '000001.jsonl'), 'latin1')] as const,
    ),
  );
  return Object.fromEntries(files);
}
