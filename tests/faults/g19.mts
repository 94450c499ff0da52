/** G19: the stop ladder is bounded, quick for ordinary agents, and leaves nothing on any way of ending. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ProcessRegistry } from '../../src/main/processes/registry.ts';
import { agentWords, promptOf, SLEEPERS, startTestAgent } from './g16-g19-agent.mts';
import type { TestAgentOptions } from './g16-g19-agent.mts';
import { cameUp, endMarked, isGone, marked, newMark, pause, percentile, until } from './g16-g19-real.mts';
import type { FigureOptions, FigureResult } from './g16-g19-real.mts';

const WORST_LIMIT_MS = 11_000;
const ORDINARY_LIMIT_MS = 500;
const AT_ONCE = 2;
const PATIENCE_MS = 15_000;

const family = 'all';
const count = SLEEPERS[family];

export async function run({ quick, seed }: FigureOptions): Promise<FigureResult> {
  const problems: string[] = [];
  const ordinary = await ordinaryStops(quick ? 20 : 100, problems);
  const worst = await worstStop(problems);
  const endings = await everyWay(quick ? 1 : 3, problems);
  const control = await onlyTheChild();
  const p95 = percentile(ordinary, 0.95);
  const ok = problems.length === 0 && p95 <= ORDINARY_LIMIT_MS && worst <= WORST_LIMIT_MS && control > 0;
  return {
    ok,
    text:
      `G19 ${ordinary.length} ordinary stops: p95 ${Math.round(p95)} ms (limit ${ORDINARY_LIMIT_MS}); worst case, deaf ` +
      `in a running turn with a deaf family: ${Math.round(worst)} ms (limit ${WORST_LIMIT_MS}); ` +
      `${endings} endings on 7 ways: ${problems.length === 0 ? 'none left' : problems.slice(0, 5).join('; ')}; ` +
      `control ending only the child: ${control} left (seed ${seed})`,
  };
}

async function ordinaryStops(stops: number, problems: string[]): Promise<readonly number[]> {
  const processes = new ProcessRegistry();
  const times: number[] = [];
  let left = stops;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left > 0) {
        left -= 1;
        const mark = newMark();
        const { link } = await startTestAgent(processes, { mark, family: 'none' });
        const began = performance.now();
        const how = await link.stop();
        times.push(performance.now() - began);
        if (how !== 'clean' || marked(mark).length > 0) problems.push(`an ordinary stop was ${how}`);
      }
    }),
  );
  await processes.stopAll({ deadlineMs: 2000 });
  return times;
}

async function worstStop(problems: string[]): Promise<number> {
  const processes = new ProcessRegistry();
  const mark = newMark();
  const agent = await startTestAgent(processes, { mark, family, onPrompt: 'never', flags: ['deaf'] });
  await cameUp(mark, count);
  void promptOf(agent);
  const began = performance.now();
  const how = await agent.link.stop();
  const took = performance.now() - began;
  if (how !== 'forced') problems.push(`the worst stop was ${how}`);
  none('the worst case', mark, problems);
  return took;
}

function none(way: string, mark: string, problems: string[]): void {
  const left = endMarked(mark);
  if (left > 0) problems.push(`${way}: ${left} left`);
}

async function noneSoon(way: string, mark: string, problems: string[]): Promise<void> {
  await until(isGone(mark), PATIENCE_MS);
  none(way, mark, problems);
}

/** How many endings there were. */
async function everyWay(rounds: number, problems: string[]): Promise<number> {
  const ways = Object.entries({ disconnect, replace, failedInit, archive, restart, quit, crash });
  const waiting = Array.from({ length: rounds }, () => ways).flat();
  const endings = waiting.length;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await end(...next, problems);
    }),
  );
  return endings;
}

async function end(name: string, way: Way, problems: string[]): Promise<void> {
  const processes = new ProcessRegistry();
  const up = async (options: Partial<TestAgentOptions> = {}) => {
    const mark = newMark();
    const agent = await startTestAgent(processes, { mark, family, ...options });
    await cameUp(mark, count);
    return { mark, agent };
  };
  await way({ processes, up, check: (mark) => noneSoon(name, mark, problems) });
  await processes.stopAll({ deadlineMs: 5000 });
}

type Way = (means: {
  readonly processes: ProcessRegistry;
  readonly up: (
    options?: Partial<TestAgentOptions>,
  ) => Promise<{ readonly mark: string; readonly agent: Awaited<ReturnType<typeof startTestAgent>> }>;
  readonly check: (mark: string) => Promise<void>;
}) => Promise<void>;

/** It closes its output and lives on. */
const disconnect: Way = async ({ up, check }) => {
  const { mark, agent } = await up({ onPrompt: 'disconnect' });
  void promptOf(agent);
  await agent.lost;
  await check(mark);
};

/** The one before goes while the one after comes, which must not be taken for it. */
const replace: Way = async ({ up, check }) => {
  const before = await up();
  const [after] = await Promise.all([up(), before.agent.link.stop()]);
  await check(before.mark);
  if (marked(after.mark).length <= count) throw new Error('the new agent was ended with the old one');
  await after.agent.link.stop();
  await check(after.mark);
};

const failedInit: Way = async ({ processes, check }) => {
  const mark = newMark();
  const started = await startTestAgent(processes, { mark, family, flags: ['mute'] }, 1500).then(
    () => 'started',
    () => 'failed',
  );
  if (started !== 'failed') throw new Error('a mute agent has started');
  await check(mark);
};

const archive: Way = async ({ up, check }) => {
  const { mark, agent } = await up();
  await agent.link.stop();
  await check(mark);
};

const restart: Way = async ({ up, check }) => {
  const before = await up({ onPrompt: 'exit' });
  void promptOf(before.agent);
  await before.agent.lost;
  const after = await up();
  await check(before.mark);
  await after.agent.link.stop();
  await check(after.mark);
};

const quit: Way = async ({ processes, up, check }) => {
  const all = [await up(), await up()];
  await processes.stopAll({ deadlineMs: 6000 });
  for (const { mark } of all) await check(mark);
};

const crash: Way = async ({ up, check }) => {
  const { mark, agent } = await up({ onPrompt: 'kill' });
  void promptOf(agent);
  await agent.lost;
  await check(mark);
};

/** Control: what ending the child alone leaves of the same family. */
async function onlyTheChild(): Promise<number> {
  const mark = newMark();
  const { command, args } = agentWords({ mark, family, flags: ['mute'] });
  const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'ignore'] });
  await cameUp(mark, count);
  child.kill('SIGTERM');
  await once(child, 'exit');
  await pause(500);
  return endMarked(mark);
}
