/** The lock's classes case by case, and many processes that want one lock at once. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { takeLock } from '../../src/main/storage/journal-lock.ts';
import { classifyLock } from '../../src/main/storage/lock-class.ts';
import { nodeFilePort } from '../../src/main/storage/node-file-port.ts';
import { ownIdentity, probeProcess } from '../../src/main/storage/process-identity.ts';
import { type FaultRun, controlFailure } from './fault-run.ts';
import { lockCases } from './lock-cases.ts';

const LONGEST_STEAL_MS = 1000;
type Answer = { readonly got?: boolean; readonly class?: string; readonly error?: string };

export const g28: FaultRun = {
  name: 'G28',
  async run({ quick, scratch, bundles }) {
    const failures: string[] = [];
    for (const { name, found, self, probe, is } of lockCases) {
      const got = classifyLock(found, self, probe);
      if (got !== is) failures.push(`${name}: ${got}, not ${is}`);
    }
    const processes = quick ? 6 : 20;
    const rounds = quick ? 20 : 200;
    const program = join(bundles, 'lock-child.mjs');
    const ours = await contend({ program, mode: 'ours', processes, rounds, scratch });
    failures.push(...ours.failures);
    const naive = await contend({ program, mode: 'naive', processes, rounds: 20, scratch });
    const { ms, failure } = await stealFromKilled(program, scratch);
    if (failure !== null) failures.push(failure);
    failures.push(...controlFailure(naive.failures.length));
    return {
      type: 'done',
      figure: `${lockCases.length} cases, ${processes} processes in ${rounds} rounds, one holder in each but ${ours.failures.length}, a killed one's taken in ${Math.round(ms)} ms, control broke ${naive.failures.length} of 20`,
      failures,
    };
  },
};

async function contend({
  program,
  mode,
  processes,
  rounds,
  scratch,
}: {
  readonly program: string;
  readonly mode: 'ours' | 'naive';
  readonly processes: number;
  readonly rounds: number;
  readonly scratch: string;
}) {
  const children = Array.from({ length: processes }, () => fork(program, [mode]));
  const failures: string[] = [];
  try {
    await Promise.all(children.map(answerOf));
    for (let round = 0; round < rounds; round += 1) {
      const folder = join(scratch, `${mode}-${round}`);
      await mkdir(folder);
      if (mode === 'ours') await prepare(folder, round % 3);
      const answers = await Promise.all(children.map((child) => ask(child, { type: 'take', folder })));
      const holders = answers.filter(({ got }) => got === true).length;
      if (holders !== 1) failures.push(`round ${round}: ${holders} holders, ${JSON.stringify(answers)}`);
      if (round % 5 === 0 && mode === 'ours') {
        const losers = children.filter((_, index) => answers[index]?.got !== true);
        const again = await Promise.all(losers.map((child) => ask(child, { type: 'take', folder })));
        if (again.some((answer) => answer.class !== 'live-other')) {
          failures.push(`round ${round}: a live one was not seen as such`);
        }
      }
      await Promise.all(children.map((child) => ask(child, { type: 'release' })));
    }
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
  return { failures };
}

/** Nothing there, given back, or held by a process that is gone. */
async function prepare(folder: string, kind: number): Promise<void> {
  if (kind === 0) return;
  const self = await ownIdentity('1.0.0');
  const gone = { ...self, nonce: 'gone', startToken: '1', host: hostname() };
  await writeFile(join(folder, kind === 1 ? 'lock.4.free' : 'lock.4'), JSON.stringify(gone));
}

async function stealFromKilled(program: string, scratch: string) {
  const folder = join(scratch, 'killed');
  await mkdir(folder);
  const child = fork(program, ['ours']);
  await answerOf(child);
  await ask(child, { type: 'take', folder });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  const ports = { files: nodeFilePort, self: await ownIdentity('1.0.0'), probe: probeProcess };
  const start = performance.now();
  const taken = await takeLock(ports, folder, { force: false });
  const ms = performance.now() - start;
  const isGood = taken.ok && ms <= LONGEST_STEAL_MS;
  return { ms, failure: isGood ? null : `a killed one's lock: ${JSON.stringify(taken)} in ${ms} ms` };
}

function ask(
  child: ChildProcess,
  order: { readonly type: string; readonly folder?: string },
): Promise<Answer> {
  const answer = answerOf(child);
  child.send(order);
  return answer;
}

function answerOf(child: ChildProcess): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown) => {
      child.off('exit', onExit);
      resolve(message as Answer);
    };
    const onExit = (code: number | null) => {
      child.off('message', onMessage);
      reject(new Error(`a process ended by itself: ${code}`));
    };
    child.once('message', onMessage);
    child.once('exit', onExit);
  });
}
