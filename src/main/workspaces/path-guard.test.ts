import { describe, expect, test } from 'vitest';
import { isInside, isProtected, textProblem } from './path-guard.ts';

describe('the text of a path', () => {
  test.each([
    ['/work/a', null],
    ['/', null],
    ['', 'the path must be absolute'],
    ['a.txt', 'the path must be absolute'],
    ['./a.txt', 'the path must be absolute'],
    ['~/a.txt', 'the path must be absolute'],
    ['file:///work/a', 'the path must be absolute'],
    ['C:\\work\\a', 'the path must be absolute'],
    ['/work/a\0.txt', 'the path holds a NUL character'],
    [`/${'é'.repeat(2048)}`, 'the path is longer than 4096 bytes'],
    [`/${'a'.repeat(4095)}`, null],
  ])('%j on Linux: %s', (path, problem) => {
    expect(textProblem(path, 'linux')).toBe(problem);
  });

  test.each([
    ['C:\\work\\a.txt', null],
    ['c:/work/../a.txt', null],
    ['\\work\\a', 'the path must begin with a drive'],
    ['\\\\server\\share\\a', 'the path must begin with a drive'],
    ['\\\\?\\C:\\work', 'the path must begin with a drive'],
    ['\\\\.\\PhysicalDrive0', 'the path must begin with a drive'],
    ['C:a.txt', 'the path must begin with a drive'],
    ['C:\\work\\a.txt:hidden', 'the path names a stream of a file'],
    ['C:\\work\\a.txt::$DATA', 'the path names a stream of a file'],
    ['C:\\work\\NUL', 'the path names a device'],
    ['C:\\work\\com1.txt', 'the path names a device'],
    ['C:\\work\\console.txt', null],
    ['C:\\work\\.git.\\config', 'a name ends in a dot or a space'],
    ['C:\\work\\a ', 'a name ends in a dot or a space'],
  ])('%j on Windows: %s', (path, problem) => {
    expect(textProblem(path, 'win32')).toBe(problem);
  });
});

describe('inside', () => {
  test.each([
    ['/ws', '/ws', true],
    ['/ws', '/ws/a', true],
    ['/ws', '/ws/..a', true],
    ['/ws', '/ws-evil/a', false],
    ['/ws', '/', false],
    ['/ws', '/other', false],
    ['/', '/anything', true],
  ])('%s holds %s: %s', (root, path, expected) => {
    expect(isInside(root, path, 'linux')).toBe(expected);
  });

  test.each([
    ['C:\\ws', 'C:\\ws\\a', true],
    ['C:\\ws', 'C:\\ws-evil\\a', false],
    ['C:\\ws', 'D:\\ws\\a', false],
  ])('%s holds %s: %s', (root, path, expected) => {
    expect(isInside(root, path, 'win32')).toBe(expected);
  });
});

test.each([
  ['.git', true],
  ['.git/hooks/pre-commit', true],
  ['sub/.git/config', true],
  ['.GIT/config', true],
  ['.gi\u200Bt/config', true],
  ['.\uFF47it/config', true],
  ['.git./config', true],
  ['GIT~1/config', true],
  ['.github/workflows/ci.yml', false],
  ['.gitignore', false],
  ['src/git/run.ts', false],
])('%j is protected: %s', (path, expected) => {
  expect(isProtected(path)).toBe(expected);
});
