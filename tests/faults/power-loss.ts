/** Random sessions on a file system that loses power, and what is left of them. */
import type { CrashFilePort } from '../../src/main/storage/testing/crash-file-port.ts';
import { FOLDER, logOn, newDisk, readAll } from '../../src/main/storage/testing/journal-rig.ts';
import { appendNaively, readNaively } from '../../src/main/storage/testing/naive-journal.ts';
import { problemsOf, sampleEvents, seededRandom } from '../../src/main/storage/testing/sample-events.ts';

const STATES_PER_SESSION = 100;
/** Before that the folder of all sessions was made, which is not a session's doing. */
const FIRST_CALL = 2;
const OPTIONS = { largeEvery: 23, largeBytes: 4000 };
const RECORD_BYTES = 3000;

/** Who had been told what after so many calls of the file system. */
type Session = {
  readonly files: CrashFilePort;
  readonly acks: readonly { readonly calls: number; readonly seq: number }[];
  readonly appendedTo: number;
};

/** Returns what went wrong, with the number of the state. */
export async function losePower(states: number, seed: number): Promise<readonly string[]> {
  const random = seededRandom(seed);
  const failures: string[] = [];
  let session = await liveThrough(random);
  for (let state = 0; state < states; state += 1) {
    if (state > 0 && state % STATES_PER_SESSION === 0) session = await liveThrough(random);
    const { files, acks, appendedTo } = session;
    const calls = FIRST_CALL + Math.floor(random() * (files.calls + 1 - FIRST_CALL));
    const acked = ackedAt(acks, calls);
    const disk = files.afterPowerLoss(random, calls);
    const read = await readAll(disk);
    const problems = problemsOf(read, { acked, appendedTo, options: OPTIONS });
    if (problems.length > 0) failures.push(`state ${state}: ${problems[0]}`);
    else if (state % 4 === 0) {
      const problem = await goOn(disk, { acked, random });
      if (problem !== null) failures.push(`state ${state}, gone on: ${problem}`);
    }
  }
  return failures;
}

/** How many of the states lost something of a journal that is written the naive way. */
export async function losePowerNaively(states: number, seed: number): Promise<number> {
  const random = seededRandom(seed);
  const files = await newDisk();
  const acks: { calls: number; seq: number }[] = [];
  for (let seq = 1; seq <= 60; seq += 1) {
    await appendNaively(files, FOLDER, sampleEvents(seq, seq));
    acks.push({ calls: files.calls, seq });
  }
  let failed = 0;
  for (let state = 0; state < states; state += 1) {
    const calls = FIRST_CALL + Math.floor(random() * (files.calls + 1 - FIRST_CALL));
    const events = await readNaively(files.afterPowerLoss(random, calls), FOLDER);
    if (problemsOf({ events, gaps: [] }, { acked: ackedAt(acks, calls), appendedTo: 60 }).length > 0)
      failed += 1;
  }
  return failed;
}

function ackedAt(acks: Session['acks'], calls: number): number {
  return Math.max(0, ...acks.filter((ack) => ack.calls <= calls).map(({ seq }) => seq));
}

/** Several runs of the app, small segments, a large body, a failing disk now and then. */
async function liveThrough(random: () => number): Promise<Session> {
  const files = await newDisk();
  const acks: { calls: number; seq: number }[] = [];
  let seq = 0;
  for (let run = 0; run < 3; run += 1) {
    const log = logOn(files, {
      segmentBytes: 3000 + Math.floor(random() * 9000),
      recordBytes: RECORD_BYTES,
    });
    files.inject = ({ name }) => {
      const luck = random();
      if (name === 'datasync' && luck < 0.06) return { code: 'EIO' };
      if (name === 'append' && luck < 0.04) return { code: 'ENOSPC', short: Math.floor(random() * 600) };
      if (name === 'append' && luck < 0.08) return { short: 1 + Math.floor(random() * 600) };
      if (luck < 0.01) return { code: 'EINTR' };
      return null;
    };
    const waiting: Promise<void>[] = [];
    for (let round = 0; round < 8; round += 1) {
      const from = seq + 1;
      seq += 1 + Math.floor(random() * 4);
      const to = seq;
      const saved = log.append(sampleEvents(from, to, OPTIONS)).then(
        () => void acks.push({ calls: files.calls, seq: to }),
        () => undefined,
      );
      waiting.push(saved);
      if (random() < 0.6) await saved;
    }
    await Promise.all(waiting);
    files.inject = () => null;
    await log.close();
    // What was rejected was kept and is saved by now: the next run goes on behind it.
    acks.push({ calls: files.calls, seq });
  }
  return { files, acks, appendedTo: seq };
}

/** The next run of the app: what it saves is there after another power loss, with all that was there before. */
async function goOn(
  disk: CrashFilePort,
  { acked, random }: { readonly acked: number; readonly random: () => number },
): Promise<string | null> {
  const { seq } = await readAll(disk);
  const before = seqCount(await readAll(disk));
  const log = logOn(disk, { segmentBytes: 6000, recordBytes: RECORD_BYTES });
  await log.append(sampleEvents(seq + 1, seq + 4, OPTIONS));
  const read = await readAll(disk.afterPowerLoss(random));
  const problems = problemsOf(read, { acked, appendedTo: seq + 4, options: OPTIONS });
  if (problems.length > 0) return problems[0] ?? null;
  if (read.seq !== seq + 4) return `${seq + 4} was acknowledged and is lost`;
  return seqCount(read) < before + 4 ? 'something that was there is gone' : null;
}

function seqCount({ events }: Awaited<ReturnType<typeof readAll>>): number {
  return events.reduce((sum, { first, seq }) => sum + seq - (first?.seq ?? seq) + 1, 0);
}
