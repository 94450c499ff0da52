/**
 * All journals of one data folder: `sessions/<id>/` each, and `trash/` for those that were thrown away. The list
 * is made of the journals themselves; what cannot be read is listed with its reason, never left out or reset.
 */
import { dirname, join } from 'node:path';
import type { ProfileProblem } from '../../shared/ipc/contract/storage.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { SessionFacts } from '../../shared/session/select.ts';
import { type SessionClock, systemSessionClock } from '../sessions/session-clock.ts';
import { type FilePort, codeOf } from './file-port.ts';
import { type JournalEventLog, type JournalLogPorts, createJournalEventLog } from './journal-event-log.ts';
import { type LockPorts, inspectLock } from './journal-lock.ts';
import { JournalsHealth } from './journal-health.ts';
import { type JournalListing, inspectJournal } from './inspect-journal.ts';
import type { LockClass } from './lock-class.ts';
import { nodeFilePort } from './node-file-port.ts';
import { ownIdentity, probeProcess } from './process-identity.ts';
import { type JournalReport, verifyJournal } from './verify-journal.ts';

/** Journals looked at at once. */
const READ_AT_ONCE = 16;
/** Commits on their way to the disk at once: the rest of the app needs it too. */
const COMMITS_AT_ONCE = 2;
export const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;
const TRASH_NAME = /^(.+)@(\d+)$/;

export type JournalStorePorts = {
  /** Version of the app, written to what it makes. */
  readonly app: string;
  readonly files?: FilePort;
  readonly clock?: SessionClock;
  readonly monotonic?: () => number;
  /** For tests: who we are and who else runs. */
  readonly lock?: Omit<LockPorts, 'files'>;
};

export type OpenLogOptions = Pick<JournalLogPorts, 'summarize' | 'onStatus' | 'forceLock'>;

/** `name` is what brings it back. */
export type TrashedJournal = { readonly name: string; readonly id: string; readonly trashedAt: number };
export type StoreError = {
  readonly code: 'not-found' | 'in-use' | 'exists' | 'failed';
  readonly message: string;
};

export interface JournalStore {
  /** Every session on the disk, in no order. */
  list(): Promise<readonly JournalListing[]>;
  /** One of them; null when there is none. */
  inspect(id: string): Promise<JournalListing | null>;
  /**
   * The log of a new session or of one that is there. Nothing is written or locked before the first event;
   * reading needs no lock. The file's own facts count when they are read, these when it is made.
   */
  openLog(facts: SessionFacts, options?: OpenLogOptions): JournalEventLog;
  /** Reads all of it and says what is wrong. Changes nothing. */
  verify(id: string): Promise<Result<JournalReport, StoreError>>;
  /** Whose it is now. */
  lockOf(id: string): Promise<LockClass>;
  /** Its log must be closed. Returns what `restore` needs. */
  trash(id: string): Promise<Result<TrashedJournal, StoreError>>;
  restore(name: string): Promise<Result<null, StoreError>>;
  /** Newest first. */
  trashed(): Promise<readonly TrashedJournal[]>;
  /** Null when it is not in the trash. */
  inspectTrashed(name: string): Promise<JournalListing | null>;
  /** Deletes it for good. */
  deleteTrashed(name: string): Promise<Result<null, StoreError>>;
  /** Why the folders cannot be used: nothing is listed or saved then. */
  readonly problem: ProfileProblem | null;
  /** How many of the logs that were opened here cannot be written now. */
  readonly journals: JournalsHealth;
}

/** Makes the folders when they are missing. Where that fails `problem` says so, and it is tried for each session. */
export async function openJournalStore(dataDir: string, ports: JournalStorePorts): Promise<JournalStore> {
  const { app, files = nodeFilePort, clock = systemSessionClock } = ports;
  const monotonic = ports.monotonic ?? (() => performance.now());
  const lock = ports.lock ?? { self: await ownIdentity(app), probe: probeProcess };
  const sessions = join(dataDir, 'sessions');
  const trash = join(dataDir, 'trash');
  const problem = await makeFolders(files, [sessions, trash]);
  await files.syncFolder(dataDir).catch(() => undefined);
  // The folder above may be somebody else's.
  await files.syncFolder(dirname(dataDir)).catch(() => undefined);
  const inTurn = createTurns(COMMITS_AT_ONCE);
  const journals = new JournalsHealth();
  const folderOf = (id: string) => (SESSION_ID.test(id) ? join(sessions, id) : null);

  return {
    problem,
    journals,

    async list() {
      const ids = (await files.list(sessions)).filter((id) => SESSION_ID.test(id));
      const listed: JournalListing[] = [];
      for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
        const batch = ids.slice(from, from + READ_AT_ONCE);
        listed.push(...(await Promise.all(batch.map((id) => inspectJournal(files, join(sessions, id), id)))));
      }
      return listed;
    },

    async inspect(id) {
      const folder = folderOf(id);
      if (folder === null || !(await exists(files, folder))) return null;
      return inspectJournal(files, folder, id);
    },

    openLog(facts, options = {}) {
      const folder = folderOf(facts.id);
      if (folder === null) throw new Error(`not a session id: ${facts.id}`);
      const opening = {};
      return createJournalEventLog({
        files,
        folder,
        facts,
        app,
        lock,
        clock,
        monotonic,
        inTurn,
        ...options,
        onStatus(status) {
          journals.changed(opening, status);
          options.onStatus?.(status);
        },
      });
    },

    async verify(id) {
      const folder = folderOf(id);
      if (folder === null || !(await exists(files, folder))) return refused('not-found', 'no such session');
      try {
        return ok(await verifyJournal(files, folder));
      } catch (error) {
        return refused('failed', messageOf(error));
      }
    },

    async lockOf(id) {
      const folder = folderOf(id);
      if (folder === null || !(await exists(files, folder))) return 'none';
      return (await inspectLock({ files, ...lock }, folder)).class;
    },

    async trash(id) {
      const folder = folderOf(id);
      if (folder === null || !(await exists(files, folder))) return refused('not-found', 'no such session');
      try {
        const held = (await inspectLock({ files, ...lock }, folder)).class;
        if (held === 'self' || held === 'live-other') return refused('in-use', 'it is being written');
        let trashedAt = clock.now();
        while (await exists(files, join(trash, `${id}@${trashedAt}`))) trashedAt += 1;
        const name = `${id}@${trashedAt}`;
        await files.rename(folder, join(trash, name));
        await files.syncFolder(trash);
        await files.syncFolder(sessions);
        return ok({ name, id, trashedAt });
      } catch (error) {
        return refused('failed', messageOf(error));
      }
    },

    async restore(name) {
      const trashed = trashedOf(name);
      const folder = trashed === null ? null : folderOf(trashed.id);
      if (folder === null || !(await exists(files, join(trash, name)))) {
        return refused('not-found', 'it is not in the trash');
      }
      if (await exists(files, folder)) return refused('exists', 'the session is there');
      try {
        await files.rename(join(trash, name), folder);
        await files.syncFolder(sessions);
        await files.syncFolder(trash);
        return ok(null);
      } catch (error) {
        return refused('failed', messageOf(error));
      }
    },

    async trashed() {
      const found = (await files.list(trash)).flatMap((name) => trashedOf(name) ?? []);
      return found.sort((a, b) => b.trashedAt - a.trashedAt);
    },

    async inspectTrashed(name) {
      const trashed = trashedOf(name);
      if (trashed === null || !SESSION_ID.test(trashed.id) || !(await exists(files, join(trash, name))))
        return null;
      return inspectJournal(files, join(trash, name), trashed.id);
    },

    async deleteTrashed(name) {
      const trashed = trashedOf(name);
      if (trashed === null || !SESSION_ID.test(trashed.id) || !(await exists(files, join(trash, name)))) {
        return refused('not-found', 'it is not in the trash');
      }
      try {
        await files.removeTree(join(trash, name));
        await files.syncFolder(trash);
        return ok(null);
      } catch (error) {
        return refused('failed', messageOf(error));
      }
    },
  };
}

function trashedOf(name: string): TrashedJournal | null {
  const match = TRASH_NAME.exec(name);
  const id = match?.[1];
  return id === undefined ? null : { name, id, trashedAt: Number(match?.[2]) };
}

async function makeFolders(files: FilePort, folders: readonly string[]): Promise<ProfileProblem | null> {
  for (const path of folders) {
    try {
      await files.makeFolder(path);
      // A link in its place may lead nowhere.
      await files.list(path);
    } catch (error) {
      return { path, what: 'sessions', why: 'unreadable', message: messageOf(error), keptAs: null };
    }
  }
  return null;
}

async function exists(files: FilePort, path: string): Promise<boolean> {
  try {
    await files.stat(path);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ENOENT';
  }
}

function refused(code: StoreError['code'], message: string) {
  return err({ code, message });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Runs so many at once; the others in the order in which they came. */
export function createTurns(atOnce: number) {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async <Value>(run: () => Promise<Value>): Promise<Value> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
