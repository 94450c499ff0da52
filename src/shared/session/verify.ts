/** What a check of all journals says of each of them. */
import type { GapEntry } from './state.ts';

export type SessionVerdict =
  | { readonly verdict: 'ok' }
  /** Parts are lost or damaged; all else is there. */
  | {
      readonly verdict: 'gaps';
      readonly gaps: number;
      readonly reasons: readonly GapEntry['reason'][];
      /** Events that are lost for certain. */
      readonly lost: number;
      readonly changedSegments: number;
    }
  /** The end was not written to its end: cut off and kept when the session is next written to. */
  | { readonly verdict: 'torn'; readonly tornBytes: number }
  | { readonly verdict: 'newer-format'; readonly app: string | null }
  | { readonly verdict: 'unreadable'; readonly why: string; readonly path: string };

export type SessionReport = SessionVerdict & {
  readonly id: string;
  readonly title: string | null;
  readonly events: number;
  readonly bytes: number;
  /** The list or the search does not say what the journal says. */
  readonly indexDiffers: boolean;
};

export type VerifyProgress = {
  readonly done: number;
  readonly total: number;
  readonly current: string | null;
};

export type VerifyReport = {
  /** Those that are not in order; the others are only counted. */
  readonly sessions: readonly SessionReport[];
  readonly checked: number;
  readonly ok: number;
  /** Of the index: rows of sessions that are not there. */
  readonly orphans: number;
  readonly indexDamaged: boolean;
};

export type RepairReport = {
  /** The whole index was made anew. */
  readonly rebuilt: boolean;
  readonly orphansRemoved: number;
  readonly sessionsRead: number;
};
