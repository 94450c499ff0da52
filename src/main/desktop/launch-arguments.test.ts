import { resolve } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownArguments, parseLaunchArguments, parseSecondLaunch } from './launch-arguments.ts';

const cwd = resolve('/home/me');

test.each<[string, string[], { folder: string | null; agentId: string | null }]>([
  ['nothing', [], { folder: null, agentId: null }],
  ['a folder', ['/work/app'], { folder: resolve('/work/app'), agentId: null }],
  ['a relative folder', ['app'], { folder: resolve('/home/me/app'), agentId: null }],
  ['the current folder', ['.'], { folder: cwd, agentId: null }],
  [
    'a folder and an agent',
    ['app', '--agent=bundled'],
    { folder: resolve('/home/me/app'), agentId: 'bundled' },
  ],
  ['an agent first', ['--agent=a-1', 'app'], { folder: resolve('/home/me/app'), agentId: 'a-1' }],
  [
    'two of each: the first counts',
    ['a', 'b', '--agent=x', '--agent=y'],
    { folder: resolve('/home/me/a'), agentId: 'x' },
  ],
  ['a folder with a space', ['my app'], { folder: resolve('/home/me/my app'), agentId: null }],
])('%s', (_what, args, expected) => {
  expect(parseLaunchArguments(args, cwd)).toEqual(expected);
});

test('what Chromium and Electron put in between changes nothing', () => {
  const inserted = [
    '--allow-file-access-from-files',
    '--no-sandbox',
    '--user-data-dir=/tmp/x',
    '--remote-debugging-port=0',
    '--original-process-start-time=13',
    '-psn_0_12345',
    '--',
  ];
  expect(parseLaunchArguments([...inserted, '--agent=bundled', 'app'], cwd)).toEqual({
    folder: resolve('/home/me/app'),
    agentId: 'bundled',
  });
});

test.each([
  'switchyard://open?folder=/etc',
  'https://example.org',
  'file:///etc',
  'javascript:alert(1)',
  'mailto:x',
  '',
  'a\0b',
  'x'.repeat(4097),
  '--gpu-launcher=/bin/sh',
  '--renderer-cmd-prefix=/bin/sh',
  '--agent',
  '--agent=',
  '--agent=../x',
  '--agent=A',
  '--agent=-x',
  '--agent=a b',
  '--agent=a\n',
  `--agent=${'a'.repeat(65)}`,
  '--AGENT=bundled',
  '-agent=bundled',
])('%j asks for nothing', (word) => {
  expect(parseLaunchArguments([word], cwd)).toEqual({ folder: null, agentId: null });
});

test('a second launch is read as strictly, whatever it sends', () => {
  expect(parseSecondLaunch({ args: ['app', '--agent=x'], cwd })).toEqual({
    folder: resolve('/home/me/app'),
    agentId: 'x',
  });
  const nothing = { folder: null, agentId: null };
  for (const data of [
    null,
    undefined,
    'app',
    [],
    {},
    { args: 'app', cwd },
    { args: [1], cwd },
    { args: ['app'] },
  ]) {
    expect(parseSecondLaunch(data)).toEqual(nothing);
  }
  expect(parseSecondLaunch({ args: ['app'], cwd: 'relative' })).toEqual(nothing);
});

test('no words and no value make the reader throw or name a folder that is not absolute', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.jsonValue(), (args, data) => {
      for (const { folder } of [parseLaunchArguments(args, cwd), parseSecondLaunch(data)]) {
        if (folder !== null) expect(folder).toBe(resolve(folder));
      }
    }),
  );
});

test('a packaged app owns all words after its name', () => {
  expect(ownArguments(['/opt/switchyard', 'app', '--agent=x'], { defaultApp: false })).toEqual([
    'app',
    '--agent=x',
  ]);
});

test.each([
  [['electron', '.', 'app'], ['app']],
  [
    ['electron', '--no-sandbox', '--inspect=0', '.', '--agent=x', 'app'],
    ['--agent=x', 'app'],
  ],
  [['electron', '-r', '/x/loader.js', '.', 'app'], ['app']],
  [['electron', '--require', '/x/loader.js', '--no-sandbox', '.'], []],
  [['electron'], []],
])('run by Electron, the words after the path of the app are ours: %j', (argv, expected) => {
  expect(ownArguments(argv, { defaultApp: true })).toEqual(expected);
});
