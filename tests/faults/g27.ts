/** Fills the disk under a session that writes, makes room again, and looks what became of it. */
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openJournalStore } from '../../src/main/storage/journal-store.ts';
import { nodeFilePort } from '../../src/main/storage/node-file-port.ts';
import { facts, readAll } from '../../src/main/storage/testing/journal-rig.ts';
import { appendNaively, readNaively } from '../../src/main/storage/testing/naive-journal.ts';
import { problemsOf, sampleEvents, seededRandom } from '../../src/main/storage/testing/sample-events.ts';
import { type FaultRun, controlFailure } from './fault-run.ts';
import { sessionFolder } from './run-child.ts';
import { runTool } from './tools.ts';

const MOST_EVENTS = 400;

export const g27: FaultRun = {
  name: 'G27',
  async run({ quick, seed, scratch, atEnd }) {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) {
      return { type: 'skipped', reason: 'a disk of its own needs Linux and root' };
    }
    const disk = join(scratch, 'disk');
    await mkdir(disk);
    if (!(await runTool('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk]))) {
      return { type: 'skipped', reason: 'a tmpfs cannot be mounted here' };
    }
    atEnd(() => runTool('umount', ['-l', disk]));
    const moments = quick ? 15 : 100;
    const random = seededRandom(seed);
    const { failures, events } = await fillAndFree(disk, moments, random);
    const control = await fillAndFreeNaively(disk, random);
    const figure = `full at ${moments} moments, ${failures.length} with a loss, ${events} events, control lost ${control}`;
    return { type: 'done', figure, failures: [...failures, ...controlFailure(control)] };
  },
};

async function fillAndFree(disk: string, moments: number, random: () => number) {
  const failures: string[] = [];
  const becameReady: (() => void)[] = [];
  const store = await openJournalStore(disk, {
    app: '1.0.0',
    clock: {
      now: () => Date.now(),
      after(ms, run) {
        const timer = setTimeout(run, Math.min(ms, 20));
        return () => clearTimeout(timer);
      },
    },
  });
  const log = store.openLog(facts, {
    onStatus: ({ name }) => {
      if (name === 'ready') for (const go of becameReady.splice(0)) go();
    },
  });
  let seq = 0;
  let acked = 0;
  for (let moment = 0; moment < moments; moment += 1) {
    await fill(disk, random);
    let full = false;
    for (let tries = 0; tries < MOST_EVENTS && !full; tries += 1) {
      seq += 1;
      const number = seq;
      await log.append(sampleEvents(seq, seq)).then(
        () => (acked = number),
        () => (full = true),
      );
    }
    if (!full) failures.push(`moment ${moment}: the disk did not fill`);
    const ready = new Promise<void>((resolve) => {
      if (log.status.name === 'ready') resolve();
      else becameReady.push(resolve);
    });
    await free(disk);
    await ready;
    seq += 1;
    await log.append(sampleEvents(seq, seq)).then(
      () => (acked = seq),
      (error: unknown) => failures.push(`moment ${moment}: not resumed: ${String(error)}`),
    );
    const read = await readAll(nodeFilePort, sessionFolder(disk));
    for (const problem of problemsOf(read, { acked, appendedTo: seq })) {
      failures.push(`moment ${moment}: ${problem}`);
    }
    if (read.gaps.length > 0) failures.push(`moment ${moment}: a gap was left`);
  }
  await log.close();
  return { failures, events: seq };
}

/** How many events that the control acknowledged are gone. */
async function fillAndFreeNaively(disk: string, random: () => number): Promise<number> {
  const folder = join(disk, 'naive');
  const acked = new Set<number>();
  let seq = 0;
  for (let moment = 0; moment < 10; moment += 1) {
    await fill(disk, random);
    let full = false;
    while (!full) {
      seq += 1;
      await appendNaively(nodeFilePort, folder, sampleEvents(seq, seq)).then(
        () => acked.add(seq),
        () => (full = true),
      );
    }
    await free(disk);
    seq += 1;
    await appendNaively(nodeFilePort, folder, sampleEvents(seq, seq)).then(() => acked.add(seq));
  }
  for (const event of await readNaively(nodeFilePort, folder)) acked.delete(event.seq);
  return acked.size;
}

/** Leaves up to sixteen pages. */
async function fill(disk: string, random: () => number): Promise<void> {
  const { bavail, bsize } = await statfs(disk);
  const left = Math.floor(random() * 16);
  await writeFile(join(disk, 'filler'), Buffer.alloc(Math.max(0, bavail - left) * bsize));
}

function free(disk: string): Promise<void> {
  return rm(join(disk, 'filler'));
}
