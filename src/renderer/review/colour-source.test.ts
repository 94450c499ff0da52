import { describe, expect, test } from 'vitest';
import { colourSource, diffSide, longestWhole } from './colour-source.ts';

const numbered = (count: number, length = 0) =>
  Array.from({ length: count }, (_, index) => `${index + 1}`.padEnd(length, '.')).join('\n');

describe('the lines of a diff are coloured', () => {
  test('from the beginning of their text, one text for all stretches, and nothing after the last', () => {
    const side = diffSide('type A = {\r\n  readonly b: 1;\r\n  readonly c: 2;\r\n};\r\n', 3);
    const source = { code: 'type A = {\n  readonly b: 1;\n  readonly c: 2;', firstLine: 1 };
    expect([colourSource(side, 2, 2), colourSource(side, 3, 3)]).toEqual([source, source]);
  });

  test('in a long text from some lines before', () => {
    const side = diffSide(numbered(20_000), 20_000);
    const { code, firstLine } = colourSource(side, 15_000, 15_002);
    expect({ firstLine, first: code.split('\n')[0], last: code.split('\n').at(-1) }).toEqual({
      firstLine: 14_800,
      first: '14800',
      last: '15002',
    });
  });

  test('in a long text of long lines from as many as there is room for', () => {
    const side = diffSide(numbered(1000, 4095), 1000);
    expect(colourSource(side, 500, 500).firstLine).toBe(496);
  });

  test('from its first line where that is near', () => {
    const side = diffSide(numbered(20_000), 20_000);
    expect(colourSource(side, 3, 4)).toEqual({ code: '1\n2\n3\n4', firstLine: 1 });
  });

  test('whole as long as it is short enough, whatever comes after', () => {
    const text = `${'x'.repeat(longestWhole - 1)}\nnext`;
    expect([diffSide(text, 1).whole?.length, diffSide(text, 2).whole]).toEqual([longestWhole - 1, null]);
  });
});
