import { expect, test } from 'vitest';
import { isProtected, resolvePath, underHome } from './paths.ts';

test.each([
  ['a.ts', '/w/sub', '/w/sub/a.ts', 'sub/a.ts', true],
  ['./b/../a.ts', '/w', '/w/a.ts', 'a.ts', true],
  ['../x', '/w', '/x', '/x', false],
  ['../../../../etc/passwd', '/w/sub', '/etc/passwd', '/etc/passwd', false],
  ['/w', '/w', '/w', '.', true],
  ['/w/', '/w', '/w', '.', true],
  ['/w2/a', '/w', '/w2/a', '/w2/a', false],
  ['~/.ssh/id', '/w', '~/.ssh/id', '~/.ssh/id', false],
  ['~/../x', '/w', '~/../x', '~/../x', false],
  ['~other/x', '/w', '~other/x', '~other/x', false],
  ['file:///w/a%20b', '/w', '/w/a b', 'a b', true],
  ['a\\b', '/w', '/w/a\\b', 'a\\b', true],
])('resolves %s from %s', (given, cwd, absolute, shown, inside) => {
  expect(resolvePath(given, { cwd, workspace: '/w' })).toEqual({ given, absolute, shown, inside });
});

test.each([
  ['src\\a.ts', 'C:/w/src/a.ts', 'src/a.ts', true],
  ['c:\\W\\A.ts', 'c:/W/A.ts', 'A.ts', true],
  ['..\\x', 'C:/x', 'C:/x', false],
  ['D:\\w\\a', 'D:/w/a', 'D:/w/a', false],
  ['\\\\server\\share\\..\\x', '//server/share/x', '//server/share/x', false],
])('resolves %s on Windows', (given, absolute, shown, inside) => {
  expect(resolvePath(given, { cwd: 'C:\\w', workspace: 'C:\\w' })).toEqual({
    given,
    absolute,
    shown,
    inside,
  });
});

test.each(['.git/config', 'a/.GIT/hooks/x', '.vscode/settings.json', '.env', '.env.local', 'CLAUDE.md', '.gi\u200Bt/x', '.git./x', '.ssh/id'])(
  '%s is protected',
  (path) => expect(isProtected(path)).toBe(true),
); // prettier-ignore
test.each(['src/git/a.ts', '.gitignore', 'env.ts', 'docs/environment.md', 'a.github'])('%s is not', (path) =>
  expect(isProtected(path)).toBe(false),
);

test('a path below the home folder is shortened, its neighbour is not', () => {
  expect([
    underHome('/home/dev/app', '/home/dev'),
    underHome('/home/dev', '/home/dev/'),
    underHome('/home/devil/app', '/home/dev'),
    underHome('/etc', null),
  ]).toEqual(['~/app', '~', '/home/devil/app', '/etc']);
});
