/** The time that IPC goes by; tests bring their own. */
export type IpcClock = {
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** Runs once the current run of code is done, so that events of one burst share a batch. */
  soon(run: () => void): void;
  after(ms: number, run: () => void): void;
};

export const systemClock: IpcClock = {
  now: () => performance.now(),
  soon: (run) => queueMicrotask(run),
  after: (ms, run) => void setTimeout(run, ms),
};
