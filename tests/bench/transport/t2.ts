import type { Measure } from '../node/measure.ts';
import { takeTurns } from '../node/pairs.ts';
import { ratioOfMedians } from '../node/statistics.ts';
import { readOnce } from './read-once.ts';
import { readByAgentStream, readBySdk } from './readers.ts';

const sizes = [
  { kind: 'small', perAgent: 20_000, atLeast: 4 },
  { kind: 'medium', perAgent: 6_000, atLeast: 6 },
] as const;

export const t2: Measure = {
  names: ['T2'],
  title: 'transport and validation against the protocol SDK alone',
  async run(context) {
    const figures = [];
    for (const { kind, perAgent, atLeast } of sizes) {
      const read = { kind, agents: 1, perAgent };
      const { ours, sdk } = await takeTurns(
        {
          ours: () => readOnce(context, { ...read, reader: readByAgentStream }),
          sdk: () => readOnce(context, { ...read, reader: readBySdk }),
        },
        { rounds: 5 },
      );
      figures.push({
        name: `T2.${kind}`,
        value: ratioOfMedians(sdk, ours),
        unit: '× cheaper than the SDK, CPU a message',
        target: { atLeast },
        raw: { oursMicros: ours, sdkMicros: sdk },
      });
    }
    return figures;
  },
};
