/** The thread that owns the index's file: a program of its own, beside the app's. */
import '../../crypto-polyfill.ts';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { DatabaseSync } from '@photostructure/sqlite';
import { nodeFilePort } from '../node-file-port.ts';
import type { ToIndex } from './index-messages.ts';
import { startIndexThread } from './index-thread.ts';

const port = parentPort;
if (port === null) throw new Error('this is the program of a thread');

const take = startIndexThread({
  dataDir: (workerData as { readonly dataDir: string }).dataDir,
  files: nodeFilePort,
  loadLibrary() {
    const library = createRequire(__filename)('@photostructure/sqlite') as {
      readonly DatabaseSync: typeof DatabaseSync;
    };
    return (path) => new library.DatabaseSync(path);
  },
  now: Date.now,
  post: (message) => port.postMessage(message),
});
port.on('message', (message: ToIndex) => take(message));
