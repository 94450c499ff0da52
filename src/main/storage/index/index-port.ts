/** A thread, as far as the index needs one. */
import { Worker } from 'node:worker_threads';
import type { FromIndex, ToIndex } from './index-messages.ts';

export interface IndexPort {
  post(message: ToIndex): void;
  /** Ends it at once; `onExit` is then not called. */
  stop(): Promise<void>;
}

export type IndexPortListeners = {
  readonly onMessage: (message: FromIndex) => void;
  /** It ended by itself. */
  readonly onExit: (why: string) => void;
};

export type StartIndexPort = (listeners: IndexPortListeners) => IndexPort;

/** MiB of JavaScript objects; a transcript that needs more is left out of the search. */
const MOST_HEAP_MB = 1024;

/** `program`: the bundled thread, an absolute path. */
export function startIndexWorker(program: string, dataDir: string): StartIndexPort {
  return ({ onMessage, onExit }) => {
    let stopped = false;
    const worker = new Worker(program, {
      workerData: { dataDir },
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
      // What it says belongs in no stream of the app.
      stdout: true,
      stderr: true,
    });
    let why = '';
    worker.stdout.resume();
    worker.stderr.resume();
    worker.on('message', (message: FromIndex) => {
      if (!stopped) onMessage(message);
    });
    worker.on('error', (error) => {
      why = error instanceof Error ? error.message : String(error);
    });
    worker.on('exit', (code) => {
      if (stopped) return;
      stopped = true;
      onExit(why === '' ? `it ended with ${code}` : why);
    });
    worker.unref();
    return {
      post: (message) => worker.postMessage(message),
      async stop() {
        stopped = true;
        await worker.terminate();
      },
    };
  };
}
