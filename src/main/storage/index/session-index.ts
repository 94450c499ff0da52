/**
 * The list of all sessions and the search through their transcripts, at once instead of after reading every
 * journal. It is made of the journals and may be thrown away at any time; they are the only truth.
 */
import type { IndexRenewal, IndexStatus, SearchPage, SearchQuery } from '../../../shared/session/search.ts';
import type { SessionFacts } from '../../../shared/session/select.ts';
import type { Turn } from '../../../shared/session/state.ts';
import type { JournalListing } from '../inspect-journal.ts';
import type { RepairReport, VerifyProgress, VerifyReport } from '../../../shared/session/verify.ts';

/** What changed on the disk since the index was last brought up to date. */
export type IndexChanges = {
  readonly changed: readonly JournalListing[];
  readonly removed: readonly string[];
};

/** A live session as its owner knows it: newer than what the disk says. */
export type LiveSession = {
  readonly facts: SessionFacts;
  /** What the list shows of it, as JSON. */
  readonly summary: unknown;
  readonly seq: number;
  /** Wall time of its last event, ms since the epoch. */
  readonly at: number;
};

/** What of a live session's transcript is settled and was not handed over yet. */
export type SettledTurns = {
  /** New ones and those that changed since. */
  readonly turns: readonly Turn[];
  /** The name that the agent or the person gave it. */
  readonly title: string | null;
  /** Turns of sub-agents, with the turn that the sub-agent's row stands in. */
  readonly subagents?: readonly { readonly shownIn: string | null; readonly turn: Turn }[];
  /** All that stood in the transcript up to `from` was handed over before; with this, all up to `through` is. */
  readonly from: number;
  readonly through: number;
};

/**
 * Nothing here blocks or waits for the disk in the calling thread. Only `list`, `search`, `refresh`, `verify`
 * and `repair` tell when they could not be done: they reject with `IndexUnavailableError`, after which the
 * journals themselves are the way.
 */
export interface SessionIndex {
  /** What it knows now, in no order; may be older than the disk, and empty when it was just made. */
  list(): Promise<readonly JournalListing[]>;
  /**
   * Compares with the disk in small steps. `onChanges` hears what changed as it is found; the promise brings
   * how many in all. Transcripts that changed are read afterwards, in the background.
   */
  refresh(onChanges?: (changes: IndexChanges) => void): Promise<number>;
  /** A session is live: until it is released, its owner tells what the list and the search know of it. */
  put(session: LiveSession): void;
  indexTurns(sessionId: string, settled: SettledTurns): void;
  /** It is not live any more: what it is now is in its journal. */
  release(sessionId: string): void;
  /** It was thrown away or is in the trash. When it comes back, `release` or the next `refresh` finds it. */
  remove(sessionId: string): void;
  search(query: SearchQuery, signal?: AbortSignal): Promise<SearchPage>;
  readonly status: IndexStatus;
  /** The listener hears the status at once and then each change. Returns the disposer. */
  watchStatus(listener: (status: IndexStatus) => void): () => void;
  /** Why it was made anew since the app started; null when it was not. */
  readonly renewal: IndexRenewal | null;
  /** Reads every journal to its end and compares. Changes nothing. */
  verify(onProgress: (progress: VerifyProgress) => void, signal?: AbortSignal): Promise<VerifyReport>;
  /** Makes anew what the index has wrong or should not have; journals are only read. Also brings a search back that is off. */
  repair(): Promise<RepairReport>;
  /** Ends its thread; what was asked for and not done is given up. */
  close(): Promise<void>;
}

export class IndexUnavailableError extends Error {
  readonly code: 'off' | 'timed-out' | 'closed' | 'failed' | 'aborted';
  constructor(code: IndexUnavailableError['code'], detail = '') {
    super(`the index cannot be used: ${code}${detail === '' ? '' : ` (${detail})`}`);
    this.name = 'IndexUnavailableError';
    this.code = code;
  }
}
