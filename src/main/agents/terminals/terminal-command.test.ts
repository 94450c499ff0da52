import { expect, test } from 'vitest';
import {
  commandLine,
  commandsOfInput,
  isTelling,
  mayBeSet,
  spawnedCommand,
  spellings,
} from './terminal-command.ts';

test('a command is shown as one would type it, so that two different ones never look alike', () => {
  expect(commandLine({ command: 'rm', args: ['-rf', 'a b'] })).toBe("rm -rf 'a b'");
  expect(commandLine({ command: 'rm', args: ['-rf', 'a', 'b'] })).toBe('rm -rf a b');
  expect(commandLine({ command: 'echo', args: ["it's"] })).toBe("echo 'it'\\''s'");
  expect(commandLine({ command: 'npm test && rm x', args: [] })).toBe('npm test && rm x');
});

test('a program with arguments is started as it is, one line goes to a shell', () => {
  const program = { command: 'npm', args: ['test'] };
  expect(spawnedCommand(program, 'linux')).toBe(program);
  expect(spawnedCommand({ command: 'make', args: [] }, 'linux')).toEqual({ command: 'make', args: [] });
  expect(spawnedCommand({ command: 'npm test', args: [] }, 'linux')).toEqual({
    command: '/bin/sh',
    args: ['-c', 'npm test'],
  });
  expect(spawnedCommand({ command: 'npm test', args: [] }, 'win32')).toMatchObject({
    command: 'powershell.exe',
  });
});

test('of what an agent asked about and what it wants run, the same command has one spelling in common', () => {
  const same = (input: unknown, command: string, args: readonly string[] = []) =>
    spellings({ command, args }).some((each) => commandsOfInput(input).includes(each));
  expect(same({ command: 'npm test' }, 'npm', ['test'])).toBe(true);
  expect(same({ command: 'npm test' }, 'npm test')).toBe(true);
  expect(same({ command: ['bash', '-lc', 'npm test'] }, 'bash', ['-lc', 'npm test'])).toBe(true);
  expect(same({ command: 'npm test' }, 'bash', ['-lc', 'npm test'])).toBe(true);
  expect(same({ command: 'npm', args: ['test'] }, 'npm', ['test'])).toBe(true);
  expect(same({ cmd: 'npm test ' }, 'npm test')).toBe(true);
  // And different ones have none.
  expect(same({ command: 'npm test' }, 'npm', ['test', '--', '-x'])).toBe(false);
  expect(same({ command: 'rm a b' }, 'rm', ['a b'])).toBe(false);
  expect(same({ command: 'npm', args: 'test' }, 'npm', [])).toBe(false);
  expect(same({ command: ['npm', 5] }, 'npm', [])).toBe(false);
  expect(same({ command: 'npm test' }, 'bash', ['-lc', 'npm test', 'x'])).toBe(false);
  expect(same({ path: 'npm test' }, 'npm test')).toBe(false);
});

test('what loads code into other programs cannot be set, and what decides which program runs is told', () => {
  const forbidden = ['LD_PRELOAD', 'DYLD_INSERT_LIBRARIES', 'NODE_OPTIONS', 'GIT_SSH_COMMAND', 'GIT_DIR'];
  const others = ['BASH_ENV', 'ELECTRON_RUN_AS_NODE', 'SWITCHYARD_RUN', 'ld_preload', 'A=B', '', '1A', 'A B'];
  expect([...forbidden, ...others].filter(mayBeSet)).toEqual([]);
  expect(
    ['CI', 'NODE_ENV', 'FORCE_COLOR', 'PATH', 'GITHUB_SHA', 'LDFLAGS'].filter((name) => !mayBeSet(name)),
  ).toEqual([]);
  expect(['PATH', 'Path', 'SHELL', 'npm_config_prefix'].filter((name) => !isTelling(name))).toEqual([]);
  expect(['CI', 'NODE_ENV'].filter(isTelling)).toEqual([]);
});
