import { expect, it } from 'vitest';
import { OutputTail, plainText } from './output-tail.ts';

it('keeps the end within its bound and counts all lines', () => {
  const tail = new OutputTail(100);
  for (let line = 1; line <= 1000; line += 1) tail.add(`line ${line}\n`);
  expect(tail.text.length).toBeLessThanOrEqual(100);
  expect(tail.text.startsWith('line ')).toBe(true);
  expect(tail.text.endsWith('line 1000\n')).toBe(true);
  expect([tail.lines, tail.cut]).toEqual([1000, true]);
});

it('does not cut a character in two', () => {
  const tail = new OutputTail(3);
  tail.add('😀😀😀😀😀');
  expect(tail.text).toBe('😀');
});

it('counts a last line without its end', () => {
  const tail = new OutputTail(100);
  tail.add('a\nb');
  expect([tail.lines, tail.text, tail.cut]).toEqual([2, 'a\nb', false]);
});

it.each([
  ['colours', '\u001b[31mred\u001b[0m', 'red'],
  ['titles and links', '\u001b]0;title\u0007a\u001b]8;;http://x\u001b\\b', 'ab'],
  ['overwritten lines', '10%\r50%\r100%\ndone', '100%\ndone'],
  ['Windows line ends', 'a\r\nb\r\n', 'a\nb\n'],
  ['bells and backspaces', 'a\u0007\u0008b', 'ab'],
])('shows plain text without %s', (_, output, text) => {
  expect(plainText(output)).toBe(text);
});
