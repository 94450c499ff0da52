import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_OUTPUT_LIMIT, TerminalOutput, outputLimit } from './terminal-output.ts';

test('keeps the newest bytes, whole characters only, for any text in any pieces', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 30 }),
      fc.integer({ min: 0, max: 200 }),
      (pieces, limit) => {
        const output = new TerminalOutput(limit);
        for (const piece of pieces) output.push(piece);
        const whole = pieces.join('');
        const { text } = output;
        expect(whole.endsWith(text)).toBe(true);
        const size = Buffer.byteLength(text);
        expect(size).toBeLessThanOrEqual(limit);
        expect(text).not.toContain('\uFFFD');
        expect(output.truncated).toBe(Buffer.byteLength(whole) > limit);
        // No more is given up than the character at the cut.
        if (output.truncated) expect(size).toBeGreaterThan(limit - 4);
        else expect(text).toBe(whole);
      },
    ),
    { seed: 7, numRuns: 300 },
  );
});

test('a naive cut by bytes breaks characters: the control', () => {
  const bytes = Buffer.from('aé😀'.repeat(10));
  expect(bytes.subarray(bytes.length - 5).toString()).toContain('\uFFFD');
  const output = new TerminalOutput(5);
  output.push('aé😀'.repeat(10));
  expect(output.text).toBe('😀');
});

test('a limit is clamped to what is sensible', () => {
  expect([undefined, null, 0, -5, 1.9, 1e12, Number.NaN, '5', Infinity].map(outputLimit)).toEqual([
    1048576,
    1048576,
    0,
    0,
    1,
    MAX_OUTPUT_LIMIT,
    1048576,
    1048576,
    MAX_OUTPUT_LIMIT,
  ]);
});
