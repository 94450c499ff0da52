import { describe, expect, it } from 'vitest';
import type { TextPattern } from '../intent.ts';
import { hunks, lineAt, lineCount, lineStarts, lineText } from './lines.ts';
import { edited, editsFor, matchesIn } from './matching.ts';

const replaced = (text: string, pattern: TextPattern, replacement: string): string =>
  edited(text, editsFor(matchesIn(text, pattern), pattern, replacement));
const literal = (text: string, match: 'exact' | 'any-case' | 'whole-word' = 'exact'): TextPattern => ({
  kind: 'literal',
  text,
  match,
});
const regex = (source: string, flags = ''): TextPattern => ({ kind: 'regex', source, flags });

describe('replacing', () => {
  it.each([
    ['a literal with regular expression signs', 'f(x) + f(y)', literal('f(x)'), 'g[0]', 'g[0] + f(y)'],
    ['a literal replacement with dollars', 'price', literal('price'), '$1 $& $$', '$1 $& $$'],
    ['capitals or not', 'Todo TODO', literal('todo', 'any-case'), 'x', 'x x'],
    [
      'whole words only',
      'maxTries, maxTries2, a.maxTries, $maxTries',
      literal('maxTries', 'whole-word'),
      'n',
      'n, maxTries2, a.n, $maxTries',
    ],
    ['whole words in any script', 'été étés', literal('été', 'whole-word'), 'x', 'x étés'],
    ['groups', 'v1 v22', regex('v(\\d+)'), '$1.0', '1.0 22.0'],
    ['named groups', 'a=b', regex('(?<k>\\w)=(?<v>\\w)'), '$<v>=$<k>', 'b=a'],
    ['a dollar and the whole match', 'x', regex('x'), '$$$&', '$x'],
    ['a group that does not exist', 'x', regex('x'), '$1', '$1'],
    ['line ends with ^ and $', 'a\na', regex('^a$'), 'b', 'b\nb'],
    ['an expression that can match nothing', 'baac', regex('a*'), '-', 'b-c'],
  ])('%s', (_, text, pattern, replacement, result) => {
    expect(replaced(text, pattern, replacement)).toBe(result);
  });
});

describe('lines', () => {
  const text = 'one\r\ntwo\n\nfour';

  it('knows where lines start and which an offset is on', () => {
    const starts = lineStarts(text);
    expect(starts).toEqual([0, 5, 9, 10]);
    expect([0, 4, 5, 8, 9, 10, 13].map((offset) => lineAt(starts, offset))).toEqual([1, 1, 2, 2, 3, 4, 4]);
    expect([1, 2, 3, 4].map((line) => lineText(text, starts, line))).toEqual(['one', 'two', '', 'four']);
    expect(['', 'a', 'a\n', 'a\n\n'].map(lineCount)).toEqual([0, 1, 1, 2]);
  });

  it('shows changes with their context, and joins those that touch', () => {
    const lines = Array.from({ length: 20 }, (_, index) => `${index + 1}\n`);
    const body = lines.join('');
    const at = (line: number): number => lineStarts(body)[line - 1] ?? 0;
    const edits = [2, 4, 15].map((line) => ({ start: at(line), end: at(line) + 1, text: 'X' }));
    expect(hunks(body, edits, 1)).toEqual([
      { oldText: '1\n2\n3\n4\n5\n', newText: '1\nX\n3\nX\n5\n', line: 1 },
      { oldText: '14\n15\n16\n', newText: '14\nX5\n16\n', line: 14 },
    ]);
  });
});
