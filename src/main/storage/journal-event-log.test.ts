import { expect, test } from 'vitest';
import type { SessionEvent } from '../../shared/session/event.ts';
import { foldEquals } from './testing/fold-equals.ts';
import type { JournalStatus } from './journal-event-log.ts';
import type { CrashFilePort } from './testing/crash-file-port.ts';
import { FOLDER, facts, logOn, newDisk, owner, readAll } from './testing/journal-rig.ts';
import { appendNaively, readNaively } from './testing/naive-journal.ts';
import { problemsOf, sampleEvent, sampleEvents, seededRandom } from './testing/sample-events.ts';
import { verifyJournal } from './verify-journal.ts';

const SEGMENT = `${FOLDER}/000001.jsonl`;
const never = () => 0;

async function allOf(batches: AsyncIterable<readonly SessionEvent[]>): Promise<readonly SessionEvent[]> {
  const all: SessionEvent[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
}

test('what was appended comes back, from the log itself and from the disk, and folds to the same', async () => {
  const files = await newDisk();
  const log = logOn(files);
  const events = sampleEvents(1, 60);
  await log.append(events.slice(0, 20));
  await log.append(events.slice(20, 50));
  void log.append(events.slice(50));
  const own = await allOf(log.read());
  await log.close();
  const { events: read, gaps } = await readAll(files);
  expect(problemsOf({ events: own, gaps: [] }, { acked: 60, appendedTo: 60 })).toEqual([]);
  expect(problemsOf({ events: read, gaps }, { acked: 60, appendedTo: 60 })).toEqual([]);
  expect(gaps).toEqual([]);
  foldEquals(read, events);
});

test('an acknowledged event survives the loss of everything that is not synced', async () => {
  const files = await newDisk();
  const log = logOn(files);
  await log.append(sampleEvents(1, 5));
  const after = await readAll(files.afterPowerLoss(never));
  expect(problemsOf(after, { acked: 5, appendedTo: 5 })).toEqual([]);

  const naive = await newDisk();
  await appendNaively(naive, FOLDER, sampleEvents(1, 5));
  expect(await readNaively(naive.afterPowerLoss(never), FOLDER)).toEqual([]);
});

test('streamed text of many appends is one record, and everybody is answered', async () => {
  const files = await newDisk();
  const log = logOn(files);
  const chunk = (seq: number): SessionEvent => ({
    ...{ seq, at: seq, type: 'message-chunk', role: 'agent', messageId: null },
    content: { type: 'text', text: `${seq} ` },
  });
  await Promise.all([1, 2, 3, 4].map((seq) => log.append([chunk(seq)])));
  expect((await readAll(files)).events).toEqual([
    { ...chunk(4), content: { type: 'text', text: '1 2 3 4 ' }, first: { seq: 1, at: 1 } },
  ]);
});

test('what is appended while the first commit gets ready goes with it and is answered', async () => {
  const files = await newDisk();
  const makeFolder = files.makeFolder.bind(files);
  const events = sampleEvents(1, 2);
  const later: Promise<void>[] = [];
  const log = logOn(files);
  files.makeFolder = async (path) => {
    if (later.length === 0) later.push(log.append(events.slice(1)));
    await makeFolder(path);
  };
  await log.append(events.slice(0, 1));
  expect((await readAll(files)).seq).toBe(2);
  await Promise.all(later);
});

test('appends of one moment share one sync', async () => {
  const files = await newDisk();
  const log = logOn(files);
  await log.append([sampleEvent(1)]);
  let syncs = 0;
  files.inject = ({ name }) => {
    if (name === 'datasync') syncs += 1;
    return null;
  };
  await Promise.all(Array.from({ length: 50 }, (_, index) => log.append([sampleEvent(index + 2)])));
  expect(syncs).toBe(1);
});

test('what is appended while a commit waits for its turn goes along with it and is answered', async () => {
  const files = await newDisk();
  let go: () => void = () => undefined;
  const turn = new Promise<void>((resolve) => (go = resolve));
  let asks: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (asks = resolve));
  const log = logOn(files, {
    inTurn: async (commit) => {
      asks();
      await turn;
      return commit();
    },
  });
  const saved = [log.append([sampleEvent(1)])];
  await asked;
  saved.push(log.append([sampleEvent(2)]));
  go();
  await Promise.all(saved);
  expect((await readAll(files)).seq).toBe(2);
});

test('a reopened journal is written on, under a higher generation', async () => {
  const files = await newDisk();
  for (let run = 0; run < 4; run += 1) {
    const log = logOn(files);
    await log.append(sampleEvents(run * 10 + 1, run * 10 + 10));
    await log.close();
  }
  const { events, gaps } = await readAll(files);
  expect(problemsOf({ events, gaps }, { acked: 40, appendedTo: 40 })).toEqual([]);
  const generations = files
    .bytesOf(SEGMENT)
    .toString()
    .match(/"g":\d+/g);
  expect([...new Set(generations)]).toEqual(['"g":1', '"g":2', '"g":3', '"g":4']);
});

test('a body too large for a record is in a file of its own, and its loss is a gap', async () => {
  const options = { largeEvery: 3 };
  const files = await newDisk();
  const log = logOn(files);
  await log.append(sampleEvents(1, 7, options));
  await log.close();
  const good = await readAll(files.afterPowerLoss(never));
  expect(problemsOf(good, { acked: 7, appendedTo: 7, options })).toEqual([]);
  expect(good.gaps).toEqual([]);
  expect(files.bytesOf(SEGMENT).length).toBeLessThan(20_000);

  const [blob] = await files.list(`${FOLDER}/blobs`);
  files.put(`${FOLDER}/blobs/${blob}`, Buffer.from('{}'));
  const { events, gaps } = await readAll(files);
  expect(problemsOf({ events, gaps }, { acked: 0, appendedTo: 7, options })).toEqual([]);
  expect(gaps.map(({ reason, missing }) => ({ reason, missing }))).toEqual([
    { reason: 'blob', missing: { from: 3, to: 3 } },
  ]);
});

test('full segments are closed with their count and hash', async () => {
  const files = await newDisk();
  const log = logOn(files, { segmentBytes: 4096 });
  for (let seq = 1; seq <= 60; seq += 1) await log.append([sampleEvent(seq)]);
  await log.close();
  const segments = (await files.list(FOLDER)).filter((name) => name.endsWith('.jsonl'));
  expect(segments.length).toBeGreaterThan(3);
  const read = await readAll(files.afterPowerLoss(never));
  expect(problemsOf(read, { acked: 60, appendedTo: 60 })).toEqual([]);
  expect(read.gaps).toEqual([]);
  expect(await verifyJournal(files, FOLDER)).toMatchObject({ seq: 60, gaps: [], changedSegments: [] });

  const path = `${FOLDER}/000002.jsonl`;
  const bytes = files.bytesOf(path);
  bytes[200]! ^= 1;
  files.put(path, bytes);
  const report = await verifyJournal(files, FOLDER);
  expect(report.changedSegments).toEqual(['000002.jsonl']);
  expect(report.gaps).toHaveLength(1);
});

test('a torn tail is put aside and the session goes on; the copy and a gap tell of it', async () => {
  const files = await newDisk();
  const log = logOn(files);
  await log.append(sampleEvents(1, 8));
  await log.close();
  const whole = files.bytesOf(SEGMENT);
  files.put(SEGMENT, Buffer.concat([whole, Buffer.from('1234abcd {"s":9,"t":"no')]));
  const torn = await readAll(files);
  expect(torn.gaps).toEqual([
    {
      reason: 'torn',
      file: '000001.jsonl',
      from: whole.length,
      to: whole.length + 23,
      after: 8,
      before: null,
      missing: null,
      detail: '',
    },
  ]);
  const next = logOn(files);
  await next.append([sampleEvent(9)]);
  await next.close();
  const { events, gaps } = await readAll(files);
  expect(problemsOf({ events, gaps }, { acked: 9, appendedTo: 9 })).toEqual([]);
  const copy = (await files.list(FOLDER)).find((name) => name.includes('.torn-')) ?? '';
  expect(files.bytesOf(`${FOLDER}/${copy}`).toString()).toBe('1234abcd {"s":9,"t":"no');
  expect(gaps).toMatchObject([{ reason: 'torn', after: 8, before: 9, missing: null, detail: copy }]);
  expect(files.bytesOf(SEGMENT).subarray(0, whole.length).equals(whole)).toBe(true);
});

test('of the copies of torn tails the newest five are kept', async () => {
  const files = await newDisk();
  for (let seq = 1; seq <= 8; seq += 1) {
    const log = logOn(files);
    await log.append([sampleEvent(seq)]);
    await log.close();
    files.put(SEGMENT, Buffer.concat([files.bytesOf(SEGMENT), Buffer.from(`torn ${seq}`)]));
  }
  const copies = (await files.list(FOLDER)).filter((name) => name.includes('.torn-'));
  expect(copies.map((name) => files.bytesOf(`${FOLDER}/${name}`).toString()).sort()).toEqual(
    [3, 4, 5, 6, 7].map((seq) => `torn ${seq}`),
  );
});

test('full disk: rejects, keeps the file good, says so, and goes on by itself when there is room', async () => {
  const files = await newDisk();
  const statuses: JournalStatus[] = [];
  const log = logOn(files, { onStatus: (status) => statuses.push(status) });
  await log.append(sampleEvents(1, 3));
  const before = files.bytesOf(SEGMENT);
  files.inject = ({ name }) => (name === 'append' ? { code: 'ENOSPC', short: 40 } : null);
  await expect(log.append([sampleEvent(4)])).rejects.toMatchObject({ code: 'disk-full' });
  expect(files.bytesOf(SEGMENT).equals(before)).toBe(true);
  await expect(log.append([sampleEvent(5)])).rejects.toMatchObject({ code: 'disk-full' });
  files.inject = () => null;
  await until(() => log.status.name === 'ready');
  await log.append([sampleEvent(6)]);
  expect(statuses).toEqual([{ name: 'ready' }, { name: 'paused', fault: 'disk-full' }, { name: 'ready' }]);
  const read = await readAll(files.afterPowerLoss(never));
  expect(problemsOf(read, { acked: 6, appendedTo: 6 })).toEqual([]);
  expect(read.gaps).toEqual([]);
});

test('too much that could not be saved is put down as lost, with its numbers', async () => {
  const files = await newDisk();
  const log = logOn(files);
  await log.append([sampleEvent(1)]);
  files.inject = ({ name }) => (name === 'append' ? { code: 'ENOSPC' } : null);
  const large = { largeEvery: 1 };
  const rejected = sampleEvents(2, 30, large).map((event) => log.append([event]).catch(() => undefined));
  await Promise.all(rejected);
  for (const event of sampleEvents(31, 60, large)) await log.append([event]).catch(() => undefined);
  files.inject = () => null;
  await until(() => log.status.name === 'ready');
  const { gaps, seq } = await readAll(files);
  expect(seq).toBe(60);
  expect(gaps).toHaveLength(1);
  expect(gaps[0]).toMatchObject({ reason: 'not-saved', missing: { to: 60 } });
});

test('after a failed sync the file is left and the events are written to a new segment', async () => {
  const files = await newDisk();
  const log = logOn(files);
  await log.append(sampleEvents(1, 3));
  let failures = 1;
  files.inject = ({ name }) => (name === 'datasync' && failures-- > 0 ? { code: 'EIO' } : null);
  await log.append(sampleEvents(4, 6));
  await log.append(sampleEvents(7, 9));
  expect((await files.list(FOLDER)).filter((name) => name.endsWith('.jsonl')).sort()).toEqual([
    '000001.jsonl',
    '000002.jsonl',
  ]);
  const random = seededRandom(1);
  for (let state = 0; state < 50; state += 1) {
    const read = await readAll(files.afterPowerLoss(random));
    expect(problemsOf(read, { acked: 9, appendedTo: 9 })).toEqual([]);
    expect(read.gaps).toEqual([]);
  }
});

test('without permission nothing is acknowledged and the status says why', async () => {
  const files = await newDisk();
  files.inject = ({ name }) => (name === 'create' ? { code: 'EROFS' } : null);
  const log = logOn(files);
  await expect(log.append([sampleEvent(1)])).rejects.toMatchObject({ code: 'no-permission' });
  expect(log.status).toEqual({ name: 'paused', fault: 'no-permission' });
  files.inject = () => null;
  await until(() => log.status.name === 'ready');
  expect((await readAll(files)).events).toEqual([sampleEvent(1)]);
});

test('a journal of a newer format is read and not written', async () => {
  const files = await newDisk();
  const newer = logOn(files, { app: '9.0.0' });
  await newer.append(sampleEvents(1, 3));
  await newer.close();
  await rewriteFormat(files, 2);
  const before = files.bytesOf(SEGMENT);
  const log = logOn(files);
  expect(await allOf(log.read())).toEqual((await readAll(files)).events);
  await expect(log.append([sampleEvent(4)])).rejects.toMatchObject({ code: 'newer-format' });
  expect(log.status).toEqual({
    name: 'read-only',
    reason: { why: 'newer-format', format: 2, app: '9.0.0' },
  });
  expect(files.bytesOf(SEGMENT).equals(before)).toBe(true);
});

test('a journal that another live process writes is read and not written', async () => {
  const files = await newDisk();
  const probe = async (pid: number) => ({ alive: true, startToken: `token-${pid}` });
  const first = logOn(files, { lock: { self: owner('one', 101), probe } });
  await first.append([sampleEvent(1)]);
  const second = logOn(files, { lock: { self: owner('two', 102), probe } });
  expect(await allOf(second.read())).toEqual([sampleEvent(1)]);
  await expect(second.append([sampleEvent(2)])).rejects.toMatchObject({ code: 'in-use' });
  expect(second.status).toEqual({
    name: 'read-only',
    reason: { why: 'in-use', class: 'live-other', pid: 101, host: 'host' },
  });
  await first.append([sampleEvent(2)]);
  await first.close();
  const third = logOn(files, { lock: { self: owner('three', 103), probe } });
  await third.append([sampleEvent(3)]);
  expect((await readAll(files)).seq).toBe(3);
});

test('a lock that is lost ends the writing', async () => {
  const files = await newDisk();
  let now = 0;
  const log = logOn(files, { monotonic: () => now });
  await log.append([sampleEvent(1)]);
  files.put(`${FOLDER}/lock.7`, Buffer.from(JSON.stringify(owner('thief', 9))));
  now = 5000;
  await expect(log.append([sampleEvent(2)])).rejects.toMatchObject({ code: 'lock-lost' });
  expect((await readAll(files)).events).toEqual([sampleEvent(1)]);
});

test('the summary for the list stands near the end and is no event', async () => {
  const files = await newDisk();
  const log = logOn(files, { summarize: () => ({ title: 'A title' }) });
  for (let seq = 1; seq <= 200; seq += 1) await log.append([sampleEvent(seq)]);
  await log.close();
  const tail = files
    .bytesOf(SEGMENT)
    .subarray(-64 * 1024)
    .toString();
  expect(tail).toContain('{"title":"A title"}');
  expect((await readAll(files)).seq).toBe(200);
});

test('a session that never had an event leaves nothing on the disk', async () => {
  const files = await newDisk();
  const log = logOn(files);
  expect(await allOf(log.read())).toEqual([]);
  await log.close();
  expect(await files.list('/sessions')).toEqual([]);
  await expect(log.append([sampleEvent(1)])).rejects.toMatchObject({ code: 'closed' });
});

test('every header repeats the facts of the session', async () => {
  const files = await newDisk();
  const log = logOn(files);
  await log.append([sampleEvent(1)]);
  await log.close();
  expect(files.bytesOf(SEGMENT).toString()).toContain(JSON.stringify(facts));
});

async function until(holds: () => boolean): Promise<void> {
  for (let turns = 0; !holds(); turns += 1) {
    if (turns > 10_000) throw new Error('it never came to that');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function rewriteFormat(files: CrashFilePort, format: number): Promise<void> {
  const { recordLine } = await import('./record.ts');
  const lines = files.bytesOf(SEGMENT).toString().split('\n');
  const header = (lines[0] ?? '').slice(9).replace('"format":1', `"format":${format}`);
  const rest = Buffer.from(lines.slice(1).join('\n'));
  files.put(SEGMENT, Buffer.concat([recordLine(header), rest]));
}
