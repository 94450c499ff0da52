/**
 * Waits that a machine which sleeps does not use up. Whether a timer's clock goes on meanwhile differs by system;
 * either way whoever is waited for slept too. A wait that fell into a sleep is granted anew in full.
 */

/** What a wait needs of a clock. */
export type Waits = {
  /** Runs once after `ms`; the returned function calls it off. */
  after(ms: number, run: () => void): () => void;
};

/** The time of the machine; tests bring their own. */
export type HostTime = Waits & {
  /** ms that never go back. */
  monotonic(): number;
  /** ms since the epoch; it can be set. */
  wall(): number;
};

/** A timer that is this late, or a wall clock that is this far ahead of the other, means a sleep. In ms. */
export const SLEEP_GAP_MS = 15_000;

const systemTime: HostTime = {
  monotonic: () => performance.now(),
  wall: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

export class WakingClock implements Waits {
  readonly #host: HostTime;

  constructor(host: HostTime = systemTime) {
    this.#host = host;
  }

  now(): number {
    return this.#host.wall();
  }

  after(ms: number, run: () => void): () => void {
    const host = this.#host;
    let callOff: () => void = () => undefined;
    const arm = (): void => {
      const monotonic = host.monotonic();
      const wall = host.wall();
      callOff = host.after(ms, () => {
        const passed = host.monotonic() - monotonic;
        const ahead = host.wall() - wall - passed;
        if (passed - ms > SLEEP_GAP_MS || ahead > SLEEP_GAP_MS) arm();
        else run();
      });
    };
    arm();
    return () => callOff();
  }
}

export const wakingClock = new WakingClock();

/** Resolves with what `work` does, or with null when `ms` are over before. */
export async function within<Value>(
  work: Promise<Value>,
  ms: number,
  clock: Waits = wakingClock,
): Promise<Value | null> {
  let callOff: () => void = () => undefined;
  const over = new Promise<null>((resolve) => {
    callOff = clock.after(ms, () => resolve(null));
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    callOff();
  }
}
