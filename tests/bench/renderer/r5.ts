import type { Measure } from '../node/measure.ts';
import { takeTurns } from '../node/pairs.ts';
import { ratioOfMedians } from '../node/statistics.ts';
import type { View } from '../page/api.ts';
import { openStage, streamInto } from './stage.ts';

const spec = { perSecond: 2000, ms: 1500, sessions: 32, summaries: true } as const;

export const r5: Measure = {
  names: ['R5'],
  title: '32 sessions stream beside a list of 1,000 and of 200 rows',
  async run(context) {
    const stage = await openStage(context);
    try {
      const beside = (view: View) => async () => (await streamInto(stage, view, spec)).cpuPerChunk;
      const { many, few, none } = await takeTurns(
        {
          many: beside({ view: 'sidebar', rows: 1000 }),
          few: beside({ view: 'sidebar', rows: 200 }),
          none: beside({ view: 'nothing' }),
        },
        { rounds: 5, warmUps: 0 },
      );
      return [
        {
          name: 'R5.list',
          value: ratioOfMedians(many, none),
          unit: '× receiving and dropping, CPU of the page a chunk',
          target: { atMost: 2.5 },
          raw: { manyMicros: many, emptyMicros: none },
        },
        {
          name: 'R5.rows',
          value: ratioOfMedians(many, few),
          unit: '× a list of 200 rows, CPU of the page a chunk',
          target: { atMost: 1.4 },
          raw: { manyMicros: many, fewMicros: few },
        },
      ];
    } finally {
      await stage.close();
    }
  },
};
