/** How long this process could not be reached. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;

export type LoopLag = { readonly p50: number; readonly p99: number; readonly max: number };

/** Starts to measure; the returned function says, in ms, what it found since. */
export function watchLoop(): () => LoopLag {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  return () => {
    histogram.disable();
    return {
      p50: late(histogram.percentile(50)),
      p99: late(histogram.percentile(99)),
      max: late(histogram.max),
    };
  };
}
