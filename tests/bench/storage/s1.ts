import type { Measure } from '../node/measure.ts';
import { takeTurns } from '../node/pairs.ts';
import { ratioOfMedians } from '../node/statistics.ts';
import { cpuOfLogging } from './log-cost.ts';

const sizes = [
  { kind: 'small', count: 60_000 },
  { kind: 'medium', count: 20_000 },
  { kind: 'large', count: 50 },
] as const;

export const s1: Measure = {
  names: ['S1'],
  title: 'reading, checking and folding with the journal on disk against the same without',
  async run(context) {
    const figures = [];
    for (const work of sizes) {
      const { journal, none } = await takeTurns(
        {
          journal: () => cpuOfLogging(context, { ...work, log: 'journal' }),
          none: () => cpuOfLogging(context, { ...work, log: 'none' }),
        },
        { rounds: 7 },
      );
      figures.push({
        name: `S1.${work.kind}`,
        value: ratioOfMedians(journal, none),
        unit: '× the same without a journal, CPU a message',
        target: { atMost: 1.2 },
        raw: { journalMicros: journal, noneMicros: none },
      });
    }
    return figures;
  },
};
