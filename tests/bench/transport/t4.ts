import type { Measure } from '../node/measure.ts';
import { takeTurns } from '../node/pairs.ts';
import { ratioOfMedians } from '../node/statistics.ts';
import { readOnce } from './read-once.ts';
import { readByAgentStream } from './readers.ts';

const total = 96_000;

export const t4: Measure = {
  names: ['T4'],
  title: 'thirty-two agents against one',
  async run(context) {
    const reading = (agents: number) => () =>
      readOnce(context, {
        kind: 'small',
        agents,
        perAgent: total / agents,
        reader: readByAgentStream,
      });
    const { many, one } = await takeTurns({ many: reading(32), one: reading(1) }, { rounds: 5 });
    return [
      {
        name: 'T4',
        value: ratioOfMedians(many, one),
        unit: '× one agent, CPU a message',
        target: { atMost: 1.2 },
        raw: { manyMicros: many, oneMicros: one },
      },
    ];
  },
};
