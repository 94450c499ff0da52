/**
 * G17: the app is killed with agents, terminals and servers live. The reaper leaves none of them; when it is
 * killed too, the next start's sweep leaves none, and touches no stranger.
 */
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  endMarked,
  isGone,
  marked,
  newMark,
  pause,
  percentile,
  project,
  runs,
  sleepers,
  until,
} from './g16-g19-real.mts';
import type { FigureOptions, FigureResult } from './g16-g19-real.mts';

const LIMIT_MS = 2000;
/** Whoever is gone only now was late, not left. */
const PATIENCE_MS = 10_000;

type Said = { readonly reaperPid?: number | null; readonly notes?: readonly { readonly result: string }[] };
type App = { readonly child: ChildProcess; readonly said: Said };

export async function run({ quick, seed }: FigureOptions): Promise<FigureResult> {
  const program = await buildApp();
  const kills = quick ? 4 : 20;
  const reaperKills = quick ? 1 : 5;
  const times: number[] = [];
  const problems: string[] = [];

  for (let round = 0; round < kills; round += 1) {
    await inFolder(async (dataDir) => {
      const mark = newMark();
      const app = await startApp(program, 'run', dataDir, mark);
      const reaper = app.said.reaperPid ?? 0;
      const allGone = isGone(mark);
      app.child.kill('SIGKILL');
      const took = await until(() => !runs(reaper) && allGone(), PATIENCE_MS);
      if (took === null) problems.push(`${endMarked(mark)} left, reaper ${runs(reaper) ? 'left' : 'gone'}`);
      else times.push(took);
    });
  }

  let swept = 0;
  let sweptTimes = 0;
  let survivedBothKilled = 0;
  for (let round = 0; round < reaperKills; round += 1) {
    await inFolder(async (dataDir) => {
      const mark = newMark();
      const strangersMark = newMark();
      const strangers = startStrangers(strangersMark);
      const app = await startApp(program, 'run', dataDir, mark);
      process.kill(app.said.reaperPid ?? 0, 'SIGKILL');
      app.child.kill('SIGKILL');
      await once(app.child, 'exit');
      await pause(500);
      survivedBothKilled += marked(mark).length;
      const began = performance.now();
      const next = await startApp(program, 'sweep', dataDir, mark);
      sweptTimes = Math.max(sweptTimes, performance.now() - began);
      swept += next.said.notes?.filter(({ result }) => result === 'ended').length ?? 0;
      if (next.child.exitCode === null) await once(next.child, 'exit');
      const left = endMarked(mark);
      if (left > 0) problems.push(`${left} left after the sweep`);
      const spared = sleepers(strangersMark);
      if (spared !== strangers) problems.push(`${strangers - spared} strangers gone`);
      endMarked(strangersMark);
      const records = await readdir(join(dataDir, 'leases'));
      if (records.length > 0) problems.push(`${records.length} leases left`);
    });
  }

  // Control: without supervision the same death leaves trees behind.
  let control = 0;
  await inFolder(async (dataDir) => {
    const mark = newMark();
    const app = await startApp(program, 'plain', dataDir, mark);
    app.child.kill('SIGKILL');
    await once(app.child, 'exit');
    await pause(1000);
    control = endMarked(mark);
  });

  const p95 = percentile(times, 0.95);
  const slowest = Math.max(0, ...times);
  const ok =
    problems.length === 0 &&
    times.length === kills &&
    slowest <= LIMIT_MS &&
    control > 0 &&
    survivedBothKilled > 0;
  return {
    ok,
    text:
      `G17 app killed ${kills} times with 14 trees live: ${problems.length === 0 ? 'none left' : problems.join('; ')}, ` +
      `gone after ${Math.round(percentile(times, 0.5))} ms (p95 ${Math.round(p95)}, limit ${LIMIT_MS}, most ${Math.round(slowest)}); ` +
      `reaper killed too ${reaperKills} times: ${survivedBothKilled} survived that, the next start ended ` +
      `${swept} trees within ${Math.round(sweptTimes)} ms; control without supervision: ${control} left (seed ${seed})`,
  };
}

async function buildApp(): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(project, 'tests/faults/g17-build.mjs')],
    { cwd: project },
  );
  return stdout.trim();
}

async function inFolder(work: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-g17-'));
  try {
    await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function startApp(
  program: string,
  mode: 'run' | 'plain' | 'sweep',
  dataDir: string,
  mark: string,
): Promise<App> {
  // The mark is not in its environment, and its own words are not looked at: see `marked`.
  const child = spawn(process.execPath, [program, mode, dataDir, mark], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += String(chunk);
      const [line, rest] = text.split('\n');
      if (line !== undefined && rest !== undefined) resolve({ child, said: JSON.parse(line) as Said });
    });
    child.once('exit', (code, signal) => reject(new Error(`the app ended: ${code ?? signal}`)));
  });
}

function startStrangers(mark: string): number {
  for (let count = 0; count < 5; count += 1) {
    spawn('sleep', [mark], { stdio: 'ignore', detached: true }).unref();
  }
  return 5;
}
