/** How long this process could not be reached. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const RESOLUTION_MS = 10;

/** In ms. `beside`, `besideMax`: p99 and most of a thread that does nothing, so what the machine alone makes of it. */
export type LoopLag = {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly beside: number;
  readonly besideMax: number;
};

const idle = `
  const { parentPort } = require('node:worker_threads');
  const { monitorEventLoopDelay } = require('node:perf_hooks');
  const histogram = monitorEventLoopDelay({ resolution: ${RESOLUTION_MS} });
  histogram.enable();
  parentPort.once('message', () => {
    histogram.disable();
    parentPort.postMessage([histogram.percentile(99), histogram.max]);
  });
`;

/** Starts to measure; the returned function says what it found since. */
export function watchLoop(): () => Promise<LoopLag> {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const worker = new Worker(idle, { eval: true });
  histogram.enable();
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  return async () => {
    histogram.disable();
    worker.postMessage('stop');
    const [[beside, besideMax]] = (await once(worker, 'message')) as [[number, number]];
    return {
      p50: late(histogram.percentile(50)),
      p99: late(histogram.percentile(99)),
      max: late(histogram.max),
      beside: late(beside),
      besideMax: late(besideMax),
    };
  };
}
