/** Where a session's events are kept. The journal on disk and the log in memory are both behind it. */
import type { SessionEvent } from '../../shared/session/event.ts';
import type { FoundGap } from '../../shared/session/insert-gap.ts';

/** `before`: number of the event that it stands before; null: at the end. */
export type LogGap = FoundGap & { readonly before: number | null };

export interface EventLog {
  /**
   * Takes the events in the order of the calls, at once, and resolves when they are saved: only then may
   * anything happen that the outside can act on. Rejects when they could not be saved.
   */
  append(events: readonly SessionEvent[]): Promise<void>;
  /** Everything appended so far, oldest first, in batches. Adjacent chunks may come back joined. */
  read(): AsyncIterable<readonly SessionEvent[]>;
  /**
   * What a reading found missing, in order: up to the batch that came last while it runs, all when it is over.
   * Absent: nothing can be.
   */
  gaps?(): readonly LogGap[];
  close(): Promise<void>;
}
