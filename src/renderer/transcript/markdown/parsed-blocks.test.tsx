import { expect, test } from 'vitest';
import { createParsedBlocks } from './parsed-blocks.ts';

function counting() {
  const parsed: string[] = [];
  const blocks = createParsedBlocks({ blocks: 2, longest: 4 });
  const get = (text: string) =>
    blocks.get(text, () => {
      parsed.push(text);
      return <p>{text}</p>;
    });
  return { parsed, get };
}

test('a text is parsed once while it is kept, and the one used longest ago makes room', () => {
  const { parsed, get } = counting();
  const first = get('a');
  get('b');
  expect(get('a')).toBe(first);
  get('c');
  get('a');
  get('b');
  expect(parsed).toEqual(['a', 'b', 'c', 'b']);
});

test('a long text is not kept, and takes no place', () => {
  const { parsed, get } = counting();
  get('a');
  get('long text');
  get('long text');
  get('a');
  expect(parsed).toEqual(['a', 'long text', 'long text']);
});
