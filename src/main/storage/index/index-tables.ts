/** The opened file with what reads and writes it. */
import { EntryRows } from './entry-rows.ts';
import type { Database } from './index-file.ts';
import { EntrySearch } from './search-entries.ts';
import { SessionRows } from './session-rows.ts';

export type IndexTables = {
  readonly db: Database;
  readonly sessions: SessionRows;
  readonly entries: EntryRows;
  readonly search: EntrySearch;
  /** All of it or nothing. */
  transaction<Value>(run: () => Value): Value;
};

export function tablesOf(db: Database, now: () => number): IndexTables {
  const sessions = new SessionRows(db);
  const entries = new EntryRows(db);
  return {
    db,
    sessions,
    entries,
    search: new EntrySearch(db, { sessions, entries, now }),
    transaction(run) {
      db.exec('BEGIN IMMEDIATE');
      try {
        const value = run();
        db.exec('COMMIT');
        return value;
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK');
        throw error;
      }
    },
  };
}
