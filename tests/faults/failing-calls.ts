/** One session again and again: each call of the file system in turn is the one that fails, or the last. */
import type { Call, CrashFilePort, Fault } from '../../src/main/storage/testing/crash-file-port.ts';
import { FOLDER, logOn, newDisk, readAll } from '../../src/main/storage/testing/journal-rig.ts';
import { appendNaively, readNaively } from '../../src/main/storage/testing/naive-journal.ts';
import { problemsOf, sampleEvents } from '../../src/main/storage/testing/sample-events.ts';

const EVENTS = 60;
const OPTIONS = { largeEvery: 29, largeBytes: 4000 };
const SIZES = { segmentBytes: 8000, recordBytes: 3000 };
const FAULTS: readonly Fault[] = [
  { code: 'ENOSPC', short: 17 },
  { code: 'EIO' },
  { code: 'EINTR' },
  { code: 'EACCES' },
  { short: 5 },
];

export type FailingCalls = { readonly points: number; readonly failures: readonly string[] };

/** `step` 1: every call; 2: every other one. */
export async function failEachCall({ step }: { readonly step: number }): Promise<FailingCalls> {
  const failures: string[] = [];
  let points = 0;
  const { calls } = (await runSession(await newDisk(), () => null)).files;
  for (let number = 1; number <= calls; number += step) {
    points += 1;
    const killed = await killAt(number);
    if (killed !== null) failures.push(`killed at call ${number}: ${killed}`);
    for (const fault of FAULTS) {
      points += 1;
      const { files, acked, closed } = await runSession(await newDisk(), (call) =>
        call.number === number ? fault : null,
      );
      const read = await readAll(files.afterPowerLoss(() => 0));
      const problems = [...problemsOf(read, { acked, appendedTo: EVENTS, options: OPTIONS })];
      if (!closed) problems.push('it did not go on by itself');
      if (read.seq !== EVENTS) problems.push(`it ended at ${read.seq}`);
      if (problems.length > 0) failures.push(`${JSON.stringify(fault)} at call ${number}: ${problems[0]}`);
    }
  }
  return { points, failures };
}

/** How many faults of the control's writes cost it an event without a word. */
export async function failEachCallNaively(): Promise<number> {
  let lost = 0;
  for (let number = 1; number <= 60; number += 1) {
    const files = await newDisk();
    files.inject = (call) =>
      call.name === 'append' && call.number === number ? { code: 'ENOSPC', short: 17 } : null;
    let acked = 0;
    for (let seq = 1; seq <= 20; seq += 1) {
      const saved = await appendNaively(files, FOLDER, sampleEvents(seq, seq)).then(
        () => true,
        () => false,
      );
      if (saved) acked = seq;
    }
    const events = await readNaively(files, FOLDER);
    if (problemsOf({ events, gaps: [] }, { acked, appendedTo: 20 }).length > 0) lost += 1;
  }
  return lost;
}

async function runSession(files: CrashFilePort, inject: (call: Call) => Fault | null) {
  files.inject = inject;
  const log = logOn(files, SIZES);
  let acked = 0;
  for (let seq = 1; seq <= EVENTS; seq += 1) {
    await log.append(sampleEvents(seq, seq, OPTIONS)).then(
      () => (acked = seq),
      () => undefined,
    );
    // Not every call needs an event to fail on: also the pause after it passes.
    if (log.status.name === 'paused') await new Promise((resolve) => setImmediate(resolve));
  }
  const closed = await log.close().then(
    () => true,
    () => false,
  );
  return { files, acked, closed };
}

async function killAt(number: number): Promise<string | null> {
  let left: CrashFilePort | null = null;
  let acked = 0;
  const files = await newDisk();
  files.inject = (call) => {
    if (call.number >= number) left ??= files.copy();
    return null;
  };
  const log = logOn(files, SIZES);
  for (let seq = 1; seq <= EVENTS && left === null; seq += 1) {
    await log.append(sampleEvents(seq, seq, OPTIONS));
    if (left === null) acked = seq;
  }
  await log.close();
  const disk: CrashFilePort = left ?? files;
  const read = await readAll(disk);
  const problems = problemsOf(read, { acked, appendedTo: EVENTS, options: OPTIONS });
  if (problems.length > 0) return problems[0] ?? null;
  const next = logOn(disk);
  await next.append(sampleEvents(read.seq + 1, read.seq + 2, OPTIONS));
  await next.close();
  const after = await readAll(disk.afterPowerLoss(() => 0));
  return problemsOf(after, { acked: 0, appendedTo: read.seq + 2, options: OPTIONS })[0] ?? null;
}
