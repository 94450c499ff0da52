import type { Measure } from '../node/measure.ts';
import { takeTurns } from '../node/pairs.ts';
import { ratioOfMedians } from '../node/statistics.ts';
import { assertLinux, cpuMicrosOf } from '../node/proc.ts';
import type { PortReport } from '../page/api.ts';
import type { FloodSpec } from './host.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

const frameMs = 1000 / 60;

/** As many at once as the volume that the app promises to carry. */
const torrent = { sessionIds: idsOf(8), perSecond: 40_000, ms: 1500 };
/** As many as a window shows at once, each as fast as in R1. */
const steady = { sessionIds: idsOf(4), perSecond: 8000, ms: 1500 };

function idsOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `00000000-0000-4000-8000-00000000000${index}`);
}

export const r6: Measure = {
  names: ['R6'],
  title: 'chunks from main to the page through the contract against one message each',
  async run(context) {
    assertLinux();
    const stage = await openStage(context);
    try {
      const { ours, each, oursSteady, eachSteady } = await takeTurns(
        {
          ours: () => flood(stage, 'contract', torrent),
          each: () => flood(stage, 'bare', torrent),
          oursSteady: () => flood(stage, 'contract', steady),
          eachSteady: () => flood(stage, 'bare', steady),
        },
        { rounds: 5 },
      );
      const cpu = (runs: typeof ours) => runs.map(({ cpuPerChunk }) => cpuPerChunk);
      const messages = [...ours, ...oursSteady].map(({ perSessionAndFrame }) => perSessionAndFrame);
      return [
        {
          name: 'R6',
          value: 100 * ratioOfMedians(cpu(ours), cpu(each)),
          unit: '% of a message a chunk, CPU of main and page a chunk',
          target: { atMost: 25 },
          raw: { oursMicros: cpu(ours), eachMicros: cpu(each) },
        },
        {
          name: 'R6.steady',
          value: 100 * ratioOfMedians(cpu(oursSteady), cpu(eachSteady)),
          unit: '% of a message a chunk, at 2,000 chunks a second in each of 4 sessions',
          target: { atMost: 25 },
          raw: { oursMicros: cpu(oursSteady), eachMicros: cpu(eachSteady) },
        },
        {
          name: 'R6.messages',
          value: Math.max(...messages),
          unit: 'messages a session and frame',
          target: { atMost: 1 },
          raw: { messages },
        },
      ];
    } finally {
      await stage.close();
    }
  },
};

async function flood({ app, page }: Stage, how: 'contract' | 'bare', spec: FloodSpec) {
  const { sessionIds } = spec;
  const host = (call: string) => app.evaluate(`globalThis.bench.${call}`);
  const pids = await app.evaluate(({ BrowserWindow }) => [
    process.pid,
    ...BrowserWindow.getAllWindows().map(({ webContents }) => webContents.getOSProcessId()),
  ]);
  const cpu = async () => {
    const times = await Promise.all(pids.map(cpuMicrosOf));
    return times.reduce((sum, time) => sum + time, 0);
  };
  await host(`usePort('${how}')`);
  await page.evaluate(`bench.watchPort('${how}', ${JSON.stringify(sessionIds)})`);
  const before = await cpu();
  const begin = performance.now();
  const sent = (await host(`flood(${JSON.stringify(spec)})`)) as number;
  const { chunks, messages } = (await page.evaluate(`bench.received(${sent})`)) as PortReport;
  const elapsed = performance.now() - begin;
  const spent = (await cpu()) - before;
  if (chunks !== sent) throw new Error(`${chunks} of ${sent} chunks came`);
  return {
    cpuPerChunk: spent / chunks,
    // The first and the last frame count whole.
    perSessionAndFrame: messages / sessionIds.length / Math.ceil(elapsed / frameMs + 1),
  };
}
