import type { Measure } from '../node/measure.ts';
import { takeTurns } from '../node/pairs.ts';
import { ratioOfMedians } from '../node/statistics.ts';
import { openStage, streamInto } from './stage.ts';

const spec = { perSecond: 2000, ms: 1500, sessions: 1, summaries: false } as const;

export const r3: Measure = {
  names: ['R3'],
  title: 'streaming into a transcript of 100,000 items against one of 100',
  async run(context) {
    const stage = await openStage(context);
    try {
      const into = (items: number) => () => streamInto(stage, { view: 'transcript', items }, spec);
      const { long, short } = await takeTurns(
        { long: into(100_000), short: into(100) },
        { rounds: 5, warmUps: 0 },
      );
      const cpu = (runs: typeof long) => runs.map(({ cpuPerChunk }) => cpuPerChunk);
      const nodes = [...long, ...short].map((run) => run.nodes);
      return [
        {
          name: 'R3',
          value: ratioOfMedians(cpu(long), cpu(short)),
          unit: '× a transcript of 100, CPU of the page a chunk',
          target: { atMost: 1.3 },
          raw: { longMicros: cpu(long), shortMicros: cpu(short) },
        },
        {
          name: 'R3.nodes',
          value: Math.max(...nodes),
          unit: 'elements in the document at most',
          target: { atMost: 1000 },
          raw: { nodes },
        },
      ];
    } finally {
      await stage.close();
    }
  },
};
