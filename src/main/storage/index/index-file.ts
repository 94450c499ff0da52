/** Opens the file of the index, or puts it aside and makes a new one: nothing in it is worth more than that. */
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { IndexRenewal } from '../../../shared/session/search.ts';
import { SCHEMA, SCHEMA_VERSION } from './schema.ts';

export const INDEX_FILE = 'index.db';
/** Files put aside that are kept. */
const KEPT = 2;
/** How long another program may hold the file, in ms. */
const BUSY_MS = 2000;

export type Database = DatabaseSyncInstance;
export type OpenDatabase = (path: string) => Database;

export type OpenedIndex = {
  readonly db: Database;
  readonly renewal: IndexRenewal | null;
  /** Whether all of it should be read once: who had it open did not close it, or it is small. */
  readonly isDoubtful: boolean;
};

/** Reading a file so small costs nothing. */
const SMALL_PAGES = 4096;

/** Throws when the file can neither be opened nor made. */
export async function openIndexFile(
  dataDir: string,
  openDatabase: OpenDatabase,
  now: () => number,
): Promise<OpenedIndex> {
  const path = join(dataDir, INDEX_FILE);
  const found = tryOpen(path, openDatabase);
  if (found.type === 'ok') return { db: found.db, renewal: null, isDoubtful: beginUse(found.db) };
  if (found.type === 'new') {
    // What stands beside a file that is gone would be read into the new one.
    await removeBeside(dataDir);
    return { db: make(path, openDatabase), renewal: { why: 'missing', keptAs: null }, isDoubtful: false };
  }
  return renewIndexFile(dataDir, openDatabase, { now, why: found.type });
}

/** Puts the file aside, whatever it is, and makes a new one. It must be closed. */
export async function renewIndexFile(
  dataDir: string,
  openDatabase: OpenDatabase,
  { now, why }: { readonly now: () => number; readonly why: IndexRenewal['why'] },
): Promise<OpenedIndex> {
  const path = join(dataDir, INDEX_FILE);
  const keptAs = `${INDEX_FILE}.old-${now()}`;
  const isKept = await rename(path, join(dataDir, keptAs)).then(
    () => true,
    () => false,
  );
  await removeBeside(dataDir);
  if (!isKept) await rm(path, { recursive: true, force: true });
  await forgetOldest(dataDir);
  return {
    db: make(path, openDatabase),
    renewal: { why, keptAs: isKept ? keptAs : null },
    isDoubtful: false,
  };
}

type Found =
  | { readonly type: 'ok'; readonly db: Database }
  | { readonly type: 'new' | 'other-version' | 'damaged' };

function tryOpen(path: string, openDatabase: OpenDatabase): Found {
  let db: Database | null = null;
  try {
    db = openDatabase(path);
    setUp(db);
    const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
    const tables = Number(db.prepare('SELECT count(*) AS n FROM sqlite_master').get()?.['n']);
    if (version === SCHEMA_VERSION && tables > 0) {
      // Whatever of it cannot be read shows here, or when it is used.
      db.prepare('SELECT key FROM session LIMIT 1').get();
      return { type: 'ok', db };
    }
    db.close();
    return { type: tables === 0 ? 'new' : 'other-version' };
  } catch {
    closeQuietly(db);
    return { type: 'damaged' };
  }
}

function make(path: string, openDatabase: OpenDatabase): Database {
  const db = openDatabase(path);
  try {
    setUp(db);
    db.exec(`BEGIN; ${SCHEMA}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
    beginUse(db);
    return db;
  } catch (error) {
    closeQuietly(db);
    throw error;
  }
}

function setUp(db: Database): void {
  db.exec(`
    PRAGMA busy_timeout = ${BUSY_MS};
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA journal_size_limit = 16777216;
    PRAGMA cache_size = -16384;
  `);
}

function beginUse(db: Database): boolean {
  const marked = db.prepare("INSERT OR IGNORE INTO meta (name, value) VALUES ('open', '1')").run();
  return (
    Number(marked.changes) === 0 ||
    Number(db.prepare('PRAGMA page_count').get()?.['page_count']) <= SMALL_PAGES
  );
}

/** After this the next one need not doubt it. */
export function endUse(db: Database): void {
  try {
    db.exec("DELETE FROM meta WHERE name = 'open'; PRAGMA wal_checkpoint(TRUNCATE)");
  } catch {
    // Then it will be doubted.
  }
  closeQuietly(db);
}

/** Whether the whole file is sound; reads all of it. */
export function isSound(db: Database): boolean {
  try {
    const rows = db.prepare('PRAGMA integrity_check(1)').all();
    return rows.length === 1 && rows[0]?.['integrity_check'] === 'ok';
  } catch {
    return false;
  }
}

/** SQLITE_CORRUPT, SQLITE_NOTADB, also with their extended codes. */
export function isCorruption(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, 'errcode') ?? Reflect.get(error, 'sqliteCode');
  if (typeof code === 'number' && [11, 26].includes(code & 0xff)) return true;
  return /malformed|not a database|corrupt/i.test(error.message);
}

export function closeQuietly(db: Database | null): void {
  try {
    db?.close();
  } catch {
    // It was not open, or is past closing.
  }
}

async function removeBeside(dataDir: string): Promise<void> {
  for (const end of ['-wal', '-shm', '-journal']) {
    await rm(join(dataDir, `${INDEX_FILE}${end}`), { force: true });
  }
}

async function forgetOldest(dataDir: string): Promise<void> {
  const old = (await readdir(dataDir))
    .flatMap((name) => {
      const match = /^index\.db\.old-(\d+)$/.exec(name);
      return match === null ? [] : [{ name, at: Number(match[1]) }];
    })
    .sort((a, b) => b.at - a.at);
  for (const { name } of old.slice(KEPT)) await rm(join(dataDir, name), { recursive: true, force: true });
}
