/** Searches the index: newest first, in steps, never more than so many hits of one session. */
import {
  type SearchGroup,
  type SearchHit,
  type SearchPage,
  type SearchProblem,
  type SearchQuery,
  mostCounted,
  searchRoles,
} from '../../../shared/session/search.ts';
import { type EntryRows, keyOfTime } from './entry-rows.ts';
import type { Database } from './index-file.ts';
import { type Match, matchExpression, tagOf } from './match-expression.ts';
import { type ParsedQuery, parseQuery } from './parse-query.ts';
import { type Cursor, readCursor, writeCursor } from './search-cursor.ts';
import type { SessionRows } from './session-rows.ts';
import { snippetOf } from './snippet.ts';

export const HITS_PER_PAGE = 50;
export const HITS_PER_SESSION = 3;
const MOST_PER_PAGE = 200;
const STEP = 200;
/** Sessions with enough hits are left out of the further search, as long as they are so few. */
const MOST_LEFT_OUT = 200;

type Row = {
  readonly key: number;
  readonly session: number;
  readonly sessionId: string;
  readonly shown: string | null;
  readonly entry: string | null;
  readonly role: number;
  readonly at: number;
};

const COLUMNS = `e.key AS key, t.session AS session, s.id AS sessionId, t.shown AS shown, e.id AS entry, e.role AS role, e.at AS at`;
const JOINED = `JOIN turn t ON t.key = e.turn JOIN session s ON s.key = t.session`;

export class EntrySearch {
  readonly #sessions: SessionRows;
  readonly #entries: EntryRows;
  readonly #now: () => number;
  readonly #statements;

  constructor(
    db: Database,
    { sessions, entries, now }: { sessions: SessionRows; entries: EntryRows; now: () => number },
  ) {
    this.#sessions = sessions;
    this.#entries = entries;
    this.#now = now;
    this.#statements = {
      matching: db.prepare(
        `SELECT ${COLUMNS} FROM words w CROSS JOIN entry e ON e.key = w.rowid ${JOINED}
         WHERE words MATCH ? AND w.rowid >= ? AND w.rowid < ? ORDER BY w.rowid DESC LIMIT ${STEP}`,
      ),
      every: db.prepare(
        `SELECT ${COLUMNS} FROM entry e ${JOINED}
         WHERE e.key >= ? AND e.key < ? ORDER BY e.key DESC LIMIT ${STEP}`,
      ),
      count: db.prepare(
        `SELECT count(*) AS n FROM (SELECT 1 FROM words WHERE words MATCH ? AND rowid >= ? AND rowid < ? LIMIT ?)`,
      ),
    };
  }

  /** Total: every query has a page, maybe an empty one. */
  page(query: SearchQuery): SearchPage {
    const parsed = parseQuery(query.text, { now: this.#now(), unfinished: query.unfinished ?? false });
    const problems: SearchProblem[] = [...parsed.problems];
    const filters = this.#filtersOf(parsed, query, problems);
    const cursor = query.cursor === undefined ? null : readCursor(query.cursor);
    const asksNothing =
      parsed.terms.length === 0 && filters?.length === 0 && parsed.since === null && parsed.until === null;
    if (filters === null || asksNothing || (query.cursor !== undefined && cursor === null)) {
      return { groups: [], next: null, problems };
    }
    return { ...this.#collect(query, parsed, filters, cursor), problems };
  }

  /** Groups of tags; null when nothing can fit. */
  #filtersOf(
    { agents, workspaces, roles }: ParsedQuery,
    { sessionId }: SearchQuery,
    problems: SearchProblem[],
  ): readonly (readonly string[])[] | null {
    const groups: string[][] = [];
    if (roles.length > 0) groups.push(roles.map(tagOf.role));
    for (const [kind, typed, code] of [
      ['a', agents, 'unknown-agent'],
      ['w', workspaces, 'unknown-workspace'],
    ] as const) {
      if (typed.length === 0) continue;
      const keys = typed.flatMap((part) => {
        const found = this.#sessions.named(kind, part);
        if (found.length === 0) problems.push({ code, part });
        return found;
      });
      if (keys.length === 0) return null;
      groups.push(keys.map(kind === 'a' ? tagOf.agent : tagOf.workspace));
    }
    if (sessionId !== undefined) {
      const session = this.#sessions.get(sessionId);
      if (session === null) return null;
      groups.push([tagOf.session(session.key)]);
    }
    return groups;
  }

  #collect(
    query: SearchQuery,
    { terms, since, until }: ParsedQuery,
    tags: readonly (readonly string[])[],
    cursor: Cursor | null,
  ): Omit<SearchPage, 'problems'> {
    const limit = clamp(query.limit ?? HITS_PER_PAGE, MOST_PER_PAGE);
    const most =
      query.sessionId === undefined ? clamp(query.perSession ?? HITS_PER_SESSION, limit) : Infinity;
    const from = since === null ? 0 : keyOfTime(since);
    const end = until === null ? Number.MAX_SAFE_INTEGER : keyOfTime(until);
    const counts = new Map(cursor?.counts ?? []);
    const leftOut = new Set([...counts].filter(([, count]) => count >= most).map(([key]) => key));
    const groups = new Map<number, { sessionId: string; hits: SearchHit[] }>();
    let before = Math.min(cursor?.before ?? end, end);
    let taken = 0;
    let isOver = false;
    while (taken < limit && !isOver) {
      const without = [...leftOut].slice(0, MOST_LEFT_OUT).map(tagOf.session);
      const rows = this.#rows({ terms, tags, without }, from, before);
      isOver = rows.length < STEP;
      for (const row of rows) {
        if (taken >= limit) {
          isOver = false;
          break;
        }
        before = row.key;
        const count = counts.get(row.session) ?? 0;
        if (count >= most) {
          leftOut.add(row.session);
          continue;
        }
        counts.set(row.session, count + 1);
        taken += 1;
        const group = groups.get(row.session) ?? { sessionId: row.sessionId, hits: [] };
        group.hits.push(this.#hitOf(row, terms));
        groups.set(row.session, group);
      }
    }
    const next = isOver ? null : writeCursor({ before, counts });
    return {
      groups: [...groups].map(([key, group]): SearchGroup => {
        const shown = counts.get(key) ?? 0;
        const mayHaveMore = shown >= most || !isOver;
        return { ...group, more: mayHaveMore ? this.#moreOf({ terms, tags }, key, { from, end, shown }) : 0 };
      }),
      next,
    };
  }

  #rows(match: Match, from: number, before: number): readonly Row[] {
    const expression = matchExpression(match);
    if (expression === null) return this.#statements.every.all(from, before) as Row[];
    return this.#statements.matching.all(expression, from, before) as Row[];
  }

  #moreOf(
    { terms, tags }: Pick<Match, 'terms' | 'tags'>,
    session: number,
    { from, end, shown }: { readonly from: number; readonly end: number; readonly shown: number },
  ): number {
    const expression = matchExpression({ terms, tags: [...tags, [tagOf.session(session)]], without: [] });
    const all = this.#statements.count.get(expression, from, end, shown + mostCounted)?.['n'];
    return Math.max(0, Number(all) - shown);
  }

  #hitOf(row: Row, terms: ParsedQuery['terms']): SearchHit {
    return {
      sessionId: row.sessionId,
      turnId: row.shown,
      entryId: row.entry,
      at: row.at,
      role: searchRoles[row.role] ?? 'notice',
      ...snippetOf(this.#entries.text(row.key), terms),
    };
  }
}

function clamp(wanted: number, most: number): number {
  return Number.isFinite(wanted) ? Math.min(Math.max(1, Math.floor(wanted)), most) : most;
}
