import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { expect, test } from 'vitest';
import { splitBlocks } from './split.ts';
import { syntaxOf } from './syntax.ts';

/** As the parser with all of its additions shows it. */
function whole(text: string): string {
  return renderToStaticMarkup(<Markdown remarkPlugins={[remarkGfm]}>{text}</Markdown>);
}

/** As `syntax` lets it be shown. */
function cheap(text: string): string {
  switch (syntaxOf(text)) {
    case 'plain':
      return renderToStaticMarkup(<p>{text.trimEnd()}</p>);
    case 'common':
      return renderToStaticMarkup(<Markdown>{text}</Markdown>);
    case 'github':
      return whole(text);
  }
}

const pieces = fc.constantFrom(
  ...[
    'a',
    'word ',
    'Two words.',
    ' ',
    '  ',
    '\n',
    '\n\n',
    '    ',
    '\t',
    '1. ',
    '2)',
    '12',
    '- ',
    '+ ',
    '* ',
    '#',
    '# ',
  ],
  ...[
    '> ',
    '`',
    '```',
    '```ts\n',
    '~~~',
    '~',
    '~~',
    '|',
    '| a | b |\n',
    ':-',
    '-:',
    '--',
    '---',
    '==',
    '=',
    '*',
    '**',
  ],
  ...[
    '_',
    '__',
    '[',
    ']',
    '(',
    ')',
    '[x] ',
    '- [ ] ',
    '[^1]',
    '![',
    '<',
    '>',
    '<b>',
    '&',
    '&amp;',
    '\\',
    '\\*',
    '!',
  ],
  ...[
    ':',
    '://',
    'http',
    'https://a.example',
    'www.',
    'www.a.example',
    'me@a.example',
    'mailto:',
    'é',
    '漢字',
    '😀',
  ],
);

test('no block looks other than the whole parser shows it', () => {
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join('')),
      (text) => {
        for (const block of splitBlocks(text).blocks) {
          if (!block.openFence) expect(cheap(block.text)).toBe(whole(block.text));
        }
      },
    ),
    { numRuns: 300 },
  );
});

test.each([
  ['The tests that pinned it are these: two, of five.\nNothing else.\n', 'plain'],
  ['It retries **five** times in `deliver`.', 'common'],
  ['## Heading', 'common'],
  ['- one\n- two\n', 'common'],
  ['```ts\nconst a = b | c; // me@a.example\n```\n', 'common'],
  ['| a | b |\n| - | - |\n', 'github'],
  ['a\n:-\nb', 'github'],
  ['- [ ] to do', 'github'],
  ['see https://a.example', 'github'],
  ['~~gone~~', 'github'],
])('%j is %s', (text, expected) => {
  expect(syntaxOf(text)).toBe(expected);
});
