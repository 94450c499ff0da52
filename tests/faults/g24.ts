/** Every call that a session makes for its journal is the one that fails, or the last the process makes. */
import { mkdir, readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeFilePort } from '../../src/main/storage/node-file-port.ts';
import { readAll } from '../../src/main/storage/testing/journal-rig.ts';
import { readNaively } from '../../src/main/storage/testing/naive-journal.ts';
import { problemsOf, seededRandom } from '../../src/main/storage/testing/sample-events.ts';
import { CHILD_OPTIONS, SCRIPT_EVENTS } from './child-script.ts';
import { failEachCall, failEachCallNaively } from './failing-calls.ts';
import { type FaultContext, type FaultOutcome, type FaultRun, controlFailure } from './fault-run.ts';
import { journalChild, sessionFolder } from './run-child.ts';
import { hasTool } from './tools.ts';

const KILL = 'signal=KILL';
const FAULTS_OF: Readonly<Record<string, readonly string[]>> = {
  openat: [KILL, 'error=ENOSPC', 'error=EINTR'],
  write: [KILL, 'error=ENOSPC', 'error=EIO', 'error=EINTR'],
  fdatasync: [KILL, 'error=EIO', 'error=ENOSPC', 'error=EINTR'],
  fsync: [KILL, 'error=EIO'],
  link: [KILL, 'error=ENOSPC'],
  rename: [KILL, 'error=EIO'],
  unlink: [KILL, 'error=EIO'],
  mkdir: [KILL, 'error=ENOSPC'],
  pread64: [KILL, 'error=EIO', 'error=EINTR'],
};

type Point = { readonly call: string; readonly number: number; readonly fault: string };

export const g24: FaultRun = {
  name: 'G24',
  run: async (context) => ((await hasTool('strace')) ? failWithStrace(context) : failInMemory(context)),
};

async function failInMemory({ quick }: FaultContext): Promise<FaultOutcome> {
  const { points, failures } = await failEachCall({ step: quick ? 7 : 1 });
  const control = await failEachCallNaively();
  return {
    type: 'done',
    figure: `${points} points in memory (there is no strace here), ${failures.length} with a loss`,
    failures: [...failures, ...controlFailure(control)],
  };
}

async function failWithStrace(context: FaultContext): Promise<FaultOutcome> {
  const scratch = await realpath(context.scratch);
  const every = await pointsOf({ ...context, scratch });
  const points = sampled(every, context.quick ? 24 : 250, context.seed);
  const failures: string[] = [];
  for (const [index, point] of points.entries()) {
    const dataDir = join(scratch, `point-${index}`);
    const problem = await runPoint(context.bundles, dataDir, point);
    if (problem !== null) failures.push(`${point.call} ${point.number} ${point.fault}: ${problem}`);
    await rm(dataDir, { recursive: true, force: true });
  }
  const control = await controlPoints(context.bundles, scratch);
  return {
    type: 'done',
    figure: `${points.length} of ${every.length} points with strace, ${failures.length} with a loss, control ${control} of 6`,
    failures: [...failures, ...controlFailure(control)],
  };
}

async function runPoint(bundles: string, dataDir: string, point: Point): Promise<string | null> {
  await mkdir(dataDir);
  const fault = `inject=${point.call}:${point.fault}:when=${point.number}`;
  const wrapper = strace(pathsOf(dataDir), ['-e', `trace=${point.call}`, '-e', fault, '-o', '/dev/null']);
  const said = await journalChild({ bundles, mode: 'script', dataDir }, wrapper).ended;
  const folder = sessionFolder(dataDir);
  const read = await readAll(nodeFilePort, folder);
  const expectation = { acked: said.acked, appendedTo: SCRIPT_EVENTS, options: CHILD_OPTIONS };
  const [problem] = problemsOf(read, expectation);
  if (problem !== undefined) return problem;
  if (point.fault !== KILL && !said.done) return `it did not go on: ${said.stderr}`;
  // The next run goes on from there.
  const next = await journalChild({ bundles, mode: 'script', dataDir }).ended;
  if (!next.done && read.seq < SCRIPT_EVENTS) return `the next run did not end: ${next.stderr}`;
  const after = await readAll(nodeFilePort, folder);
  const [later] = problemsOf(after, { ...expectation, acked: Math.max(said.acked, next.acked) });
  return later ?? (after.seq === SCRIPT_EVENTS ? null : `it ended at ${after.seq}`);
}

/** A run without a fault shows which calls there are. */
async function pointsOf({ bundles, scratch }: FaultContext): Promise<readonly Point[]> {
  const dataDir = join(scratch, 'count');
  const log = join(scratch, 'calls');
  await mkdir(dataDir);
  const calls = Object.keys(FAULTS_OF);
  const wrapper = strace(pathsOf(dataDir), ['-e', `trace=${calls.join(',')}`, '-o', log]);
  const { done, stderr } = await journalChild({ bundles, mode: 'script', dataDir }, wrapper).ended;
  if (!done) throw new Error(`the run without a fault did not end: ${stderr}`);
  const made = new Map<string, number>();
  for (const [, call = ''] of (await readFile(log, 'utf8')).matchAll(/^\d*\s*(\w+)\(/gm)) {
    made.set(call, (made.get(call) ?? 0) + 1);
  }
  return calls.flatMap((call) =>
    Array.from({ length: made.get(call) ?? 0 }, (_, index) =>
      (FAULTS_OF[call] ?? []).map((fault) => ({ call, number: index + 1, fault })),
    ).flat(),
  );
}

/** How often the naive way loses something that it said was saved. */
async function controlPoints(bundles: string, scratch: string): Promise<number> {
  let lost = 0;
  for (let number = 1; number <= 6; number += 1) {
    const dataDir = join(scratch, `control-${number}`);
    const fault = `inject=write:error=ENOSPC:when=${number * 5}`;
    const paths = ['-P', join(dataDir, 'events.jsonl')];
    const wrapper = strace(paths, ['-e', 'trace=write', '-e', fault, '-o', '/dev/null']);
    const { acked } = await journalChild({ bundles, mode: 'naive', dataDir }, wrapper).ended;
    const events = await readNaively(nodeFilePort, dataDir);
    if (problemsOf({ events, gaps: [] }, { acked, appendedTo: SCRIPT_EVENTS }).length > 0) lost += 1;
  }
  return lost;
}

/** Only calls on these paths count. Nobody knows the name of the file that the lock is linked from: it is left out. */
function pathsOf(dataDir: string): readonly string[] {
  const folder = sessionFolder(dataDir);
  const names = ['000001.jsonl', '000002.jsonl', '000003.jsonl', 'lock.1', 'lock.1.free', 'blobs'];
  return [folder, ...names.map((name) => join(folder, name))].flatMap((path) => ['-P', path]);
}

function strace(paths: readonly string[], options: readonly string[]): readonly string[] {
  return ['strace', '-f', '-qq', ...paths, ...options];
}

function sampled(points: readonly Point[], most: number, seed: number): readonly Point[] {
  const random = seededRandom(seed);
  return points
    .map((point) => ({ point, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, most)
    .map(({ point }) => point);
}
