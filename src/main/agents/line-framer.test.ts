import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LineFramer, LineTooLongError } from './line-framer.ts';

function cut(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const points = [...new Set(cuts.map((at) => at % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...points].map((from, index) => bytes.subarray(from, points[index] ?? bytes.length));
}

function framed(chunks: readonly Buffer[], max = 1 << 20): string {
  const framer = new LineFramer(max);
  return chunks.map((chunk) => framer.push(chunk)).join('') + framer.flush();
}

describe('framing', () => {
  test('gives back the same text wherever the bytes were cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '\r', '\u2028', '😀é\u0085'))),
        fc.array(fc.nat()),
        (lines, cuts) => {
          const bytes = Buffer.from(lines.join('\n'));
          expect(framed(cut(bytes, cuts))).toBe(bytes.toString('utf8'));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('splits at LF only, and gives complete lines as soon as they are complete', () => {
    const framer = new LineFramer(100);
    expect(framer.push(Buffer.from('{"a":"\u2028"}\r\n{"b"'))).toBe('{"a":"\u2028"}\r\n');
    expect(framer.push(Buffer.from(':1}'))).toBe('');
    expect(framer.heldBytes).toBe(7);
    expect(framer.push(Buffer.from('\n\n'))).toBe('{"b":1}\n\n');
    expect(framer.flush()).toBe('');
  });

  test('joins a character that was cut between chunks', () => {
    const bytes = Buffer.from('"😀"\n');
    expect(framed([...bytes].map((byte) => Buffer.from([byte])))).toBe('"😀"\n');
  });
});

describe('the cap', () => {
  const line = (length: number) => Buffer.from(`${'x'.repeat(length)}\n`);

  test('lets a line of exactly the cap pass, in one piece or many', () => {
    expect(framed([line(10)], 10)).toBe(`${'x'.repeat(10)}\n`);
    expect(framed(cut(line(10), [3, 6, 10]), 10)).toBe(`${'x'.repeat(10)}\n`);
    expect(framed([Buffer.concat([line(10), line(10), line(9)])], 10)).toHaveLength(32);
  });

  test.each([
    ['alone', [line(11)], '<11>'],
    ['after shorter lines', [Buffer.concat([line(3), line(11)])], 'xxx\n<11>'],
    ['before shorter lines', [Buffer.concat([line(11), line(3)])], '<11>\nxxx'],
    ['between them', [Buffer.concat([line(2), line(11), line(3)])], 'xx\n<11>\nxxx'],
    ['over several chunks', [...cut(line(11), [4, 8]), line(3)], '<11>\nxxx'],
    ['without an end', [Buffer.from('x'.repeat(6)), Buffer.from('x'.repeat(6))], '<12>'],
    [
      'unfinished after complete ones',
      [Buffer.concat([line(5), Buffer.from('x'.repeat(11))])],
      'xxxxx\n<11>',
    ],
  ])('leaves a longer line out %s, and nothing else', (_where, chunks, expected) => {
    const framer = new LineFramer(10, ({ bytes }) => `<${bytes}>`);
    const text = chunks.map((chunk) => framer.push(chunk)).join('') + framer.flush();
    expect(text.trimEnd()).toBe(expected);
  });

  test('what is left out is the same wherever the bytes were cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 25 }), { maxLength: 12 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (lengths, cuts) => {
          const bytes = Buffer.concat(lengths.map((length) => line(length)));
          const framer = new LineFramer(10, ({ bytes: long }) => `<${long}>`);
          const text = cut(bytes, cuts)
            .map((chunk) => framer.push(chunk))
            .join('');
          expect(text).toBe(
            lengths.map((length) => `${length > 10 ? `<${length}>` : 'x'.repeat(length)}\n`).join(''),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  test('tells the start and the end of what it leaves out', () => {
    const told: string[] = [];
    const framer = new LineFramer(1000, ({ start, end }) => {
      told.push(start.slice(0, 3), end.slice(-3));
      expect([start.length, end.length]).toEqual([512, 512]);
      return '';
    });
    const text = `abc${'x'.repeat(3000)}xyz\n`;
    for (const chunk of cut(Buffer.from(text), [1, 700, 1500, 3004])) expect(framer.push(chunk)).toBe('');
    expect(told).toEqual(['abc', 'xyz']);
  });

  test('holds nothing of an endless line, and gives it up at last', () => {
    const framer = new LineFramer(1 << 20);
    const chunk = Buffer.alloc(1 << 16, 'x');
    let held = 0;
    expect(() => {
      for (let index = 0; index < 1000; index++) {
        framer.push(chunk);
        held = Math.max(held, framer.heldBytes);
      }
    }).toThrow(LineTooLongError);
    expect(held).toBeLessThanOrEqual(1 << 20);
  });
});
