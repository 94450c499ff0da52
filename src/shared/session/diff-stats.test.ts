import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffStatsOf, lineStats } from './diff-stats.ts';
import { ended, folded, tool, turn } from './testing/events.ts';

test.each([
  ['a new file', null, 'a\nb\n', { added: 2, removed: 0 }],
  ['an emptied file', 'a\nb\n', '', { added: 0, removed: 2 }],
  ['one changed line', 'a\nb\nc\n', 'a\nx\nc\n', { added: 1, removed: 1 }],
  ['a moved line', 'a\nb\nc\n', 'b\nc\na\n', { added: 1, removed: 1 }],
  ['other line ends', 'a\r\nb\r\n', 'a\nb\n', { added: 0, removed: 0 }],
  ['no change', 'a', 'a', { added: 0, removed: 0 }],
])('counts the lines of %s', (_what, before, after, expected) => {
  expect(lineStats(before, after)).toEqual(expected);
});

test('a change of a hundred thousand lines is counted too', () => {
  const before = Array.from({ length: 100_000 }, (_, line) => `old ${line}`);
  const after = before.map((line, index) => (index % 2 === 0 ? line : `new ${line}`));
  expect(lineStats(before.join('\n'), after.join('\n'))).toEqual({ added: 50_000, removed: 50_000 });
});

test('a long text is counted as its lines would be in a short one', () => {
  const filler = Array.from({ length: 8000 }, (_, line) => `a line that stays ${line}`).join('\r\n');
  expect(lineStats(`a\n${filler}\nb`, `a\n${filler}\nc\nd\n`)).toEqual({ added: 2, removed: 1 });
  expect(lineStats(`${filler}\n`, filler.replaceAll('\r\n', '\n'))).toEqual({ added: 0, removed: 0 });
  expect(lineStats(null, `${filler}\r`)).toEqual({ added: 8000, removed: 0 });
});

test('the counts always explain the difference in length', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
    .map((lines) => lines.map((line) => `${line}\n`).join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { added, removed } = lineStats(before, after);
      expect(added - removed).toBe(after.split('\n').length - before.split('\n').length);
      if (before === after) expect(added + removed).toBe(0);
    }),
  );
});

test('a session counts the last diff of each edit that was made', () => {
  const diff = (newText: string) => [{ type: 'diff', path: 'a.ts', oldText: null, newText }] as const;
  const state = folded([
    turn('t1'),
    tool('c1', { title: 'Edit', kind: 'edit', content: diff('a') }),
    tool('c1', { status: 'completed', content: diff('a\nb\n') }),
    tool('c2', { title: 'Rejected', kind: 'edit', status: 'failed', content: diff('x\nx\n') }),
    ended('t1'),
    turn('t2'),
    tool('c3', { title: 'Edit', status: 'completed', content: diff('a\n') }),
    tool('c4', { title: 'Waits', status: 'pending', content: diff('a\n') }),
  ]);
  expect(diffStatsOf(state)).toEqual({ added: 3, removed: 0 });
});
