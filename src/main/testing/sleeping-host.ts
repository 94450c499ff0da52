/** A machine's time that a test moves, and that can sleep: for `WakingClock`. */
import type { HostTime } from '../waking-clock.ts';

export class SleepingHost implements HostTime {
  #monotonic = 1000;
  #wall = 1_700_000_000_000;
  readonly #timers = new Set<{ readonly at: number; readonly run: () => void }>();

  monotonic(): number {
    return this.#monotonic;
  }

  wall(): number {
    return this.#wall;
  }

  get pending(): number {
    return this.#timers.size;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#monotonic + ms, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Awake: both clocks go, and timers run when they are due. */
  advance(ms: number): void {
    const until = this.#monotonic + ms;
    for (let next = this.#due(until); next !== undefined; next = this.#due(until)) {
      this.#wall += Math.max(0, next.at - this.#monotonic);
      this.#monotonic = Math.max(this.#monotonic, next.at);
      this.#timers.delete(next);
      next.run();
    }
    this.#wall += until - this.#monotonic;
    this.#monotonic = until;
  }

  /**
   * Asleep: nothing runs. The monotonic clock goes on in some systems, so that every timer is due at once on waking,
   * and stands still in others.
   */
  sleep(ms: number, { monotonicGoesOn }: { readonly monotonicGoesOn: boolean }): void {
    this.#wall += ms;
    if (monotonicGoesOn) this.#monotonic += ms;
  }

  /** The wall clock is set. */
  setWall(by: number): void {
    this.#wall += by;
  }

  #due(until: number) {
    return [...this.#timers].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0];
  }
}
