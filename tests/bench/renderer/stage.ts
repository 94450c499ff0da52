/** The bench's page in the Electron runtime, and what its main thread spends. */
import { join } from 'node:path';
import type { CDPSession, ElectronApplication, Page } from 'playwright';
import type { MeasureContext } from '../node/measure.ts';
import type { StreamReport, StreamSpec, View } from '../page/api.ts';

export type Stage = {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** The page anew with nothing of the view before. */
  open(view: View): Promise<void>;
  /** CPU time of the page's main thread during `work`, µs. */
  cpuDuring<Value>(work: () => Promise<Value>): Promise<{ readonly micros: number; readonly value: Value }>;
  close(): Promise<void>;
};

export async function openStage({ bundles, scratch }: MeasureContext): Promise<Stage> {
  // Not for the measures of the transport, whose process should hold nothing else.
  const { _electron } = await import('playwright');
  const app = await _electron.launch({
    args: [join(bundles, 'host'), `--user-data-dir=${join(scratch, 'host')}`],
    colorScheme: null,
  });
  try {
    return await stageOf(app);
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function stageOf(app: ElectronApplication): Promise<Stage> {
  const page = await app.firstWindow();
  page.setDefaultTimeout(60_000);
  await benchThere(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    app,
    page,
    async open(view) {
      await page.reload();
      await benchThere(page);
      await page.evaluate(`bench.show(${JSON.stringify(view)})`);
      await session.send('HeapProfiler.collectGarbage');
    },
    async cpuDuring(work) {
      const before = await taskMicros(session);
      const value = await work();
      return { micros: (await taskMicros(session)) - before, value };
    },
    close: () => app.close(),
  };
}

export type StreamRun = StreamReport & { readonly cpuPerChunk: number };

/** ms of the same stream before: what is measured is the page at work, not its compiler. */
const warmUpMs = 1000;

export async function streamInto(stage: Stage, view: View, spec: StreamSpec): Promise<StreamRun> {
  await stage.open(view);
  await stage.page.evaluate(`bench.prepareStream(${JSON.stringify({ ...spec, ms: warmUpMs })})`);
  await stage.page.evaluate('bench.stream()');
  await stage.page.evaluate(`bench.prepareStream(${JSON.stringify(spec)})`);
  const { micros, value } = await stage.cpuDuring(
    () => stage.page.evaluate('bench.stream()') as Promise<StreamReport>,
  );
  return { ...value, cpuPerChunk: micros / value.chunks };
}

/** By its mark: the page's policy lets nobody poll it with a function. */
async function benchThere(page: Page): Promise<void> {
  await page.waitForSelector('html[data-bench]', { state: 'attached' });
}

async function taskMicros(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (seconds === undefined) throw new Error('the runtime tells no TaskDuration');
  return seconds * 1e6;
}
