/** The machine's real time for `WakingClock`, which a run can push forward and put to sleep. */
import type { HostTime } from '../../src/main/waking-clock.ts';
import { pause } from './g16-g19-real.mts';

/** Less than what counts as a sleep. */
const STEP_MS = 10_000;

type Timer = { readonly due: number; readonly run: () => void; handle: NodeJS.Timeout };

export class JumpingHost implements HostTime {
  #monotonic = 0;
  #wall = 0;
  readonly #timers = new Set<Timer>();

  monotonic(): number {
    return performance.now() + this.#monotonic;
  }

  wall(): number {
    return Date.now() + this.#wall;
  }

  get pending(): number {
    return this.#timers.size;
  }

  after(ms: number, run: () => void): () => void {
    const timer: Timer = { due: this.monotonic() + ms, run, handle: setTimeout(() => undefined, 0) };
    this.#timers.add(timer);
    this.#arm(timer);
    return () => {
      clearTimeout(timer.handle);
      this.#timers.delete(timer);
    };
  }

  /** As if `ms` had passed in which nothing came: what is due runs when it is due, within seconds. */
  async hurry(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= STEP_MS) {
      this.#jump(Math.min(left, STEP_MS), Math.min(left, STEP_MS));
      await pause(15);
    }
  }

  /** The machine slept. In some systems its monotonic clock goes on meanwhile, in others it stands still. */
  sleep(ms: number, { monotonicGoesOn }: { readonly monotonicGoesOn: boolean }): void {
    this.#jump(monotonicGoesOn ? ms : 0, ms);
  }

  #jump(monotonic: number, wall: number): void {
    this.#monotonic += monotonic;
    this.#wall += wall;
    for (const timer of this.#timers) this.#arm(timer);
  }

  #arm(timer: Timer): void {
    clearTimeout(timer.handle);
    timer.handle = setTimeout(
      () => {
        this.#timers.delete(timer);
        timer.run();
      },
      Math.max(0, timer.due - this.monotonic()),
    );
  }
}
