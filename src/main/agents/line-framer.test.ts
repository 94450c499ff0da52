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
    ['alone', [line(11)]],
    ['after shorter lines', [Buffer.concat([line(3), line(11)])]],
    ['before shorter lines', [Buffer.concat([line(11), line(3)])]],
    ['over several chunks', cut(line(11), [4, 8])],
    ['without an end', [Buffer.from('x'.repeat(6)), Buffer.from('x'.repeat(6))]],
    ['unfinished after complete ones', [Buffer.concat([line(5), Buffer.from('x'.repeat(11))])]],
  ])('refuses a longer line %s', (_where, chunks) => {
    expect(() => framed(chunks, 10)).toThrow(LineTooLongError);
  });

  test('holds no more than the cap of an endless line', () => {
    const framer = new LineFramer(1 << 20);
    const chunk = Buffer.alloc(1 << 16, 'x');
    expect(() => {
      for (let index = 0; index < 100; index++) framer.push(chunk);
    }).toThrow(LineTooLongError);
    expect(framer.heldBytes).toBeLessThanOrEqual(1 << 20);
  });
});
