/** A log in memory whose saving a test can hold back or break. */
import { gate } from './fake-agent.ts';
import type { EventLog } from '../event-log.ts';
import { createMemoryEventLog } from '../memory-event-log.ts';

export class LogWithFaults implements EventLog {
  readonly #kept = createMemoryEventLog();
  #held: ReturnType<typeof gate<void>>[] | null = null;
  broken = false;
  isClosed = false;

  async append(events: Parameters<EventLog['append']>[0]): Promise<void> {
    if (this.broken) throw new Error('no space left on device');
    await this.#kept.append(events);
    if (this.#held === null) return;
    const saved = gate<void>();
    this.#held.push(saved);
    await saved.promise;
  }

  /** From now on nothing is saved until `release`. */
  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const saved of held) saved.resolve();
  }

  read() {
    return this.#kept.read();
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }
}
