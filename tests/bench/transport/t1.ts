import type { Measure } from '../node/measure.ts';
import { takeTurns } from '../node/pairs.ts';
import { ratioOfMedians } from '../node/statistics.ts';
import { readOnce } from './read-once.ts';
import { readByAgentStream, readByParse } from './readers.ts';

const sizes = [
  { kind: 'small', perAgent: 60_000, atMost: 2.2 },
  { kind: 'medium', perAgent: 20_000, atMost: 2.2 },
  { kind: 'large', perAgent: 50, atMost: 1.3 },
] as const;

export const t1: Measure = {
  names: ['T1'],
  title: 'transport and validation against splitting and parsing alone',
  async run(context) {
    const figures = [];
    for (const { kind, perAgent, atMost } of sizes) {
      const read = { kind, agents: 1, perAgent };
      const { ours, parse } = await takeTurns(
        {
          ours: () => readOnce(context, { ...read, reader: readByAgentStream }),
          parse: () => readOnce(context, { ...read, reader: readByParse }),
        },
        { rounds: 7 },
      );
      figures.push({
        name: `T1.${kind}`,
        value: ratioOfMedians(ours, parse),
        unit: '× split and parse, CPU a message',
        target: { atMost },
        raw: { oursMicros: ours, parseMicros: parse },
      });
    }
    return figures;
  },
};
