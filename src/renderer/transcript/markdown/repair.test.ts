import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repairTail } from './repair.ts';

describe('repairing a half-written block', () => {
  it.each([
    ['plain words', 'plain words'],
    ['say **bold', 'say **bold**'],
    ['say **bold *both', 'say **bold *both***'],
    ['say **bold** and', 'say **bold** and'],
    ['say **bo ', 'say **bo**'],
    ['say **', 'say'],
    ['say *', 'say'],
    ['~~gone', '~~gone~~'],
    ['snake_case_name', 'snake_case_name'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['run `npm te', 'run `npm te`'],
    ['run ``a ` b', 'run ``a ` b``'],
    ['run `', 'run'],
    ['**in `code', '**in `code`**'],
    ['`a * b` and', '`a * b` and'],
    ['see [the docs](https://exa', 'see the docs'],
    ['see [the do', 'see the do'],
    ['see [the **do', 'see the **do**'],
    ['see [docs](https://example.com) and', 'see [docs](https://example.com) and'],
    ['array[0] is', 'array[0] is'],
    ['see ![chart](https://exa', 'see'],
    ['words\n-', 'words'],
    ['words\n---', 'words'],
    ['words\n==', 'words'],
    ['words\n#', 'words'],
    ['words\n``', 'words'],
    ['- one\n- two **bo', '- one\n- two **bo**'],
    ['- **one\n- two', '- **one\n- two'],
    ['| a | b', '| a | b|\n| --- | --- |'],
    ['| a | b |\n|--', '| a | b |\n| --- | --- |'],
    ['| a | b |\n|---|---|\n| 1', '| a | b |\n|---|---|\n| 1'],
    ['\\*not open', '\\*not open'],
    ['- see\n  ```c\n  int *p', '- see\n  ```c\n  int *p'],
  ])('%j becomes %j', (half, whole) => {
    expect(repairTail(half).trimEnd()).toBe(whole);
  });

  it('never throws and never adds words', () => {
    const piece = fc.constantFrom(
      'a',
      ' ',
      '*',
      '**',
      '_',
      '~~',
      '`',
      '[',
      ']',
      '(',
      ')',
      '!',
      '|',
      '\n',
      '-',
      '#',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const words = (markdown: string) => markdown.split('a').length - 1;
        expect(words(repairTail(text))).toBeLessThanOrEqual(words(text));
      }),
      { numRuns: 2000 },
    );
  });
});
