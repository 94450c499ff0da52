/** The search as the database's full-text module reads it. Pure. */
import { type SearchRole, searchRoles } from '../../../shared/session/search.ts';
import type { Term } from './parse-query.ts';
import { spaced } from './search-text.ts';

/** Who said it and where, as words of a column of their own: filters are then part of the search. */
export const tagOf = {
  role: (role: SearchRole) => `r${searchRoles.indexOf(role)}`,
  session: (key: number) => `s${key}`,
  agent: (key: number) => `a${key}`,
  workspace: (key: number) => `w${key}`,
};

export type Match = {
  readonly terms: readonly Term[];
  /** Of each group one tag must be there. */
  readonly tags: readonly (readonly string[])[];
};

/** Null when there is nothing to look for. */
export function matchExpression({ terms, tags }: Match): string | null {
  const words = terms.map(
    ({ words: each, prefix }) => `${quoted(spaced(each.join(' ')))}${prefix ? ' *' : ''}`,
  );
  const parts = [
    ...(words.length === 0 ? [] : [`{text} : (${words.join(' AND ')})`]),
    ...tags.map((group) => `{tags} : (${group.map(quoted).join(' OR ')})`),
  ];
  if (parts.length === 0) return null;
  return `(${parts.join(' AND ')})`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
