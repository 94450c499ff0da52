import { expect, it } from 'vitest';
import { bursts } from './speech.ts';

const TEXT = `Here are some words, and a list:

- \`src/a.ts:1\` one
- \`src/b.ts:2\` two

\`\`\`ts
const a = 1;
const b = 2;
\`\`\`
中文也会分开说，一次几个字。
`;

it.each(['instant', 'natural', 'slow'] as const)('says every character once at %s pace', (pace) => {
  expect(
    bursts(TEXT, pace)
      .map((burst) => burst.text)
      .join(''),
  ).toBe(TEXT);
});

it('speaks 25 to 40 words a second at natural pace, in small bursts', () => {
  const words = 300;
  const said = bursts('word '.repeat(words), 'natural');
  const seconds = said.reduce((sum, burst) => sum + burst.pauseMs, 0) / 1000;
  expect(words / seconds).toBeGreaterThan(25);
  expect(words / seconds).toBeLessThan(40);
  expect(Math.max(...said.map((burst) => burst.text.split(' ').length - 1))).toBeLessThanOrEqual(5);
});

it('never cuts a line of code or of a list', () => {
  const ends = bursts(TEXT, 'natural').map((burst) => burst.text);
  const code = ends.filter((text) => /const|```|^- /.test(text));
  expect(code.every((text) => text.endsWith('\n'))).toBe(true);
});

it('says everything at once, without a pause, at instant pace', () => {
  expect(bursts('a b c', 'instant')).toEqual([{ text: 'a b c', pauseMs: 0 }]);
});
