/** The list of sessions in the index. */
import type { SessionFacts } from '../../../shared/session/select.ts';
import type { JournalListing } from '../inspect-journal.ts';
import type { Database } from './index-file.ts';
import type { LiveSession } from './session-index.ts';

export type SessionRow = {
  readonly key: number;
  readonly id: string;
  readonly looked: string | null;
  readonly seq: number;
  readonly through: number;
  readonly tries: number;
  readonly agent: number | null;
  readonly workspace: number | null;
};

/** A transcript whose reading ended the thread so often is left alone until it is repaired. */
export const MOST_TRIES = 2;

export class SessionRows {
  readonly #statements;
  /** Names seldom change and are asked for with every session. */
  readonly #names = new Map<string, number>();

  constructor(db: Database) {
    this.#statements = {
      all: db.prepare('SELECT listing FROM session'),
      looked: db.prepare('SELECT id, looked FROM session'),
      behind: db.prepare(
        `SELECT id FROM session WHERE through < seq AND tries < ${MOST_TRIES} ORDER BY key DESC`,
      ),
      one: db.prepare(
        'SELECT key, id, looked, seq, through, tries, agent, workspace FROM session WHERE id = ?',
      ),
      listing: db.prepare('SELECT listing FROM session WHERE id = ?'),
      insert: db.prepare('INSERT INTO session (id, listing, seq) VALUES (?, ?, 0)'),
      update: db.prepare(
        `UPDATE session SET listing = ?, looked = ?, agent = ?, workspace = ?,
         tries = CASE WHEN seq = ? THEN tries ELSE 0 END,
         through = CASE WHEN ? < through THEN 0 ELSE through END, seq = ? WHERE key = ?`,
      ),
      through: db.prepare('UPDATE session SET through = ?, tries = 0 WHERE key = ?'),
      tries: db.prepare('UPDATE session SET tries = tries + 1 WHERE key = ?'),
      unread: db.prepare('UPDATE session SET through = 0, tries = 0, looked = NULL WHERE key = ?'),
      remove: db.prepare('DELETE FROM session WHERE key = ?'),
      count: db.prepare('SELECT count(*) AS n FROM session'),
      giveUp: db.prepare(`SELECT id FROM session WHERE through < seq AND tries >= ${MOST_TRIES}`),
      name: db.prepare(
        'INSERT INTO name (kind, value, label) VALUES (?, ?, ?) ON CONFLICT (kind, value) DO UPDATE SET label = excluded.label RETURNING key',
      ),
      names: db.prepare('SELECT key, value, label FROM name WHERE kind = ?'),
    };
  }

  /** JSON of so many listings at a time. */
  *listings(atOnce: number): Generator<string> {
    let batch: string[] = [];
    for (const row of this.#statements.all.iterate() as Iterable<{ listing: string }>) {
      batch.push(row.listing);
      if (batch.length < atOnce) continue;
      yield `[${batch.join(',')}]`;
      batch = [];
    }
    yield `[${batch.join(',')}]`;
  }

  looked(): Map<string, string | null> {
    const rows = this.#statements.looked.all() as { id: string; looked: string | null }[];
    return new Map(rows.map(({ id, looked }) => [id, looked]));
  }

  /** Those whose transcripts are not known to their end, newest first. */
  behind(): readonly string[] {
    return (this.#statements.behind.all() as { id: string }[]).map(({ id }) => id);
  }

  get(id: string): SessionRow | null {
    return (this.#statements.one.get(id) as SessionRow | undefined) ?? null;
  }

  listing(id: string): JournalListing | null {
    const row = this.#statements.listing.get(id) as { listing: string } | undefined;
    return row === undefined ? null : (JSON.parse(row.listing) as JournalListing);
  }

  get count(): number {
    return Number(this.#statements.count.get()?.['n']);
  }

  /** Those whose transcripts cannot be read. */
  givenUpIds(): readonly string[] {
    return (this.#statements.giveUp.all() as { id: string }[]).map(({ id }) => id);
  }

  /**
   * A journal that is shorter than what was read of it is another one: it is read anew. `looked` is null when the
   * files have to be looked at next time in any case.
   */
  take(listing: JournalListing, looked: string | null): SessionRow {
    const { id } = listing;
    const before = this.get(id);
    const key = before?.key ?? Number(this.#statements.insert.run(id, '{}').lastInsertRowid);
    const facts = listing.type === 'journal' ? listing.facts : null;
    const seq = listing.type === 'journal' ? listing.seq : (before?.seq ?? 0);
    const agent = facts === null ? null : this.#nameOf('a', facts.agentId, facts.agentName);
    const workspace = facts === null ? null : this.#nameOf('w', facts.workspaceId, facts.cwd);
    this.#statements.update.run(JSON.stringify(listing), looked, agent, workspace, seq, seq, seq, key);
    return { through: 0, tries: 0, ...before, key, id, looked, seq, agent, workspace };
  }

  /** What its owner says; its files are looked at when it is not live any more. */
  put({ facts, summary, seq, at }: LiveSession): void {
    const before = this.listing(facts.id);
    const known = before?.type === 'journal' ? before : null;
    this.take(
      {
        type: 'journal',
        id: facts.id,
        facts,
        app: known?.app ?? null,
        writable: true,
        seq,
        at,
        bytes: known?.bytes ?? 0,
        summary,
        tornBytes: 0,
        stamp: known?.stamp ?? '',
      },
      null,
    );
  }

  read(key: number, through: number): void {
    this.#statements.through.run(through, key);
  }

  beginReading(key: number): void {
    this.#statements.tries.run(key);
  }

  /** Its files are looked at and its transcript is read anew. */
  distrust(key: number): void {
    this.#statements.unread.run(key);
  }

  remove(key: number): void {
    this.#statements.remove.run(key);
  }

  /** Keys of agents or workspaces that a person may mean by it. */
  named(kind: 'a' | 'w', typed: string): readonly number[] {
    const wanted = typed.toLowerCase();
    const rows = this.#statements.names.all(kind) as { key: number; value: string; label: string }[];
    const fits = rows.filter(({ value, label }) => {
      const last = label.split(/[\\/]/).pop() ?? label;
      return [value, label, last].some((name) => name.toLowerCase() === wanted);
    });
    if (fits.length > 0 || wanted === '') return fits.map(({ key }) => key);
    return rows.filter(({ label }) => label.toLowerCase().includes(wanted)).map(({ key }) => key);
  }

  #nameOf(kind: 'a' | 'w', value: string, label: string): number {
    const memo = `${kind}\0${value}\0${label}`;
    const known = this.#names.get(memo);
    if (known !== undefined) return known;
    const key = Number(this.#statements.name.get(kind, value, label)?.['key']);
    this.#names.set(memo, key);
    return key;
  }
}

export function factsOf(listing: JournalListing | null): SessionFacts | null {
  return listing?.type === 'journal' ? listing.facts : null;
}
