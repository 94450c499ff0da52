/** What the index's thread and the rest of the app say to each other. */
import type { IndexRenewal, IndexStatus, SearchPage, SearchQuery } from '../../../shared/session/search.ts';
import type { TurnDocs } from './docs-of-turn.ts';
import type { LiveSession } from './session-index.ts';
import type { RepairReport, VerifyReport } from '../../../shared/session/verify.ts';

export type SettledDocs = {
  readonly turns: readonly TurnDocs[];
  readonly from: number;
  readonly through: number;
};

/** One way. */
export type IndexNote =
  | { readonly note: 'put'; readonly sessions: readonly LiveSession[] }
  | { readonly note: 'turns'; readonly sessionId: string; readonly settled: SettledDocs }
  | { readonly note: 'release' | 'remove'; readonly sessionId: string }
  /** The answer to that question is not wanted any more. */
  | { readonly note: 'cancel'; readonly id: number };

export type IndexQuestion =
  | { readonly ask: 'list' | 'refresh' | 'verify' | 'repair' | 'close' }
  | { readonly ask: 'search'; readonly query: SearchQuery };

/** Lists come in parts, as JSON: the thread that reads it decides when. */
export type IndexAnswers = {
  readonly list: null;
  readonly refresh: number;
  readonly verify: VerifyReport;
  readonly repair: RepairReport;
  readonly close: null;
  readonly search: SearchPage;
};

export type ToIndex = IndexNote | (IndexQuestion & { readonly id: number });

export type FromIndex =
  | { readonly type: 'status'; readonly status: IndexStatus; readonly renewal: IndexRenewal | null }
  /** Before the answer: a part of it, or how far it is. */
  | { readonly type: 'part'; readonly id: number; readonly part: unknown }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failed'; readonly id: number; readonly message: string };
