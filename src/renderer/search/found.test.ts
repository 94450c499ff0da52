import { expect, test } from 'vitest';
import type { SearchHit } from '../../shared/session/search.ts';
import { noFilters, queryText } from './filters.ts';
import { choicesOf, nothingFound, piecesOf, withPage, withSession } from './found.ts';

const hit = (sessionId: string, turnId: string): SearchHit => ({
  sessionId,
  turnId,
  entryId: null,
  at: 0,
  role: 'user',
  snippet: `in ${turnId}`,
  matches: [],
});

test('pages join, a session keeps its place, and the newest count counts', () => {
  const first = withPage(nothingFound, {
    groups: [
      { sessionId: 'a', hits: [hit('a', '1')], more: 4 },
      { sessionId: 'b', hits: [hit('b', '1')], more: 0 },
    ],
    next: 'x',
    problems: [],
  });
  const both = withPage(first, {
    groups: [{ sessionId: 'a', hits: [hit('a', '2')], more: 3 }],
    next: null,
    problems: [],
  });
  expect(both.groups.map(({ sessionId, hits, more }) => [sessionId, hits.length, more])).toEqual([
    ['a', 2, 3],
    ['b', 1, 0],
  ]);
  expect(choicesOf(first).map(({ type }) => type)).toEqual(['hit', 'more', 'hit', 'next']);
  const all = withSession(both, 'a', {
    groups: [{ sessionId: 'a', hits: [hit('a', '1'), hit('a', '2'), hit('a', '3')], more: 0 }],
    next: null,
    problems: [],
  });
  expect(choicesOf(all).map(({ key }) => key)).toEqual(['a-1--0', 'a-2--1', 'a-3--2', 'b-1--0']);
});

test('a snippet falls into what matched and what stands between', () => {
  expect(piecesOf({ snippet: 'a needle here', matches: [{ from: 2, to: 8 }] })).toEqual([
    { text: 'a ', isMatch: false },
    { text: 'needle', isMatch: true },
    { text: ' here', isMatch: false },
  ]);
});

test('filters stand before the words', () => {
  const filters = { ...noFilters, role: 'tool' as const, agentId: 'my "agent"', days: 7 };
  expect(queryText('fix it', filters)).toBe('role:tool agent:"my agent" after:7d fix it');
  expect(queryText('  ', noFilters)).toBe('');
});
