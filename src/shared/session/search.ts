/** What a search through all transcripts asks and answers. Pure data for both sides. */

/** Whose words they are; `user` also has the prompts, `notice` also has summaries of a compaction. */
export const searchRoles = ['user', 'agent', 'thought', 'tool', 'notice', 'title'] as const;
export type SearchRole = (typeof searchRoles)[number];

/** Half-open, in UTF-16 units of the text beside it. */
export type TextRange = { readonly from: number; readonly to: number };

export type SearchHit = {
  readonly sessionId: string;
  /** Null for the session's title, and where only the entry is known. */
  readonly turnId: string | null;
  /** Null for the title, and for a prompt: it belongs to its turn. */
  readonly entryId: string | null;
  /** ms since the epoch. */
  readonly at: number;
  readonly role: SearchRole;
  /** Part of what was said, without markup; untrusted text. */
  readonly snippet: string;
  /** What matched in the snippet, in order. */
  readonly matches: readonly TextRange[];
};

export type SearchGroup = {
  readonly sessionId: string;
  /** Newest first. */
  readonly hits: readonly SearchHit[];
  /** Hits of this session that are not among them, counted up to `mostCounted`. */
  readonly more: number;
};

/** Counting a session's further hits stops there. */
export const mostCounted = 9;

/** A part of the query that was left out, or that nothing can fit. */
export type SearchProblem = {
  readonly code: 'unknown-agent' | 'unknown-workspace' | 'unknown-role' | 'bad-date' | 'too-long';
  /** As it was typed. */
  readonly part: string;
};

export type SearchPage = {
  /** By their newest hit, newest first. */
  readonly groups: readonly SearchGroup[];
  /** Brings what follows; null at the end. */
  readonly next: string | null;
  readonly problems: readonly SearchProblem[];
};

/**
 * `text` is what the person typed: words that must all be there, "phrases", `word*` for a beginning, and
 * `agent:`, `workspace:`, `role:`, `before:`, `after:` with a value. Nothing of it is an error.
 */
export type SearchQuery = {
  readonly text: string;
  /** The last word may go on: for searching while somebody types. */
  readonly unfinished?: boolean;
  /** Only this one, and then as many of its hits as fit a page. */
  readonly sessionId?: string;
  /** `next` of the page before. */
  readonly cursor?: string;
  /** Hits of one page. */
  readonly limit?: number;
  /** Hits of one session. */
  readonly perSession?: number;
};

export type IndexStatus =
  | { readonly state: 'opening' }
  /** Looks what changed on the disk; what is found so far can be searched. */
  | { readonly state: 'checking'; readonly done: number; readonly total: number }
  /** Reads transcripts that it does not know yet. */
  | { readonly state: 'reading'; readonly done: number; readonly total: number }
  | { readonly state: 'ready'; readonly sessions: number; readonly unreadable: number }
  /** Nothing can be searched until the app starts anew, or until it is repaired. */
  | { readonly state: 'off'; readonly why: IndexOffWhy; readonly detail: string };

export type IndexOffWhy =
  | 'not-started' // the app started in safe mode
  | 'keeps-failing' // its thread ended too often
  | 'no-library' // the database cannot be loaded here
  | 'no-disk'; // its file can neither be opened nor made

/** Whether the file had to be made anew since the app started, and why. */
export type IndexRenewal = {
  readonly why: 'missing' | 'other-version' | 'damaged';
  /** What was put aside; null: nothing was there. */
  readonly keptAs: string | null;
};
