/** Where a session's events are kept. The journal on disk and the log in memory are both behind it. */
import type { SessionEvent } from '../../shared/session/event.ts';

export interface EventLog {
  /**
   * Takes the events in the order of the calls, at once, and resolves when they are saved: only then may
   * anything happen that the outside can act on. Rejects when they could not be saved.
   */
  append(events: readonly SessionEvent[]): Promise<void>;
  /** Everything appended so far, oldest first, in batches. Adjacent chunks may come back joined. */
  read(): AsyncIterable<readonly SessionEvent[]>;
  close(): Promise<void>;
}
