import { join } from 'node:path';
import type { Measure, MeasureContext } from '../node/measure.ts';
import { takeTurns } from '../node/pairs.ts';
import { assertLinux, cpuMicrosOf, pssOf } from '../node/proc.ts';
import { median, ratioOfMedians } from '../node/statistics.ts';
import { launch } from './launch.ts';
import type { Launched } from './launch.ts';
import { runSessions, writeWaitingAgent } from './running-sessions.ts';

/** After the first paint, until what a start leaves to do is done. */
const settleMs = 4000;
/** Shorter, and one collection of garbage would be most of what is seen. */
const windowMs = 10_000;
const windows = { idle: 2, running: 3 };
const indicators = 8;

export const a2: Measure = {
  names: ['A2'],
  title: 'memory and CPU of the app at rest',
  async run(context) {
    assertLinux();
    const { ours, minimal } = await takeTurns(
      {
        ours: () => memoryAtRest(context, context.project, [context.scratch]),
        minimal: () => memoryAtRest(context, join(context.bundles, 'minimal'), []),
      },
      { rounds: 5, warmUps: 0 },
    );
    const { idle, running } = await cpuAtRest(context);
    return [
      {
        name: 'A2.memory',
        value: ratioOfMedians(ours, minimal),
        unit: '× a minimal app, PSS of all processes',
        target: { atMost: 1.4 },
        raw: { oursMB: ours, minimalMB: minimal },
      },
      {
        name: 'A2.idle',
        value: median(idle),
        unit: '% of a core at rest',
        target: { atMost: 0.5 },
        raw: { percent: idle },
      },
      {
        name: 'A2.running',
        value: median(running),
        unit: `% of a core with ${indicators} sessions that run`,
        target: { atMost: 1.5 },
        raw: { percent: running },
      },
    ];
  },
};

async function memoryAtRest(
  context: MeasureContext,
  folder: string,
  args: readonly string[],
): Promise<number> {
  const launched = await launch(context, { folder, args });
  try {
    await pause(settleMs);
    const processes = await launched.processes();
    const sizes = await Promise.all(processes.map(({ pid }) => pssOf(pid)));
    return sizes.reduce((sum, size) => sum + size, 0) / 1e6;
  } finally {
    await launched.close();
  }
}

/** One app, first at rest and then with sessions that run. */
async function cpuAtRest(context: MeasureContext) {
  const launched = await launch(context, {
    folder: context.project,
    args: [context.scratch],
    prepare: (userDataDir) => writeWaitingAgent(userDataDir, context.project),
  });
  try {
    await pause(settleMs);
    const idle = await percentages(launched, windows.idle);
    await runSessions(launched.page, indicators);
    await pause(settleMs);
    return { idle, running: await percentages(launched, windows.running) };
  } finally {
    await launched.close();
  }
}

async function percentages(launched: Launched, count: number): Promise<number[]> {
  const found: number[] = [];
  for (let window = 0; window < count; window++) {
    const before = await cpuByProcess(launched);
    const begin = performance.now();
    await pause(windowMs);
    const elapsed = (performance.now() - begin) * 1000;
    const after = await cpuByProcess(launched);
    let spent = 0;
    for (const [pid, micros] of after) spent += micros - (before.get(pid) ?? 0);
    found.push((100 * spent) / elapsed);
  }
  return found;
}

async function cpuByProcess({ processes }: Launched): Promise<ReadonlyMap<number, number>> {
  const found = await processes();
  return new Map(await Promise.all(found.map(async ({ pid }) => [pid, await cpuMicrosOf(pid)] as const)));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
