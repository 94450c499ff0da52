/** Searches the index: newest first, in steps, never more than so many hits of one session. */
import {
  type SearchGroup,
  type SearchHit,
  type SearchPage,
  type SearchProblem,
  type SearchQuery,
  mostCounted,
} from '../../../shared/session/search.ts';
import { type EntryRows, keyOfTime } from './entry-rows.ts';
import type { Database } from './index-file.ts';
import { type Match, matchExpression, tagOf } from './match-expression.ts';
import { type ParsedQuery, parseQuery } from './parse-query.ts';
import { type Cursor, readCursor, writeCursor } from './search-cursor.ts';
import type { SessionRows } from './session-rows.ts';
import { snippetOf } from './snippet.ts';

export const HITS_PER_PAGE = 30;
export const HITS_PER_SESSION = 3;
const MOST_PER_PAGE = 200;
/** Rows looked at at once: few while sessions fill up, which are then passed by. */
const FIRST_STEP = 16;
const LARGEST_STEP = 400;
/**
 * Sessions that had enough hits and came again: entries of the last two are jumped over, those of the others are
 * passed one by one.
 */
const MOST_LEFT_OUT = 2;

type Row = { readonly key: number; readonly session: number };

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
      // Numbers are bound as fractions, and the module only seeks whole ones.
      matching: db.prepare(
        `SELECT e.key, e.session FROM words w CROSS JOIN entry e ON e.key = w.rowid
         WHERE words MATCH ? AND w.rowid >= CAST(? AS INTEGER) AND w.rowid < CAST(? AS INTEGER)
         ORDER BY w.rowid DESC LIMIT ?`,
      ),
      every: db.prepare(
        'SELECT key, session FROM entry WHERE key >= ? AND key < ? ORDER BY key DESC LIMIT ?',
      ),
      nextOfOthers: db.prepare(
        `SELECT key FROM entry INDEXED BY entry_place WHERE key < ? AND session <> ? AND session <> ?
         ORDER BY key DESC LIMIT 1`,
      ),
      first: db.prepare('SELECT min(key) AS first FROM entry WHERE session = ?'),
      count: db.prepare(
        `SELECT count(*) AS n FROM (SELECT 1 FROM words WHERE words MATCH ? AND rowid >= CAST(? AS INTEGER)
         AND rowid < CAST(? AS INTEGER) LIMIT ?)`,
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
    /** Hits of sessions that had enough, which were seen below those that are shown. */
    const passed = new Map<number, number>();
    const leftOut = new Set<number>();
    const groups = new Map<number, { sessionId: string; hits: SearchHit[] }>();
    let before = Math.min(cursor?.before ?? end, end);
    let taken = 0;
    let isOver = false;
    let step = FIRST_STEP;
    while (taken < limit && !isOver) {
      const rows = this.#rows({ terms, tags }, { from, before, step });
      isOver = rows.length < step;
      const takenBefore = taken;
      let isJumping = false;
      for (const row of rows) {
        if (taken >= limit) {
          isOver = false;
          break;
        }
        before = row.key;
        const count = counts.get(row.session) ?? 0;
        if (count >= most) {
          const more = (passed.get(row.session) ?? 0) + 1;
          passed.set(row.session, more);
          if (more < mostCounted) continue;
          leftOut.delete(row.session);
          leftOut.add(row.session);
          isJumping = rows.at(-1)?.session === row.session;
          if (isJumping) break;
          continue;
        }
        const hit = this.#hitOf(row.key, terms);
        if (hit === null) continue;
        counts.set(row.session, count + 1);
        taken += 1;
        const group = groups.get(row.session) ?? { sessionId: hit.sessionId, hits: [] };
        group.hits.push(hit);
        groups.set(row.session, group);
      }
      if (isJumping) {
        const next = this.#nextOfOthers(before, [...leftOut].slice(-MOST_LEFT_OUT));
        isOver = next === null || next < from;
        if (next !== null) before = next + 1;
      }
      step = taken > takenBefore ? FIRST_STEP : Math.min(step * 2, LARGEST_STEP);
    }
    const next = isOver ? null : writeCursor({ before, counts });
    return {
      groups: [...groups].map(([key, group]): SearchGroup => {
        const seen = passed.get(key) ?? 0;
        const isCounted = isOver || seen >= mostCounted || Math.max(from, this.#firstOf(key)) >= before;
        const below = isCounted ? 0 : this.#countOf({ terms, tags }, key, { from, before });
        return { ...group, more: Math.min(seen + below, mostCounted) };
      }),
      next,
    };
  }

  #rows(
    match: Match,
    { from, before, step }: { readonly from: number; readonly before: number; readonly step: number },
  ): readonly Row[] {
    const expression = matchExpression(match);
    if (expression === null) return this.#statements.every.all(from, before, step) as Row[];
    return this.#statements.matching.all(expression, from, before, step) as Row[];
  }

  /** The next older entry that is of none of these sessions; null when there is none. */
  #nextOfOthers(before: number, [first = -1, second = -1]: readonly number[]): number | null {
    const row = this.#statements.nextOfOthers.get(before, first, second);
    return row === undefined ? null : Number(row['key']);
  }

  #firstOf(session: number): number {
    return Number(this.#statements.first.get(session)?.['first']);
  }

  /** Hits of the session, up to `mostCounted`. */
  #countOf(
    { terms, tags }: Match,
    session: number,
    { from, before }: { readonly from: number; readonly before: number },
  ): number {
    const expression = matchExpression({ terms, tags: [...tags, [tagOf.session(session)]] });
    return Number(this.#statements.count.get(expression, from, before, mostCounted)?.['n']);
  }

  #hitOf(key: number, terms: ParsedQuery['terms']): SearchHit | null {
    const entry = this.#entries.get(key);
    if (entry === null) return null;
    const { text, ...place } = entry;
    return { ...place, ...snippetOf(text, terms) };
  }
}

function clamp(wanted: number, most: number): number {
  return Number.isFinite(wanted) ? Math.min(Math.max(1, Math.floor(wanted)), most) : most;
}
