import type { Measure } from '../node/measure.ts';
import { takeTurns } from '../node/pairs.ts';
import { ratioOfMedians } from '../node/statistics.ts';
import { assertLinux, cpuMicrosOf } from '../node/proc.ts';
import type { PortReport } from '../page/api.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

const sessionIds = Array.from({ length: 8 }, (_, index) => `00000000-0000-4000-8000-00000000000${index}`);
const spec = { sessionIds, perSecond: 8000, ms: 2000 };
const frameMs = 1000 / 60;

export const r6: Measure = {
  names: ['R6'],
  title: 'chunks from main to the page through the contract against one message each',
  async run(context) {
    assertLinux();
    const stage = await openStage(context);
    try {
      const { ours, each } = await takeTurns(
        { ours: () => flood(stage, 'contract'), each: () => flood(stage, 'bare') },
        { rounds: 5 },
      );
      const cpu = (runs: typeof ours) => runs.map(({ cpuPerChunk }) => cpuPerChunk);
      const messages = ours.map(({ perSessionAndFrame }) => perSessionAndFrame);
      return [
        {
          name: 'R6',
          value: 100 * ratioOfMedians(cpu(ours), cpu(each)),
          unit: '% of a message a chunk, CPU of main and page a chunk',
          target: { atMost: 25 },
          raw: { oursMicros: cpu(ours), eachMicros: cpu(each) },
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

async function flood({ app, page }: Stage, how: 'contract' | 'bare') {
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
    perSessionAndFrame: messages / sessionIds.length / (elapsed / frameMs),
  };
}
