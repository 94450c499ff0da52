/** Heap of a session's state against that of the updates it was made of, and what opening one reads of it. */
import type { Measure } from '../node/measure.ts';
import { longUpdates } from './long-updates.ts';
import { messageSize } from '../../../src/shared/ipc/message-size.ts';
import { reduceAll } from '../../../src/shared/session/reduce.ts';
import { emptySessionState } from '../../../src/shared/session/state.ts';
import { openingBudget, startWithin, windowOf } from '../../../src/shared/session/window.ts';

const updates = 100_000;

export const m1: Measure = {
  names: ['M1', 'O2'],
  title: 'a session of 100,000 updates in the heap of main, and what of it opens',
  async run() {
    const state = () => reduceAll(emptySessionState, longUpdates(updates));
    const raw = await heapOf(() => longUpdates(updates));
    const live = await heapOf(state);
    const full = state();
    const window = windowOf(full, startWithin(full, openingBudget));
    return [
      {
        name: 'M1.live',
        value: (100 * live) / raw,
        unit: '% of the heap of its updates, a session whose agent runs',
        target: { atMost: 5 },
        raw: { liveBytes: [live], updatesBytes: [raw] },
      },
      {
        name: 'O2.window',
        value: messageSize(window, Infinity) / 1024,
        unit: 'KB that opening sends, of 100,000 updates',
        target: { atMost: 1024 },
        raw: { windowBytes: [messageSize(window, Infinity)], wholeBytes: [messageSize(full, Infinity)] },
      },
    ];
  },
};

/** Median of three: what stays when everything else was collected. */
async function heapOf(make: () => unknown): Promise<number> {
  const sizes: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const before = await settled();
    const kept = [make()];
    sizes.push((await settled()) - before);
    kept.length = 0;
  }
  return sizes.sort((a, b) => a - b)[1] ?? Number.NaN;
}

async function settled(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  return process.memoryUsage().heapUsed;
}
