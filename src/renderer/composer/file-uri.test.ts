import { expect, test } from 'vitest';
import { fileName, fileUri } from './file-uri.ts';

test.each([
  ['/w/a.ts', 'file:///w/a.ts'],
  ['/w/a b#?%.ts', 'file:///w/a%20b%23%3F%25.ts'],
  ['/w/文件.md', 'file:///w/%E6%96%87%E4%BB%B6.md'],
  ['C:\\w\\a b.ts', 'file:///C:/w/a%20b.ts'],
  ['\\\\server\\share\\a', 'file://server/share/a'],
  ['relative/a.ts', null],
  ['', null],
])('%s', (path, uri) => {
  expect(fileUri(path)).toBe(uri);
  if (uri !== null && path.startsWith('/')) expect(decodeURIComponent(new URL(uri).pathname)).toBe(path);
});

test('names', () => {
  expect([fileName('/w/a.ts'), fileName('C:\\w\\b.ts'), fileName('/w/d/'), fileName('/')]).toEqual([
    'a.ts',
    'b.ts',
    'd',
    '/',
  ]);
});
