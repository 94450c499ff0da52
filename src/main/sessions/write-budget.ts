/** How much is written for an agent without anybody looking: a storm of writes ends in a question. */
export const BUDGET_BYTES = 200 * 1024 * 1024;
export const BUDGET_MINUTES = 10;

/** Of one session; lives as long as it. */
export class WriteBudget {
  readonly #now: () => number;
  #spent: { readonly at: number; readonly bytes: number }[] = [];
  #sum = 0;

  /** ms, of a clock that may be any. */
  constructor(now: () => number) {
    this.#now = now;
  }

  fits(bytes: number): boolean {
    this.#forget();
    return this.#sum + bytes <= BUDGET_BYTES;
  }

  spend(bytes: number): void {
    if (bytes === 0) return;
    this.#spent.push({ at: this.#now(), bytes });
    this.#sum += bytes;
  }

  /** The person has seen it and lets it go on. */
  renew(): void {
    this.#spent = [];
    this.#sum = 0;
  }

  #forget(): void {
    const since = this.#now() - BUDGET_MINUTES * 60_000;
    const first = this.#spent.findIndex(({ at }) => at > since);
    const gone = this.#spent.splice(0, first === -1 ? this.#spent.length : first);
    for (const { bytes } of gone) this.#sum -= bytes;
  }
}
