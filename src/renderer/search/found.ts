/** What was found so far, and the lines that it is shown in. Pure. */
import {
  mostCounted,
  type SearchGroup,
  type SearchHit,
  type SearchPage,
  type SearchProblem,
} from '../../shared/session/search.ts';

export type Found = Pick<SearchPage, 'groups' | 'next' | 'problems'>;

export const nothingFound: Found = { groups: [], next: null, problems: [] };

/** A session that comes again keeps its place. */
export function withPage(found: Found, page: SearchPage): Found {
  const groups = new Map(found.groups.map((group) => [group.sessionId, group]));
  for (const group of page.groups) {
    const before = groups.get(group.sessionId);
    groups.set(
      group.sessionId,
      before === undefined ? group : { ...group, hits: [...before.hits, ...group.hits] },
    );
  }
  return {
    groups: [...groups.values()],
    next: page.next,
    problems: problemsOf(found.problems, page.problems),
  };
}

/** All hits of one session in place of the few. */
export function withSession(found: Found, sessionId: string, page: SearchPage): Found {
  const whole = page.groups.find((group) => group.sessionId === sessionId);
  if (whole === undefined) return found;
  return {
    ...found,
    groups: found.groups.map((group) => (group.sessionId === sessionId ? whole : group)),
  };
}

function problemsOf(a: readonly SearchProblem[], b: readonly SearchProblem[]): readonly SearchProblem[] {
  return b.length > 0 ? b : a;
}

/** What a person moves through with the arrows. */
export type Choice =
  | { readonly type: 'hit'; readonly key: string; readonly hit: SearchHit }
  | {
      readonly type: 'more';
      readonly key: string;
      readonly sessionId: string;
      readonly count: number;
      readonly atLeast: boolean;
    }
  | { readonly type: 'next'; readonly key: string; readonly cursor: string };

export function choicesOfGroup({ sessionId, hits, more }: SearchGroup): readonly Choice[] {
  const choices: Choice[] = hits.map((hit, index) => ({
    type: 'hit',
    key: `${sessionId}-${hit.turnId ?? ''}-${hit.entryId ?? ''}-${index}`,
    hit,
  }));
  if (more > 0) {
    const atLeast = more >= mostCounted;
    choices.push({ type: 'more', key: `${sessionId}-more`, sessionId, count: more, atLeast });
  }
  return choices;
}

export function choicesOf({ groups, next }: Found): readonly Choice[] {
  const choices: Choice[] = groups.flatMap((group) => choicesOfGroup(group));
  if (next !== null) choices.push({ type: 'next', key: 'next', cursor: next });
  return choices;
}

/** A snippet in pieces: what matched and what stands between. */
export function piecesOf({ snippet, matches }: Pick<SearchHit, 'snippet' | 'matches'>): readonly {
  readonly text: string;
  readonly isMatch: boolean;
}[] {
  const pieces: { text: string; isMatch: boolean }[] = [];
  let at = 0;
  for (const { from, to } of matches) {
    pieces.push(
      { text: snippet.slice(at, from), isMatch: false },
      { text: snippet.slice(from, to), isMatch: true },
    );
    at = to;
  }
  pieces.push({ text: snippet.slice(at), isMatch: false });
  return pieces.filter(({ text }) => text !== '');
}
