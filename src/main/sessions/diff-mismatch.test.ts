import { expect, test } from 'vitest';
import { hasDiff, isDiffMismatch } from './diff-mismatch.ts';

const files = new Map([
  ['a.ts', 'one\r\ntwo\r\nthree\r\n'],
  ['empty.ts', ''],
]);
async function readText(path: string): Promise<string | null> {
  if (path === 'secret') throw new Error('outside');
  return files.get(path) ?? null;
}

test.each([
  ['a snippet that is there', 'a.ts', 'two\nthree', false],
  ['the whole file', 'a.ts', 'one\ntwo\nthree\n', false],
  ['text that is not there', 'a.ts', 'four', true],
  ['a new file that is new', 'new.ts', null, false],
  ['a new file without old text', 'new.ts', '', false],
  ['a new file that exists with content', 'a.ts', null, true],
  ['a new file that exists and is empty', 'empty.ts', null, false],
  ['old text of a file that does not exist', 'new.ts', 'x', true],
  ['old text of a file that cannot be read', 'secret', 'x', true],
  ['a new file where nothing can be read', 'secret', null, false],
] as const)('%s', async (_what, path, oldText, expected) => {
  const fine = { type: 'diff', path: 'a.ts', oldText: 'one', newText: '' } as const;
  expect(await isDiffMismatch([fine, { type: 'diff', path, oldText, newText: 'y' }], readText)).toBe(
    expected,
  );
});

test('only diffs are compared', () => {
  expect(hasDiff([{ type: 'terminal', terminalId: 't' }])).toBe(false);
});
