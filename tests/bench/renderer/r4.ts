import type { Measure } from '../node/measure.ts';
import { takeTurns } from '../node/pairs.ts';
import { ratioOfMedians } from '../node/statistics.ts';
import { openStage } from './stage.ts';

export const r4: Measure = {
  names: ['R4'],
  title: 'a message that grows to 80 KB against one that grows to 20 KB',
  async run(context) {
    const stage = await openStage(context);
    try {
      const growTo = (chars: number) => async () => {
        await stage.open({ view: 'transcript', items: 20 });
        const { micros } = await stage.cpuDuring(() => stage.page.evaluate(`bench.grow(${chars})`));
        return micros / 1000;
      };
      const { long, short } = await takeTurns({ long: growTo(80_000), short: growTo(20_000) }, { rounds: 5 });
      return [
        {
          name: 'R4',
          value: ratioOfMedians(long, short),
          unit: '× the shorter message, CPU of the page in total (linear: 4)',
          target: { atMost: 5 },
          raw: { longMs: long, shortMs: short },
        },
      ];
    } finally {
      await stage.close();
    }
  },
};
