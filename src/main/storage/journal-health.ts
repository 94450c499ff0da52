/** How many of the open journals cannot be written now. */
import type { JournalStatus } from './journal-event-log.ts';

export type JournalHealth = {
  /** Wait until they can be written again; `diskFull` of them for want of room. */
  readonly paused: number;
  readonly diskFull: number;
  /** May not be written by this run. */
  readonly readOnly: number;
};

export class JournalsHealth {
  readonly #statuses = new Map<object, JournalStatus>();
  readonly #listeners = new Set<(health: JournalHealth) => void>();
  #health: JournalHealth = { paused: 0, diskFull: 0, readOnly: 0 };

  get health(): JournalHealth {
    return this.#health;
  }

  /** Returns the disposer. */
  subscribe(listener: (health: JournalHealth) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** `journal` is whatever stands for one opening of it. */
  changed(journal: object, status: JournalStatus): void {
    if (status.name === 'paused' || status.name === 'read-only') this.#statuses.set(journal, status);
    else if (!this.#statuses.delete(journal)) return;
    const statuses = [...this.#statuses.values()];
    const paused = statuses.flatMap((each) => (each.name === 'paused' ? [each.fault] : []));
    this.#health = {
      paused: paused.length,
      diskFull: paused.filter((fault) => fault === 'disk-full').length,
      readOnly: statuses.length - paused.length,
    };
    for (const listener of this.#listeners) listener(this.#health);
  }
}
