import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Measure, MeasureContext } from '../node/measure.ts';
import { takeTurns } from '../node/pairs.ts';
import { median } from '../node/statistics.ts';
import type { SlowReport } from './slow-consumer.ts';

/** 34 MB: what the SDK takes in within some seconds, and a consumer of a millisecond each never could. */
const updates = 25_000;
const windowMs = { ours: 3000, sdk: 30_000 };
/** As in slow-consumer.ts, which is a process of its own. */
const highWaterMark = 1000;
const run = promisify(execFile);

export const t5: Measure = {
  names: ['T5'],
  title: 'a consumer that is slower than its agent',
  async run(context) {
    const { ours, sdk } = await takeTurns(
      { ours: () => consume(context, 'ours'), sdk: () => consume(context, 'sdk') },
      { rounds: 5, warmUps: 0 },
    );
    const queued = (reports: readonly SlowReport[]) => reports.map(({ mostQueued }) => mostQueued);
    const grown = (reports: readonly SlowReport[]) => reports.map(({ grownBytes }) => grownBytes / 1e6);
    return [
      {
        name: 'T5.queued',
        value: Math.max(...queued(ours)) / highWaterMark,
        unit: '× the high-water mark, most that waited',
        target: { atMost: 2 },
        raw: { ours: queued(ours), sdk: queued(sdk) },
      },
      {
        name: 'T5.memory',
        value: (100 * median(grown(ours))) / median(grown(sdk)),
        unit: '% of the growth with the SDK, peak RSS',
        target: { atMost: 25 },
        raw: { oursMB: grown(ours), sdkMB: grown(sdk) },
      },
    ];
  },
};

async function consume({ project, bundles }: MeasureContext, way: 'ours' | 'sdk'): Promise<SlowReport> {
  const { stdout } = await run(process.execPath, [
    '--expose-gc',
    join(bundles, 'node/slow-consumer.mjs'),
    way,
    project,
    String(updates),
    String(windowMs[way]),
  ]);
  const report = JSON.parse(stdout) as SlowReport;
  if (report.done === 0) throw new Error('the consumer got nothing');
  if (way === 'sdk' && report.mostQueued < updates / 4) throw new Error('the SDK was not flooded');
  return report;
}
