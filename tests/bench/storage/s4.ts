import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openJournalStore } from '../../../src/main/storage/journal-store.ts';
import type { Measure } from '../node/measure.ts';
import { takeTurns } from '../node/pairs.ts';
import { median } from '../node/statistics.ts';
import { bringUpToDate, indexInThread } from './index-in-thread.ts';
import { writeJournals } from './many-journals.ts';

const SESSIONS = 10_000;
const SEED = 4;

export const s4: Measure = {
  names: ['S4'],
  title: 'the list of 10 000 sessions from a thread that was just started, against looking at their journals',
  async run(context) {
    const dataDir = join(context.scratch, 's4');
    await writeJournals(dataDir, { sessions: SESSIONS, messages: 20, seed: SEED });
    try {
      const first = indexInThread(context, dataDir);
      await bringUpToDate(first, SESSIONS);
      await first.close();
      const stalls: number[] = [];
      const checks: number[] = [];
      const listed = async () => {
        const index = indexInThread(context, dataDir);
        const delay = monitorEventLoopDelay({ resolution: 1 });
        delay.enable();
        const began = performance.now();
        expectAll((await index.list()).length);
        const ms = performance.now() - began;
        delay.disable();
        stalls.push(delay.max / 1e6);
        const checked = performance.now();
        await index.refresh();
        checks.push(performance.now() - checked);
        await index.close();
        return ms;
      };
      const { ours, journals } = await takeTurns(
        { ours: listed, journals: () => lookAtJournals(dataDir) },
        { rounds: 3 },
      );
      return [
        {
          name: 'S4.list',
          value: median(ours),
          unit: 'ms to the list of 10 000 sessions',
          target: { atMost: 200 },
          raw: { oursMs: ours, journalsMs: journals },
        },
        {
          name: 'S4.stall',
          value: median(stalls),
          unit: 'ms, longest time that nothing else got a turn',
          target: { atMost: 50 },
          raw: { stallMs: stalls },
        },
        {
          name: 'S4.check',
          value: median(checks),
          unit: 'ms to compare it with the disk, in the background',
          target: null,
          raw: { checkMs: checks },
        },
      ];
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

async function lookAtJournals(dataDir: string): Promise<number> {
  const store = await openJournalStore(dataDir, { app: '1.0.0' });
  const began = performance.now();
  expectAll((await store.list()).length);
  return performance.now() - began;
}

function expectAll(count: number): void {
  if (count !== SESSIONS) throw new Error(`${count} of ${SESSIONS} were listed`);
}
