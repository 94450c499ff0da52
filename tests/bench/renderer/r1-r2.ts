import type { Measure } from '../node/measure.ts';
import { takeTurns } from '../node/pairs.ts';
import { median, quantile, ratioOfMedians } from '../node/statistics.ts';
import { openStage, streamInto } from './stage.ts';
import type { StreamRun } from './stage.ts';

const spec = { perSecond: 2000, ms: 3000, sessions: 1, summaries: false } as const;
const frameMs = 1000 / 60;

export const r1r2: Measure = {
  names: ['R1', 'R2'],
  title: 'streaming into a transcript of 10,000 items against receiving and dropping',
  async run(context) {
    const stage = await openStage(context);
    try {
      const { ours, empty } = await takeTurns(
        {
          ours: () => streamInto(stage, { view: 'transcript', items: 10_000 }, spec),
          empty: () => streamInto(stage, { view: 'nothing' }, spec),
        },
        { rounds: 5, warmUps: 0 },
      );
      const cpu = (runs: readonly StreamRun[]) => runs.map(({ cpuPerChunk }) => cpuPerChunk);
      const p95 = (runs: readonly StreamRun[]) => runs.map(({ frames }) => quantile(frames, 0.95));
      const dropped = (runs: readonly StreamRun[]) => runs.map(({ frames }) => droppedPercent(frames));
      const longTasks = (runs: readonly StreamRun[]) => runs.map((run) => run.longTasks.length);
      const latency = ours.map(({ latencies }) => quantile(latencies, 0.95) / frameMs);
      return [
        {
          name: 'R1',
          value: ratioOfMedians(cpu(ours), cpu(empty)),
          unit: '× receiving and dropping, CPU of the page a chunk',
          target: { atMost: 8 },
          raw: { oursMicros: cpu(ours), emptyMicros: cpu(empty) },
        },
        {
          name: 'R2.frame',
          value: ratioOfMedians(p95(ours), p95(empty)),
          unit: '× an empty page, 95th percentile of the time between frames',
          target: { atMost: 1.2 },
          raw: { oursMs: p95(ours), emptyMs: p95(empty) },
        },
        {
          name: 'R2.dropped',
          value: Math.max(0, median(dropped(ours)) - median(dropped(empty))),
          unit: '% of the frames more than an empty page drops',
          target: { atMost: 2 },
          raw: { oursPercent: dropped(ours), emptyPercent: dropped(empty) },
        },
        {
          name: 'R2.longtasks',
          value: median(longTasks(ours)),
          unit: 'tasks over 50 ms in a run of 3 s',
          target: { atMost: 0 },
          raw: {
            ours: longTasks(ours),
            empty: longTasks(empty),
            oursMs: ours.flatMap((run) => run.longTasks),
          },
        },
        {
          name: 'R2.latency',
          value: median(latency),
          unit: 'frames from a chunk to the document, 95th percentile',
          target: { atMost: 2 },
          raw: { frames: latency },
        },
      ];
    } finally {
      await stage.close();
    }
  },
};

/** Frames that did not come, of those that a display of 60 Hz would have shown. */
function droppedPercent(frames: readonly number[]): number {
  const time = frames.reduce((sum, each) => sum + each, 0);
  const missed = frames.reduce((sum, each) => sum + Math.max(0, Math.round(each / frameMs) - 1), 0);
  return (100 * missed * frameMs) / time;
}
