/** Journals of every released format open; those of a later one are read and left alone. */
import { appendFile, cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openJournalStore } from '../../src/main/storage/journal-store.ts';
import { nodeFilePort } from '../../src/main/storage/node-file-port.ts';
import { controlJson, eventJson, recordLine } from '../../src/main/storage/record.ts';
import { HEADER, JOURNAL_FORMAT, segmentName, segmentsIn } from '../../src/main/storage/segment.ts';
import { facts, readAll } from '../../src/main/storage/testing/journal-rig.ts';
import { sampleEvents } from '../../src/main/storage/testing/sample-events.ts';
import { reduceAll } from '../../src/shared/session/reduce.ts';
import { emptySessionState } from '../../src/shared/session/state.ts';
import { type FaultRun, controlFailure } from './fault-run.ts';
import { FIXTURES, type FixtureFacts, factsOf, readManifest } from './journal-fixtures.ts';

const STAMP = { m: 1, g: 90 };

export const g29: FaultRun = {
  name: 'G29',
  async run({ scratch, bundles }) {
    const formats = join(bundles, '../..', FIXTURES);
    const failures: string[] = [];
    let journals = 0;
    let events = 0;
    let control = 0;
    for (const name of (await readdir(formats)).filter((each) => each.startsWith('format-')).sort()) {
      const manifest = await readManifest(join(formats, name));
      for (const [id, expected] of Object.entries(manifest.sessions)) {
        journals += 1;
        events += expected.events;
        const copy = async (use: string) => {
          const dataDir = join(scratch, `${name}-${id}-${use}`);
          await mkdir(join(dataDir, 'sessions'), { recursive: true });
          await cp(join(formats, name, id), join(dataDir, 'sessions', id), { recursive: true });
          return dataDir;
        };
        const found = [
          ...(await opens(await copy('old'), id, expected)),
          ...(await leavesNewerAlone(await copy('newer'), id, expected)),
          ...(await toleratesTheFuture(await copy('future'), id, expected)),
        ];
        for (const failure of found) failures.push(`${name} ${id}: ${failure}`);
        if (await noticesDamage(await copy('control'), id, expected)) control += 1;
      }
    }
    if (journals === 0) failures.push('there are no fixtures');
    if (control < journals) failures.push(`the control was noticed in only ${control} of ${journals}`);
    return {
      type: 'done',
      figure: `${journals} journals with ${events} events up to format ${JOURNAL_FORMAT}, ${failures.length} not as written, control noticed ${control}`,
      failures: [...failures, ...controlFailure(control)],
    };
  },
};

/** Everything comes back, and it can be written on without a byte of what was there being changed. */
async function opens(dataDir: string, id: string, expected: FixtureFacts): Promise<readonly string[]> {
  const problems = await differences(dataDir, id, expected);
  const before = await bytesOf(dataDir, id);
  const store = await openJournalStore(dataDir, { app: '99.0.0' });
  const log = store.openLog({ ...facts, id });
  for await (const batch of log.read()) void batch;
  await log.append(sampleEvents(expected.seq + 1, expected.seq + 3));
  await log.close();
  const after = await readAll(nodeFilePort, join(dataDir, 'sessions', id));
  if (after.seq !== expected.seq + 3) problems.push(`it ended at ${after.seq} after three more`);
  for (const [name, bytes] of await bytesOf(dataDir, id)) {
    const old = before.get(name);
    if (old !== undefined && !bytes.subarray(0, old.length).equals(old)) problems.push(`${name} was changed`);
  }
  return problems;
}

/** A segment that a later app began: read, named, and nothing written. */
async function leavesNewerAlone(dataDir: string, id: string, expected: FixtureFacts): Promise<string[]> {
  const folder = join(dataDir, 'sessions', id);
  const header = { format: JOURNAL_FORMAT + 1, session: id, app: '9.9.9', nonce: 'n', facts };
  const number = (segmentsIn(await readdir(folder)).at(-1)?.number ?? 0) + 1;
  const json = controlJson(HEADER, expected.seq, 1, STAMP, { ...header, segment: number });
  await writeFile(join(folder, segmentName(number)), recordLine(json));
  const before = await bytesOf(dataDir, id);
  const problems = await differences(dataDir, id, expected);
  const store = await openJournalStore(dataDir, { app: '1.0.0' });
  const listed = await store.inspect(id);
  if (listed?.type !== 'journal' || listed.writable) problems.push('it was listed as writable');
  const log = store.openLog({ ...facts, id });
  const outcome = await log.append(sampleEvents(expected.seq + 1, expected.seq + 1)).then(
    () => 'written',
    () => 'refused',
  );
  const { status } = log;
  const reason = status.name === 'read-only' ? status.reason : null;
  if (outcome !== 'refused' || reason?.why !== 'newer-format' || reason.app !== '9.9.9') {
    problems.push(`an app that does not know the format: ${outcome}, ${JSON.stringify(status)}`);
  }
  await log.close();
  for (const [name, bytes] of await bytesOf(dataDir, id)) {
    if (before.get(name)?.equals(bytes) !== true) problems.push(`${name} was changed by an older app`);
  }
  return problems;
}

/** Events, records and fields that nobody has thought of yet are kept and passed over. */
async function toleratesTheFuture(dataDir: string, id: string, expected: FixtureFacts): Promise<string[]> {
  const folder = join(dataDir, 'sessions', id);
  const { seq } = expected;
  const future = { type: 'dreamt', seq: seq + 1, at: 1, dream: { of: 'sheep' } } as never;
  const lines = [
    recordLine(eventJson(future, STAMP, '{"dream":{"of":"sheep"}}')),
    recordLine(controlJson('$mood', seq + 1, 1, STAMP, { mood: 'good' })),
    recordLine(`{"s":${seq + 2},"t":"marked-read","ts":2,"m":2,"g":90,"v":7,"z":[1],"b":{"extra":true}}`),
  ];
  const last = segmentsIn(await readdir(folder)).at(-1);
  await appendFile(join(folder, last?.name ?? ''), Buffer.concat(lines));
  const read = await readAll(nodeFilePort, folder);
  const problems: string[] = [];
  if (read.seq !== seq + 2 || read.gaps.length !== expected.gaps) {
    problems.push(`the future cost something: ${read.seq}, ${read.gaps.length} gaps`);
  }
  const dreamt = read.events.find(({ type }) => (type as string) === 'dreamt');
  if (JSON.stringify(dreamt ?? null).includes('sheep') !== true)
    problems.push('an unknown event was not kept');
  if (reduceAll(emptySessionState, read.events).seq !== seq + 2) problems.push('it could not be folded');
  return problems;
}

/** One byte of one record: a comparison that does not see it sees nothing. */
async function noticesDamage(dataDir: string, id: string, expected: FixtureFacts): Promise<boolean> {
  const folder = join(dataDir, 'sessions', id);
  const path = join(folder, segmentsIn(await readdir(folder))[0]?.name ?? '');
  const bytes = await readFile(path);
  const at = bytes.indexOf('"t":"') + 300;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(path, bytes);
  return (await differences(dataDir, id, expected)).length > 0;
}

async function differences(dataDir: string, id: string, expected: FixtureFacts): Promise<string[]> {
  const { events, gaps, seq } = await readAll(nodeFilePort, join(dataDir, 'sessions', id));
  const found = factsOf(events, gaps, seq);
  return JSON.stringify(found) === JSON.stringify(expected)
    ? []
    : [`${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`];
}

async function bytesOf(dataDir: string, id: string): Promise<ReadonlyMap<string, Buffer>> {
  const folder = join(dataDir, 'sessions', id);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  );
}
