import { z } from 'zod';
import { stream } from '../method.ts';

export type DiskState =
  | 'ok'
  | 'low' // a warning
  | 'very-low' // no new runs
  | 'full' // nothing can be saved
  | 'unknown'; // the system does not say

/** A file of the app that could not be used as it is. It was kept; nothing was reset. */
export type ProfileProblem = {
  /** Absolute path, for showing. */
  readonly path: string;
  readonly what: 'workspaces' | 'starts' | 'sessions' | 'agents' | 'other';
  /** `not-understood` could be read but means nothing to this version; `unreadable` could not be read. */
  readonly why: 'not-understood' | 'unreadable';
  /** A word of the system or of the parser; untrusted text. */
  readonly message: string;
  /** Where it was put, out of the way of a new file; null: it is where it was and changes are not saved. */
  readonly keptAs: string | null;
};

export type StorageState = {
  readonly disk: DiskState;
  /** On the disk of the data folder; null when the system does not say. */
  readonly freeBytes: number | null;
  /** Below so many free bytes it is `very-low`. */
  readonly noRunsBelow: number;
  /** Of all sessions; null until they were counted. Not counted anew for each change. */
  readonly sessionsBytes: number | null;
  /** So much that the person should know. */
  readonly sessionsAreLarge: boolean;
  /** Sessions that this run may not write to, and those that wait until they can be written again. */
  readonly readOnly: number;
  readonly paused: number;
  /** No session was opened by itself, because the starts before failed. */
  readonly safeMode: boolean;
  /** The data folder, for showing. */
  readonly folder: string;
  readonly problems: readonly ProfileProblem[];
};

export const storageContract = {
  /** Starts with the state as it is. */
  'storage.watch': stream<StorageState>()(z.object({}), { merge: (_, next) => next }),
} as const;
