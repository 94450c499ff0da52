import type { Measure } from '../node/measure.ts';
import { takeTurns } from '../node/pairs.ts';
import { ratioOfMedians } from '../node/statistics.ts';
import { cpuOfPipeline } from './pipeline.ts';
import { readOnce } from './read-once.ts';
import { readByParse } from './readers.ts';

const agents = 8;
const sizes = [
  { kind: 'small', perAgent: 10_000, atMost: 3.5 },
  { kind: 'medium', perAgent: 2_500, atMost: 4.5 },
  { kind: 'large', perAgent: 6, atMost: 2 },
] as const;

export const t3: Measure = {
  names: ['T3'],
  title: 'the whole main process, from eight pipes to one window, against splitting and parsing alone',
  async run(context) {
    const figures = [];
    for (const { kind, perAgent, atMost } of sizes) {
      const work = { kind, agents, perAgent };
      const { ours, parse } = await takeTurns(
        {
          ours: () => cpuOfPipeline(context, work),
          parse: () => readOnce(context, { ...work, reader: readByParse }),
        },
        { rounds: 5 },
      );
      figures.push({
        name: `T3.${kind}`,
        value: ratioOfMedians(ours, parse),
        unit: '× split and parse, CPU a message',
        target: { atMost },
        raw: { oursMicros: ours, parseMicros: parse },
      });
    }
    return figures;
  },
};
