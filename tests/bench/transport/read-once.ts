import type { MeasureContext } from '../node/measure.ts';
import { startFlood } from './flood.ts';
import type { FloodKind } from './flood.ts';
import { cpuOfReading } from './readers.ts';

/** Starts `agents` floods, reads them all with `reader`, ends them. µs of CPU an update. */
export async function readOnce(
  { project }: MeasureContext,
  options: {
    readonly kind: FloodKind;
    readonly agents: number;
    readonly perAgent: number;
    readonly reader: Parameters<typeof cpuOfReading>[2];
  },
): Promise<number> {
  const { kind, agents, perAgent, reader } = options;
  const floods = await Promise.all(Array.from({ length: agents }, () => startFlood(project, kind, perAgent)));
  try {
    return await cpuOfReading(floods, perAgent, reader);
  } finally {
    await Promise.all(floods.map((flood) => flood.end()));
  }
}
