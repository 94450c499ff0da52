/** Time that only a test moves. */
import type { SessionClock } from '../session-clock.ts';

export class ManualClock implements SessionClock {
  #now = 1_000_000;
  readonly #timers = new Set<{ readonly at: number; readonly run: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  get pending(): number {
    return this.#timers.size;
  }

  /** Runs what is due, in the order of time, and then lets what it started go on. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = next.at;
      next.run();
      await settled();
    }
    this.#now = until;
    await settled();
  }
}

/** Lets everything run that waits for nothing but its turn. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
