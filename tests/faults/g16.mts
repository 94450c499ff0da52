/** G16: agents crash in every way we know, with every kind of family: nothing of them is left 2 s later. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ProcessRegistry } from '../../src/main/processes/registry.ts';
import { agentWords, promptOf, SLEEPERS, startTestAgent } from './g16-g19-agent.mts';
import type { TestAgentOptions } from './g16-g19-agent.mts';
import { cameUp, endMarked, isGone, newMark, pause, percentile, until } from './g16-g19-real.mts';
import type { FigureOptions, FigureResult } from './g16-g19-real.mts';

const LIMIT_MS = 2000;
/** Whoever is gone only now was late, not left. */
const PATIENCE_MS = 15_000;
const AT_ONCE = 3;

type Crash = Pick<TestAgentOptions, 'family' | 'onPrompt'>;

const crashes: readonly Crash[] = [
  { family: 'none', onPrompt: 'exit' },
  { family: 'child', onPrompt: 'kill' },
  { family: 'deaf', onPrompt: 'exit' },
  { family: 'session', onPrompt: 'kill' },
  { family: 'double-fork', onPrompt: 'exit' },
  { family: 'wiped', onPrompt: 'kill' },
  { family: 'child', onPrompt: 'wrapper' },
  { family: 'session', onPrompt: 'wrapper' },
  { family: 'none', onPrompt: 'abort' },
  { family: 'all', onPrompt: 'exit' },
];

export async function run({ quick, seed }: FigureOptions): Promise<FigureResult> {
  const rounds = quick ? 2 : 10;
  const processes = new ProcessRegistry();
  const waiting = Array.from({ length: rounds }, () => crashes).flat();
  const total = waiting.length;
  const times: number[] = [];
  const problems: string[] = [];

  async function crashOne(crash: Crash): Promise<void> {
    const mark = newMark();
    const agent = await startTestAgent(processes, { ...crash, mark });
    await cameUp(mark, SLEEPERS[crash.family]);
    const allGone = isGone(mark);
    const prompted = promptOf(agent);
    const failure = await agent.lost;
    const took = await until(allGone, PATIENCE_MS);
    const what = `${crash.family}/${crash.onPrompt}`;
    if (took === null) problems.push(`${what}: ${endMarked(mark)} left`);
    else times.push(took);
    if ((await prompted) !== 'rejected') problems.push(`${what}: its prompt was not settled`);
    if (!failure.stderrTail.includes('about to end')) problems.push(`${what}: its last words are lost`);
  }

  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let crash = waiting.pop(); crash !== undefined; crash = waiting.pop()) await crashOne(crash);
    }),
  );
  await until(() => processes.live.length === 0, PATIENCE_MS);
  if (processes.live.length > 0) problems.push(`${processes.live.length} not forgotten`);
  await processes.stopAll({ deadlineMs: 5000 });

  // Control: started by a plain spawn, with nobody to clean up.
  let control = 0;
  for (const crash of crashes) {
    const mark = newMark();
    const { command, args } = agentWords({ ...crash, mark, flags: ['now'] });
    const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'ignore'] });
    await once(child, 'exit');
    await pause(200);
    control += endMarked(mark);
  }

  const p95 = percentile(times, 0.95);
  const slowest = Math.max(0, ...times);
  const ok = problems.length === 0 && times.length === total && slowest <= LIMIT_MS && control > 0;
  return {
    ok,
    text:
      `G16 ${total} agent crashes of ${crashes.length} kinds: ${problems.length === 0 ? 'none left' : problems.slice(0, 5).join('; ')}, ` +
      `gone ${Math.round(percentile(times, 0.5))} ms after the app was told (p95 ${Math.round(p95)}, limit ${LIMIT_MS}, most ${Math.round(slowest)}); ` +
      `control without clean-up: ${control} left of ${crashes.length} (seed ${seed})`,
  };
}
