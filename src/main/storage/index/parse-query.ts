/** Reads what a person typed into the search. Total: whatever it is, it means something or nothing. Pure. */
import { type SearchProblem, type SearchRole, searchRoles } from '../../../shared/session/search.ts';
import { wordsIn } from './search-text.ts';

/** UTF-16 units of the whole query; words and phrases in it. */
export const MOST_QUERY_CHARS = 1000;
export const MOST_TERMS = 32;

/** Words one after another, as they are compared. The last one may go on when `prefix` is set. */
export type Term = { readonly words: readonly string[]; readonly prefix: boolean };

export type ParsedQuery = {
  /** All of them must be there. */
  readonly terms: readonly Term[];
  /** One of each kind must fit; none: any does. As they were typed. */
  readonly agents: readonly string[];
  readonly workspaces: readonly string[];
  readonly roles: readonly SearchRole[];
  /** ms since the epoch: from `since` up to and without `until`. */
  readonly since: number | null;
  readonly until: number | null;
  readonly problems: readonly SearchProblem[];
};

const PIECE = /(?:(agent|workspace|role|before|after)[:：])?(?:["“”]([^"“”]*)["“”]?(\*?)|([^\s"“”]+))/giu;

export function parseQuery(
  typed: string,
  { now, unfinished = false }: { readonly now: number; readonly unfinished?: boolean },
): ParsedQuery {
  const problems: SearchProblem[] = [];
  const terms: Term[] = [];
  const agents: string[] = [];
  const workspaces: string[] = [];
  const roles: SearchRole[] = [];
  let since: number | null = null;
  let until: number | null = null;
  if (typed.length > MOST_QUERY_CHARS) problems.push({ code: 'too-long', part: '' });
  const text = typed.slice(0, MOST_QUERY_CHARS);
  for (const match of text.matchAll(PIECE)) {
    const [whole, key, phrase, star, plain = ''] = match;
    const value = phrase ?? plain;
    const kind = key?.toLowerCase();
    switch (kind) {
      case undefined: {
        const isLast = match.index + whole.length === text.length;
        const prefix = phrase === undefined ? plain.endsWith('*') : star === '*';
        const term = termOf(value, prefix, unfinished && isLast && phrase === undefined);
        if (term === null) break;
        if (terms.length < MOST_TERMS) terms.push(term);
        else problems.push({ code: 'too-long', part: value });
        break;
      }
      case 'agent':
        agents.push(value);
        break;
      case 'workspace':
        workspaces.push(value);
        break;
      case 'role': {
        const role = searchRoles.find((each) => each === value.toLowerCase());
        if (role === undefined) problems.push({ code: 'unknown-role', part: value });
        else roles.push(role);
        break;
      }
      default: {
        const day = dayOf(value, now);
        if (day === null) problems.push({ code: 'bad-date', part: value });
        else if (kind === 'after') since = Math.max(since ?? -Infinity, day);
        else until = Math.min(until ?? Infinity, day);
      }
    }
  }
  return { terms, agents, workspaces, roles, since, until, problems };
}

/** A single letter is not yet a beginning: it would fit nearly everything. */
function termOf(text: string, star: boolean, goesOn: boolean): Term | null {
  const words = wordsIn(text).map(({ folded }) => folded);
  const last = words[words.length - 1];
  if (last === undefined) return null;
  return { words, prefix: star || (goesOn && last.length > 1) };
}

/** The beginning of a day of this time zone: `2026-03-01`, `2026-03`, `2026`, or `7d` before now. */
function dayOf(text: string, now: number): number | null {
  const ago = /^(\d{1,4})d$/i.exec(text);
  if (ago !== null) {
    const date = new Date(now);
    return new Date(date.getFullYear(), date.getMonth(), date.getDate() - Number(ago[1])).getTime();
  }
  const match = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text);
  if (match === null) return null;
  const [, year, month = '1', day = '1'] = match;
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  const isReal = date.getMonth() === Number(month) - 1 && date.getDate() === Number(day);
  return isReal ? date.getTime() : null;
}
