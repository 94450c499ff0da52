import type { IpcClock } from '../ipc-clock.ts';

export type ManualClock = IpcClock & {
  /** Moves time on by `ms`, runs what falls due, and lets everything that follows from it settle. */
  advance(ms: number): Promise<void>;
};

export function createManualClock(): ManualClock {
  let time = 0;
  let timers: { readonly due: number; readonly run: () => void }[] = [];
  return {
    now: () => time,
    soon: (run) => queueMicrotask(run),
    after(ms, run) {
      timers.push({ due: time + ms, run });
    },
    async advance(ms) {
      time += ms;
      const due = timers.filter((timer) => timer.due <= time);
      timers = timers.filter((timer) => timer.due > time);
      for (const { run } of due) run();
      await settled();
    },
  };
}

/** Resolves once all promise callbacks that follow from what happened so far have run. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
