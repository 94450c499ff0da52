import { expect, test } from 'vitest';
import type { ToolKind } from './content.ts';
import { subjectOf } from './subject.ts';

function subject(
  kind: ToolKind,
  rawInput: unknown,
  extra: object = {},
  cwd: string | null = '/repo',
): string {
  const call = { kind, title: 'Agent says', name: null, content: [], locations: [], rawInput, ...extra };
  return subjectOf(call, cwd);
}

test.each([
  ['a command', 'execute', { command: 'npm test', cwd: '/repo' }, 'npm test'],
  ['a command as words', 'execute', { command: ['git', 'status'] }, 'git status'],
  ['the script of a shell', 'execute', { command: ['/bin/bash', '-lc', 'ls | wc'] }, 'ls | wc'],
  ['several commands', 'execute', { commands: ['a', { command: 'b' }] }, 'a b'],
  ['a short key', 'other', { cmd: 'ls' }, 'ls'],
  ['a path below the directory', 'edit', { file_path: '/repo/src/a.ts', content: '' }, 'src/a.ts'],
  ['a path that only looks as if', 'read', { path: '/repository/a.ts' }, '/repository/a.ts'],
  ['the directory itself', 'read', { path: '/repo' }, '/repo'],
  ['a query', 'search', { query: 'todo', path: '/repo/src' }, 'todo'],
  ['an address', 'fetch', { url: 'https://example.org', prompt: 'x' }, 'https://example.org'],
  ['many lines as one', 'execute', { command: 'a\n\n  b' }, 'a b'],
] as const)('takes %s from the input', (_what, kind, input, expected) => {
  expect(subject(kind, input)).toBe(expected);
});

test('falls back to the diff, the location and only then to the title', () => {
  const diff = { content: [{ type: 'diff', path: '/repo/b.ts', oldText: null, newText: '' }] };
  expect(subject('edit', { replace_all: true }, diff)).toBe('b.ts');
  expect(subject('read', undefined, { locations: [{ path: 'C:\\w\\c.ts', line: 1 }] }, 'C:\\w')).toBe('c.ts');
  expect(subject('other', 'text')).toBe('Agent says');
  expect(subject('other', null, { title: '', name: 'tool' })).toBe('tool');
});

test('is never longer than its bound', () => {
  const long = subject('execute', { command: 'x'.repeat(5_000_000) });
  expect([long.length, long.endsWith('…')]).toEqual([200, true]);
});
