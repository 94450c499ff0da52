import type { Measure } from '../node/measure.ts';
import { takeTurns } from '../node/pairs.ts';
import { median, quantile, ratioOfMedians } from '../node/statistics.ts';
import { openStage } from './stage.ts';

/** About as many as 100,000 updates make, and 200. */
const longItems = 5500;
const shortItems = 20;

export const o1: Measure = {
  names: ['O1', 'O3', 'O4'],
  title: 'opening a long session against a short one, switching between 20, and doing nothing',
  async run(context) {
    const stage = await openStage(context);
    try {
      const prepare = async (sessions: number, items: number, whole: boolean) => {
        await stage.open({ view: 'nothing' });
        await stage.page.evaluate(`bench.prepareOpening(${JSON.stringify({ sessions, items, whole })})`);
      };
      const open = (index: number) => stage.page.evaluate(`bench.openOne(${index})`) as Promise<number>;
      const opening = (items: number, whole: boolean) => async () => {
        await prepare(2, items, whole);
        // The first one pays for code that was never run.
        await open(0);
        const { micros, value } = await stage.cpuDuring(() => open(1));
        return { cpu: micros / 1000, ms: value };
      };
      const runs = await takeTurns(
        {
          long: opening(longItems, false),
          short: opening(shortItems, false),
          whole: opening(longItems, true),
        },
        { rounds: 5, warmUps: 0 },
      );
      const cpu = (of: readonly { readonly cpu: number }[]) => of.map((run) => run.cpu);
      const ms = (of: readonly { readonly ms: number }[]) => of.map((run) => run.ms);
      await prepare(20, longItems, false);
      for (let index = 0; index < 20; index += 1) await open(index);
      const switches: number[] = [];
      for (let index = 0; index < 60; index += 1) switches.push(await open((index * 7) % 20));
      await stage.page.evaluate('bench.idle(1500)');
      const idle = (await stage.page.evaluate('bench.idle(2000)')) as {
        readonly frames: number;
        readonly changes: number;
      };
      return [
        {
          name: 'O1.length',
          value: ratioOfMedians(cpu(runs.long), cpu(runs.short)),
          unit: '× opening one of 200 updates, CPU of the page until it is painted',
          target: { atMost: 1.5 },
          raw: { longMs: cpu(runs.long), shortMs: cpu(runs.short) },
        },
        {
          name: 'O1.whole',
          value: ratioOfMedians(ms(runs.long), ms(runs.whole)),
          unit: '× loading all of it, time until it is painted',
          target: { atMost: 0.2 },
          raw: { longMs: ms(runs.long), wholeMs: ms(runs.whole), shortMs: ms(runs.short) },
        },
        {
          name: 'O3.switch',
          value: quantile(switches, 0.95),
          unit: 'ms from one of 20 sessions to another until it is painted, 95th percentile',
          target: { atMost: 50 },
          raw: { switchMs: switches, median: [median(switches)] },
        },
        {
          name: 'O4.idle',
          value: idle.frames + idle.changes,
          unit: 'frames asked for and changes of the document in 2 s of nothing',
          target: { atMost: 0 },
          raw: { frames: [idle.frames], changes: [idle.changes] },
        },
      ];
    } finally {
      await stage.close();
    }
  },
};
