import { join } from 'node:path';
import { createSessionIndex } from '../../../src/main/storage/index/index-client.ts';
import { startIndexWorker } from '../../../src/main/storage/index/index-port.ts';
import type { SessionIndex } from '../../../src/main/storage/index/session-index.ts';
import type { MeasureContext } from '../node/measure.ts';

/** As the app has it: in a thread of its own. */
export function indexInThread({ bundles }: Pick<MeasureContext, 'bundles'>, dataDir: string): SessionIndex {
  return createSessionIndex({ start: startIndexWorker(join(bundles, 'index/index-worker.cjs'), dataDir) });
}

/** Everything on the disk is known and can be found. */
export async function bringUpToDate(index: SessionIndex, sessions: number): Promise<void> {
  await index.refresh();
  await new Promise<void>((resolve, reject) => {
    index.watchStatus((status) => {
      if (status.state === 'off') reject(new Error(status.detail));
      if (status.state === 'ready' && status.sessions === sessions) resolve();
    });
  });
}
