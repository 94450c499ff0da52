import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitBlocks, type Blocks } from './split.ts';

const texts = (text: string) => splitBlocks(text).blocks.map((block) => block.text);

const line = fc.constantFrom(
  'plain words',
  '',
  '',
  '# heading',
  '#',
  '- item',
  '-',
  '* other',
  '1. one',
  '12',
  '2) two',
  '  continued',
  '    deep',
  '\tindented',
  '```ts',
  '```',
  '  ```',
  '- ```',
  '~~~~',
  '~~~',
  '``` a`b',
  '> quote',
  '> ```',
  '---',
  '***',
  '| a | b |',
  '|---|---|',
  '[^1]: note',
  '[ref]: https://example.com',
  '<div>',
  'crlf\r',
  '\r',
);
const document = fc
  .tuple(fc.array(line, { maxLength: 24 }), fc.constantFrom('', '\n'))
  .map(([lines, end]) => lines.join('\n') + end);

describe('splitting Markdown into blocks', () => {
  it('keeps every character, in order', () => {
    fc.assert(
      fc.property(document, (text) => {
        expect(texts(text).join('')).toBe(text);
      }),
    );
  });

  it('never changes a block before the last one while text is added, in pieces of any size', () => {
    fc.assert(
      fc.property(document, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (text, sizes) => {
        let read: Blocks = splitBlocks('');
        let settled: string[] = [];
        for (let at = 0, turn = 0; at < text.length; turn++) {
          at += sizes[turn % sizes.length] ?? 1;
          read = splitBlocks(text.slice(0, at), read);
          const now = read.blocks.map((block) => block.text);
          expect(now.slice(0, settled.length)).toEqual(settled);
          settled = now.slice(0, -1);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('gives the same blocks whether the text came whole or in pieces', () => {
    fc.assert(
      fc.property(document, fc.integer({ min: 1, max: 5 }), (text, size) => {
        let read: Blocks = splitBlocks('');
        for (let at = 0; at < text.length; at += size) read = splitBlocks(text.slice(0, at + size), read);
        expect(read.blocks).toEqual(splitBlocks(text).blocks);
      }),
    );
  });

  it('starts over when the text was replaced instead of continued', () => {
    const first = splitBlocks('one\n\ntwo\n\n');
    expect(splitBlocks('three', first).blocks).toEqual([{ text: 'three', openFence: false }]);
  });

  it('cuts paragraphs at blank lines', () => {
    expect(texts('one\ntwo\n\nthree')).toEqual(['one\ntwo\n\n', 'three']);
  });

  it('keeps a loose list with its nested blocks in one piece', () => {
    const list = '- a\n\n  more\n\n      code\n\n- b\n\n  ```\n\n  x\n\n  ```\n\n- c\n\n';
    expect(texts(`${list}after`)).toEqual([list, 'after']);
  });

  it('starts a new list where the marker changes', () => {
    expect(texts('- a\n\n* b')).toEqual(['- a\n\n', '* b']);
  });

  it('keeps blank lines inside a fence and marks it open until it closes', () => {
    expect(splitBlocks('say\n```ts\na\n\n  ```js\nb').blocks).toEqual([
      { text: 'say\n', openFence: false },
      { text: '```ts\na\n\n  ```js\nb', openFence: true },
    ]);
    expect(splitBlocks('```ts\na\n\n```\nafter').blocks).toEqual([
      { text: '```ts\na\n\n```\n', openFence: false },
      { text: 'after', openFence: false },
    ]);
  });

  it('cuts a list that never ends, so that one block stays cheap', () => {
    const item = `- ${'x'.repeat(98)}\n`;
    const blocks = texts(item.repeat(1000));
    expect(Math.max(...blocks.map((block) => block.length))).toBeLessThan(17 * 1024);
    expect(blocks.join('')).toBe(item.repeat(1000));
  });
});
