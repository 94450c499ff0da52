import { expect, test } from 'vitest';
import { findOnWindows, windowsSpawn } from './windows-command.ts';

const files = new Set([
  'C:\\node\\npx.cmd',
  'C:\\node\\node.exe',
  'C:\\two\\npx.exe',
  'C:\\work\\evil.exe',
  'C:\\tools\\agent.cmd',
]);
const search = {
  path: '.;;relative;"C:\\node";C:\\two',
  pathExt: '.COM;.EXE;.BAT;.CMD',
  isFile: async (path: string) => [...files].some((file) => file.toLowerCase() === path.toLowerCase()),
};

test.each([
  ['npx', 'C:\\node\\npx.CMD'],
  ['npx.cmd', 'C:\\node\\npx.cmd'],
  ['node', 'C:\\node\\node.EXE'],
  ['C:\\tools\\agent', 'C:\\tools\\agent.CMD'],
  ['C:\\tools\\agent.cmd', 'C:\\tools\\agent.cmd'],
  ['evil', null],
  ['missing', null],
])('%s is found at %s', async (command, expected) => {
  expect(await findOnWindows(command, search)).toBe(expected);
});

test('a program is started as it is', () => {
  expect(windowsSpawn('C:\\node\\node.exe', ['a b', '"c"', '%d%'], 'cmd.exe')).toEqual({
    ok: true,
    value: { file: 'C:\\node\\node.exe', args: ['a b', '"c"', '%d%'], verbatim: false },
  });
});

test('a batch file goes through cmd.exe with every word quoted exactly', () => {
  expect(
    windowsSpawn('C:\\Program Files\\npx.cmd', ['-y', 'a & calc', 'x^y|z<>', 'C:\\dir\\', ''], 'C:\\cmd.exe'),
  ).toEqual({
    ok: true,
    value: {
      file: 'C:\\cmd.exe',
      args: ['/d', '/s', '/c', '""C:\\Program Files\\npx.cmd" "-y" "a & calc" "x^y|z<>" "C:\\dir\\\\" """'],
      verbatim: true,
    },
  });
});

test.each(['%PATH%', 'say "hi"', 'two\nlines', 'nul\0'])('a batch file is refused the word %j', (word) => {
  expect(windowsSpawn('C:\\npx.CMD', ['-y', word], 'cmd.exe')).toMatchObject({ ok: false });
});
