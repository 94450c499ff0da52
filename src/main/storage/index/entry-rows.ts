/** What can be found of each session, turn by turn. A turn is replaced as a whole, and only when it changed. */
import { searchRoles } from '../../../shared/session/search.ts';
import { type Doc, type TurnDocs, hashOf } from './docs-of-turn.ts';
import type { Database } from './index-file.ts';
import { tagOf } from './match-expression.ts';
import { spaced } from './search-text.ts';
import type { SessionRow } from './session-rows.ts';

/** Entries of one millisecond that have a number of their own; more of them borrow from the next. */
export const KEYS_PER_MS = 2048;
/** The year 2109: later times count as this one, since numbers end there. */
const LATEST_MS = 2 ** 42 - 2;

export type StoredEntry = Doc & { readonly sessionId: string; readonly turnId: string | null };

export class EntryRows {
  readonly #db: Database;
  readonly #statements;

  constructor(db: Database) {
    this.#db = db;
    this.#statements = {
      turn: db.prepare('SELECT key, hash FROM turn WHERE session = ? AND id = ?'),
      turns: db.prepare('SELECT id, hash FROM turn WHERE session = ?'),
      turnKeys: db.prepare('SELECT key FROM turn WHERE session = ?'),
      insertTurn: db.prepare('INSERT INTO turn (session, id, shown, hash) VALUES (?, ?, ?, ?)'),
      removeTurn: db.prepare('DELETE FROM turn WHERE key = ?'),
      entries: db.prepare('SELECT key FROM entry WHERE turn = ?'),
      removeEntries: db.prepare('DELETE FROM entry WHERE turn = ?'),
      last: db.prepare('SELECT max(key) AS last FROM entry WHERE key BETWEEN ? AND ?'),
      insertEntry: db.prepare(
        'INSERT INTO entry (key, session, turn, id, role, at, text) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ),
      insertWords: db.prepare('INSERT INTO words (rowid, text, tags) VALUES (?, ?, ?)'),
      removeWords: db.prepare('DELETE FROM words WHERE rowid = ?'),
      shown: db.prepare(
        `SELECT s.id AS sessionId, t.shown AS turnId, e.id AS entryId, e.role, e.at, e.text
         FROM entry e JOIN turn t ON t.key = e.turn JOIN session s ON s.key = e.session WHERE e.key = ?`,
      ),
    };
  }

  /** Says whether there was anything to do. */
  replaceTurn(session: SessionRow, turn: TurnDocs): boolean {
    const before = this.#statements.turn.get(session.key, turn.turnId) as
      | { key: number; hash: string }
      | undefined;
    if (before === undefined && turn.docs.length === 0) return false;
    const hash = hashOf(turn);
    if (before?.hash === hash) return false;
    if (before !== undefined) this.#removeTurn(before.key);
    if (turn.docs.length === 0) return true;
    const key = Number(
      this.#statements.insertTurn.run(session.key, turn.turnId, turn.shownIn, hash).lastInsertRowid,
    );
    const place = [
      tagOf.session(session.key),
      ...(session.agent === null ? [] : [tagOf.agent(session.agent)]),
      ...(session.workspace === null ? [] : [tagOf.workspace(session.workspace)]),
    ];
    for (const { entryId, role, at, text } of turn.docs) {
      const number = this.#freeKey(at);
      this.#statements.insertEntry.run(
        number,
        session.key,
        key,
        entryId,
        searchRoles.indexOf(role),
        at,
        text,
      );
      this.#statements.insertWords.run(number, spaced(text), [tagOf.role(role), ...place].join(' '));
    }
    return true;
  }

  /** Turns that the journal does not have. */
  keepOnly(sessionKey: number, turnIds: ReadonlySet<string>): void {
    for (const id of this.hashes(sessionKey).keys()) {
      if (!turnIds.has(id)) this.#removeTurn(Number(this.#statements.turn.get(sessionKey, id)?.['key']));
    }
  }

  removeSession(sessionKey: number): void {
    for (const { key } of this.#statements.turnKeys.all(sessionKey) as { key: number }[]) {
      this.#removeTurn(key);
    }
  }

  /** By the ids of turns. */
  hashes(sessionKey: number): ReadonlyMap<string, string> {
    const rows = this.#statements.turns.all(sessionKey) as { id: string; hash: string }[];
    return new Map(rows.map(({ id, hash }) => [id, hash]));
  }

  /** Null when it is gone. */
  get(key: number): StoredEntry | null {
    const row = this.#statements.shown.get(key) as
      | (Omit<StoredEntry, 'role'> & { readonly role: number })
      | undefined;
    return row === undefined ? null : { ...row, role: searchRoles[row.role] ?? 'notice' };
  }

  /** Removes what belongs to nothing. Returns how many rows. */
  removeOrphans(): number {
    return this.#orphanStatements().reduce(
      (sum, { remove }) => sum + Number(this.#db.prepare(remove).run().changes),
      0,
    );
  }

  countOrphans(): number {
    return this.#orphanStatements().reduce(
      (sum, { count }) => sum + Number(this.#db.prepare(count).get()?.['n']),
      0,
    );
  }

  #orphanStatements(): readonly { readonly count: string; readonly remove: string }[] {
    return [
      { table: 'turn', where: 'session NOT IN (SELECT key FROM session)' },
      { table: 'entry', where: 'turn NOT IN (SELECT key FROM turn)' },
      { table: 'words', where: 'rowid NOT IN (SELECT key FROM entry)' },
    ].map(({ table, where }) => ({
      count: `SELECT count(*) AS n FROM ${table} WHERE ${where}`,
      remove: `DELETE FROM ${table} WHERE ${where}`,
    }));
  }

  #removeTurn(key: number): void {
    for (const entry of this.#statements.entries.all(key) as { key: number }[]) {
      this.#statements.removeWords.run(entry.key);
    }
    this.#statements.removeEntries.run(key);
    this.#statements.removeTurn.run(key);
  }

  #freeKey(at: number): number {
    const ms = Number.isFinite(at) ? Math.min(Math.max(0, Math.floor(at)), LATEST_MS) : 0;
    for (let base = ms * KEYS_PER_MS; ; base += KEYS_PER_MS) {
      const end = base + KEYS_PER_MS - 1;
      const last = this.#statements.last.get(base, end)?.['last'] as number | null | undefined;
      if (last === null || last === undefined) return base;
      if (last < end) return last + 1;
    }
  }
}

/** The first number of a time; to be compared with those of entries. */
export function keyOfTime(ms: number): number {
  return Math.min(Math.max(0, ms), LATEST_MS) * KEYS_PER_MS;
}
