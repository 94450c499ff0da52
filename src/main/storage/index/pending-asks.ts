/** Questions that wait for the index's thread. One that hears nothing for too long is given up. */
import type { SessionClock } from '../../sessions/session-clock.ts';
import { IndexUnavailableError } from './session-index.ts';

type Ask = {
  readonly silenceMs: number;
  readonly onPart: (part: unknown) => void;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  stop: () => void;
};

export class PendingAsks {
  readonly #clock: SessionClock;
  /** Something was not answered in time. */
  readonly #onSilence: () => void;
  readonly #asks = new Map<number, Ask>();
  #lastId = 0;

  constructor(clock: SessionClock, onSilence: () => void) {
    this.#clock = clock;
    this.#onSilence = onSilence;
  }

  /** `silenceMs`: how long nothing may be heard of it. */
  add(
    silenceMs: number,
    onPart: (part: unknown) => void,
  ): { readonly id: number; readonly answer: Promise<unknown> } {
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<unknown>((resolve, reject) => {
      const ask: Ask = { silenceMs, onPart, resolve, reject, stop: () => undefined };
      this.#asks.set(id, ask);
      this.#watch(id, ask);
    });
    return { id, answer };
  }

  part(id: number, part: unknown): void {
    const ask = this.#asks.get(id);
    if (ask === undefined) return;
    this.#watch(id, ask);
    ask.onPart(part);
  }

  answer(id: number, value: unknown): void {
    this.#take(id)?.resolve(value);
  }

  fail(id: number, error: Error): void {
    this.#take(id)?.reject(error);
  }

  failAll(error: Error): void {
    for (const id of [...this.#asks.keys()]) this.fail(id, error);
  }

  #take(id: number): Ask | undefined {
    const ask = this.#asks.get(id);
    this.#asks.delete(id);
    ask?.stop();
    return ask;
  }

  #watch(id: number, ask: Ask): void {
    ask.stop();
    ask.stop = this.#clock.after(ask.silenceMs, () => {
      this.fail(id, new IndexUnavailableError('timed-out'));
      this.#onSilence();
    });
  }
}
