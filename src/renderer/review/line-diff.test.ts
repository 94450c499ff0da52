import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines, type DiffLine, type LineDiff } from './line-diff.ts';

/** Applies the hunks to the old lines, checking that what they expect is there. */
function apply(oldText: string, diff: LineDiff): string {
  const before = oldText === '' ? [] : oldText.replace(/\n$/, '').split('\n');
  const after: string[] = [];
  let at = 0;
  for (const hunk of diff.hunks) {
    while (at < hunk.oldStart - 1) after.push(before[at++] ?? '');
    expect(after.length).toBe(hunk.newStart - 1);
    for (const line of hunk.lines) {
      if (line.type !== 'added') {
        expect([line.oldLine, line.text]).toEqual([at + 1, before[at]]);
        at += 1;
      }
      if (line.type !== 'removed') {
        after.push(line.text);
        expect(line.newLine).toBe(after.length);
      }
    }
  }
  while (at < before.length) after.push(before[at++] ?? '');
  return after.length === 0 ? '' : after.join('\n') + (diff.endsWithoutBreak.new ? '' : '\n');
}

const line = fc.constantFrom('', 'a', 'b', 'c', 'return x;', '}', '  if (a) {', 'é\u{1f600}');
const text = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
  .map(([lines, ended]) => (lines.length === 0 ? '' : lines.join('\n') + (ended ? '\n' : '')));

function marked(line: DiffLine | undefined): string[] {
  return line?.marks.map(([from, to]) => line.text.slice(from, to)) ?? [];
}

describe('the lines that differ', () => {
  it('turn the old text into the new one', () => {
    fc.assert(
      fc.property(text, text, fc.integer({ min: 0, max: 4 }), (before, after, context) => {
        const diff = diffLines(before, after, context);
        expect(apply(before, diff)).toBe(after);
      }),
      { numRuns: 600 },
    );
  });

  it('turn the old text into the new one where it is too large for an exact answer', () => {
    const before = Array.from({ length: 9000 }, (_, index) => `line ${index % 40} of ${index}`);
    const after = before.flatMap((one, index) => (index % 37 === 0 ? ['fresh', `${one}!`] : [one]));
    const diff = diffLines(before.join('\n'), after.join('\n'));
    expect(apply(before.join('\n'), diff)).toBe(after.join('\n'));
    expect({ added: diff.added, removed: diff.removed, precision: diff.precision }).toEqual({
      added: 488,
      removed: 244,
      precision: 'exact',
    });
  });

  it('are one replaced stretch, and called coarse, where nothing serves as an anchor', () => {
    const before = 'a\nb\n'.repeat(4000);
    const after = 'c\nd\n'.repeat(4000);
    const diff = diffLines(before, after);
    expect(diff.precision).toBe('coarse');
    expect(apply(before, diff)).toBe(after);
  });

  it('are found by beginning and end alone in texts beyond the limit', () => {
    const before = `start\n${'x'.repeat(1_200_000)}\nend\n`;
    const after = `start\n${'y'.repeat(1_200_000)}\nend\n`;
    const diff = diffLines(before, after);
    expect(diff.hunks.map((hunk) => hunk.lines.map((one) => one.type))).toEqual([
      ['context', 'removed', 'added', 'context'],
    ]);
    expect(diff.precision).toBe('coarse');
  });

  it('carry context and join hunks that are close', () => {
    const before = Array.from({ length: 30 }, (_, index) => `${index + 1}`);
    const after = before.map((one) => (['5', '10', '25'].includes(one) ? `${one}*` : one));
    const diff = diffLines(before.join('\n'), after.join('\n'));
    expect(diff.hunks.map((hunk) => [hunk.oldStart, hunk.newStart, hunk.lines.length])).toEqual([
      [2, 2, 14],
      [22, 22, 8],
    ]);
    expect([diff.added, diff.removed]).toEqual([3, 3]);
  });

  it('mark what changed inside a pair of lines', () => {
    const diff = diffLines('  const wait = 100;\n', '  const wait = retryDelay;\n');
    const lines = diff.hunks[0]?.lines ?? [];
    expect(lines.map((one) => [one.type, marked(one)])).toEqual([
      ['removed', ['100']],
      ['added', ['retryDelay']],
    ]);
  });

  it('mark nothing where the lines have little in common', () => {
    const lines = diffLines('  await deps.post(event);\n', '  for (let attempt = 1; ; attempt++) {\n')
      .hunks[0]?.lines;
    expect(lines?.flatMap(marked)).toEqual([]);
  });

  it('are all added in a new file', () => {
    expect(diffLines(null, 'one\ntwo\n')).toEqual({
      hunks: [
        {
          oldStart: 1,
          newStart: 1,
          lines: [
            { type: 'added', text: 'one', oldLine: null, newLine: 1, marks: [] },
            { type: 'added', text: 'two', oldLine: null, newLine: 2, marks: [] },
          ],
        },
      ],
      added: 2,
      removed: 0,
      precision: 'exact',
      endsWithoutBreak: { old: false, new: false },
    });
  });

  it('stay exact for many scattered changes in a large file', () => {
    // A general algorithm takes over a second here; anchors keep every stretch small.
    const before = Array.from(
      { length: 20_000 },
      (_, index) => `const value${index} = compute(${index % 97});`,
    );
    const after = before.map((one, index) => (index % 22 === 0 ? `${one} // changed` : one));
    const diff = diffLines(before.join('\n'), after.join('\n'));
    expect({ added: diff.added, removed: diff.removed, precision: diff.precision }).toEqual({
      added: 910,
      removed: 910,
      precision: 'exact',
    });
  });
});
