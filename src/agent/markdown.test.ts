import { expect, it } from 'vitest';
import { code, codeBlock, languageFor, shortened } from './markdown.ts';

it.each([
  ['plain', '`plain`'],
  ['a `tick`', '`` a `tick` ``'],
  ['``two``', '``` ``two`` ```'],
  ['two\nlines', '`two lines`'],
  ['', '`  `'],
])('sets %j into a code span', (text, span) => {
  expect(code(text)).toBe(span);
});

it('fences text that has fences itself', () => {
  expect(codeBlock('```\nx\n```', 'md')).toBe('````md\n```\nx\n```\n````\n');
});

it('shortens to one line and keeps characters whole', () => {
  expect([shortened('a\n b', 10), shortened('abcdef', 4), shortened('😀😀😀', 2)]).toEqual([
    'a b',
    'abc…',
    '😀…',
  ]);
});

it('knows languages by extension', () => {
  expect(['a.ts', 'x/README.MD', 'Makefile', 'a.unknown'].map(languageFor)).toEqual(['ts', 'md', '', '']);
});
