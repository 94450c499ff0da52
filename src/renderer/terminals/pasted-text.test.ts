import { expect, test } from 'vitest';
import { cleanPaste, linesOfPaste } from './pasted-text.ts';

test('nothing that is pasted can end a bracketed paste or steer the terminal', () => {
  expect(cleanPaste('ls\u001b[201~\rrm -rf x\u009b31m\u0007')).toBe('ls[201~\rrm -rf x31m');
  expect(cleanPaste('a\tb\r\nc\nd 海象')).toBe('a\tb\r\nc\nd 海象');
});

test('a line end alone makes it several lines', () => {
  expect(linesOfPaste('ls')).toBe(1);
  expect(linesOfPaste('ls\n')).toBe(2);
  expect(linesOfPaste('a\r\nb\rc')).toBe(3);
});
