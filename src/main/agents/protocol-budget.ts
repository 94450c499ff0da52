/** What the protocol logs of all sessions keep together is bounded: what is oldest anywhere goes first. */

/** UTF-16 units, of which most texts take a byte each. */
const MOST_UNITS = 48 * 1024 * 1024;
/** Of the bound, so much is freed at once: looking for the oldest has its price. */
const FREED_SHARE = 1 / 64;
const DROPPED_AT_ONCE = 64;

export type BudgetedLog = {
  /** Of its oldest entry, ms since the epoch; infinite when it keeps none. */
  readonly oldestAt: number;
  dropOldest(): void;
};

export type BudgetShare = { add(units: number): void };

type Share = { readonly log: WeakRef<BudgetedLog>; units: number };

export class ProtocolBudget {
  readonly #most: number;
  readonly #shares = new Set<Share>();
  /** A log ends with its session, without a word. */
  readonly #gone = new FinalizationRegistry<Share>((share) => this.#forget(share));
  #units = 0;

  constructor(mostUnits = MOST_UNITS) {
    this.#most = mostUnits;
  }

  /** Of all logs. */
  get units(): number {
    return this.#units;
  }

  /** The log says what it comes to keep, and by less than zero what it drops. */
  join(log: BudgetedLog): BudgetShare {
    const share: Share = { log: new WeakRef(log), units: 0 };
    this.#shares.add(share);
    this.#gone.register(log, share);
    return {
      add: (units) => {
        share.units += units;
        this.#units += units;
        if (units > 0 && this.#units > this.#most) this.#free();
      },
    };
  }

  #free(): void {
    const wanted = this.#most * (1 - FREED_SHARE);
    while (this.#units > wanted) {
      let oldest: BudgetedLog | null = null;
      for (const share of this.#shares) {
        const log = share.log.deref();
        if (log === undefined) this.#forget(share);
        else if (log.oldestAt < (oldest?.oldestAt ?? Infinity)) oldest = log;
      }
      if (oldest === null) return;
      for (let count = 0; count < DROPPED_AT_ONCE && this.#units > wanted; count += 1) oldest.dropOldest();
    }
  }

  #forget(share: Share): void {
    if (this.#shares.delete(share)) this.#units -= share.units;
  }
}

export const sharedBudget = new ProtocolBudget();
