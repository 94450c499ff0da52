import { expect, test } from 'vitest';
import { answerOf, findInSession, gather, mostHits, type FindHit } from './find.ts';
import type { SessionState } from './state.ts';
import { chunk, ended, folded, tool, turn } from './testing/events.ts';

function find(state: SessionState, text: string, caseSensitive = false, mayGoOn = () => true) {
  const steps = findInSession(state, { text, caseSensitive });
  const found: FindHit[][] = [];
  let end = gather(steps, found, mayGoOn);
  while (end === 'paused') end = gather(steps, found, mayGoOn);
  return answerOf(found, end);
}

const state = folded([
  turn('1', 'Find the Retry'),
  chunk('agent', 'a retry and a RETRY'),
  tool('c1', { title: 'npm test', rawInput: { command: 'npm run retry' } }),
  ended('1'),
  turn('2', 'again'),
  chunk('thought', 'retry'),
]);

test('a text is found everywhere in its order, each match of an entry by its number', () => {
  expect(find(state, 'retry')).toEqual({
    hits: [
      { turnId: '1', entryId: null, n: 0 },
      { turnId: '1', entryId: 'e2', n: 0 },
      { turnId: '1', entryId: 'e2', n: 1 },
      { turnId: '1', entryId: 'e3', n: 0 },
      { turnId: '2', entryId: 'e6', n: 0 },
    ],
    more: false,
  });
});

test('upper and lower case count when they are asked to', () => {
  expect(find(state, 'RETRY', true).hits).toEqual([{ turnId: '1', entryId: 'e2', n: 0 }]);
});

test('words are found over what is bold or code, and its signs when they are looked for', () => {
  const marked = folded([chunk('agent', 'does **one** thing in `snake_case` *too*')]);
  const count = (text: string) => find(marked, text).hits.length;
  expect([
    count('one thing in snake_case too'),
    count('**one'),
    count('snake_case'),
    count('snakecase'),
  ]).toEqual([1, 1, 1, 0]);
});

test('resting in between changes nothing', () => {
  let asked = 0;
  const long = folded(Array.from({ length: 60 }, (_, at) => tool(`c${at}`, { title: `call retry ${at}` })));
  expect(find(long, 'retry', false, () => (asked += 1) % 2 === 0)).toEqual(find(long, 'retry'));
  expect(asked).toBeGreaterThan(2);
});

test('of too many the newest are kept, and it says so', () => {
  const much = folded([turn('1'), chunk('agent', 'x'.repeat(mostHits + 5))]);
  const { hits, more } = find(much, 'x');
  expect([hits.length, more, hits.at(-1)?.n]).toEqual([mostHits, true, mostHits + 4]);
});
