/** Where the records of all sessions are kept, as far as the list of sessions needs it. */
import type { Result } from '../../shared/result.ts';
import type { SessionFacts } from '../../shared/session/select.ts';
import type { JournalListing } from '../storage/inspect-journal.ts';
import type { JournalStatus } from '../storage/journal-event-log.ts';
import type { StoreError, TrashedJournal } from '../storage/journal-store.ts';
import type { LockClass } from '../storage/lock-class.ts';
import type { EventLog } from './event-log.ts';

export type LogOptions = {
  /** What the list shows of it, as JSON; null: nothing yet. */
  readonly summarize?: () => unknown;
  readonly onStatus?: (status: JournalStatus) => void;
  /** Takes it also from an owner of whom nobody knows whether he still writes. */
  readonly forceLock?: boolean;
};

export interface SessionJournals {
  list(): Promise<readonly JournalListing[]>;
  inspect(id: string): Promise<JournalListing | null>;
  openLog(facts: SessionFacts, options?: LogOptions): EventLog;
  lockOf(id: string): Promise<LockClass>;
  trash(id: string): Promise<Result<TrashedJournal, StoreError>>;
  restore(name: string): Promise<Result<null, StoreError>>;
  trashed(): Promise<readonly TrashedJournal[]>;
  inspectTrashed(name: string): Promise<JournalListing | null>;
  /** For good. */
  deleteTrashed(name: string): Promise<Result<null, StoreError>>;
}
