import { expect, it } from 'vitest';
import { npmError } from './npm-command.ts';
import { binOf } from './npm-package.ts';

const manifest = (bin: string | Record<string, string> | undefined, name = '@a/tool') => ({
  name,
  version: '1.0.0',
  ...(bin === undefined ? {} : { bin }),
});

it('the program of a package is chosen as npx chooses it', () => {
  expect([
    binOf(manifest('cli.js'), null),
    binOf(manifest({ anything: 'cli.js' }), null),
    binOf(manifest({ tool: 'a.js', other: 'b.js' }), null),
    binOf(manifest({ one: 'a.js', two: 'b.js' }), null),
    binOf(manifest({ one: 'a.js', two: 'a.js' }), null),
    binOf(manifest({ one: 'a.js', two: 'b.js' }), 'two'),
    binOf(manifest({ one: 'a.js' }), 'constructor'),
    binOf(manifest(undefined), null),
  ]).toEqual(['cli.js', 'cli.js', 'a.js', null, 'a.js', 'b.js', null, null]);
});

it('what npm says is told in its own words, with what it means', () => {
  const failures = [
    [
      'npm error code E404',
      'npm error 404 Not Found - GET https://registry.example/nope - Not found',
      'npm error 404',
    ],
    ['npm ERR! code ETARGET', 'npm ERR! notarget No matching version found for a@9.'],
    ['npm error code ENOTFOUND', 'npm error syscall getaddrinfo', 'npm error network request failed'],
    ['npm error code ENOSPC', 'npm error nospc no space left on device'],
    ['npm error code 1', 'npm error path /x', 'npm error command failed'],
    [],
  ].map(npmError);
  expect(failures.map(({ code, message }) => [code, message])).toEqual([
    ['not-published', '404 Not Found - GET https://registry.example/nope - Not found'],
    ['not-published', 'notarget No matching version found for a@9.'],
    ['offline', 'network request failed'],
    ['disk-full', 'nospc no space left on device'],
    ['tool-failed', 'path /x'],
    ['tool-failed', 'npm failed without a word'],
  ]);
});
