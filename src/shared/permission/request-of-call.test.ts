import { describe, expect, test } from 'vitest';
import type { ToolKind } from '../session/content.ts';
import { type CallFacts, requestOfCall } from './request-of-call.ts';

const where = { cwd: '/w', workspace: '/w', agentId: 'a', sessionId: 's', mcp: null };
const call = (kind: ToolKind, rawInput: unknown, more: Partial<CallFacts> = {}) => {
  const { commands, paths, hosts, complete } = requestOfCall(
    { kind, name: null, rawInput, content: [], locations: [], ...more },
    where,
  );
  return { commands, paths: paths.map(({ path, access }) => `${access} ${path}`), hosts, complete };
};
const nothing = { commands: [], paths: [], hosts: [], complete: true };

describe('forms in which agents tell what they do', () => {
  test.each<[string, ToolKind, unknown, Partial<typeof nothing> | object]>([
    ['a command line', 'execute', { command: 'npm test' }, { commands: ['npm test'] }],
    [
      'a command in words',
      'execute',
      { command: ['bash', '-lc', 'ls a'] },
      { commands: ["bash -lc 'ls a'"] },
    ],
    ['several commands', 'execute', { commands: ['ls', 'pwd'] }, { commands: ['ls', 'pwd'] }],
    ['a file to read', 'read', { file_path: '/w/a' }, { paths: ['read /w/a'] }],
    ['a file to write', 'edit', { filePath: '/w/a', content: 'x' }, { paths: ['write /w/a'] }],
    ['a move', 'move', { path: '/w/a', destination: '/x/b' }, { paths: ['write /w/a', 'write /x/b'] }],
    ['a page', 'fetch', { url: 'https://User@Example.org:8080/a' }, { hosts: ['example.org'] }],
    ['a page that is a file', 'fetch', { url: 'file:///etc/passwd' }, { paths: ['read file:///etc/passwd'] }],
    [
      'nested',
      'edit',
      { changes: [{ path: '/w/a' }, { path: '/w/b' }] },
      { paths: ['write /w/a', 'write /w/b'] },
    ],
  ])('%s', (_what, kind, input, expected) => {
    expect(call(kind, input)).toEqual({ ...nothing, ...expected });
  });

  test('a diff is a file that is written, whatever the input says', () => {
    const content = [{ type: 'diff' as const, path: '/w/b', oldText: '', newText: 'x' }];
    expect(call('edit', { file_path: '/w/a' }, { content } as never).paths).toEqual([
      'write /w/a',
      'write /w/b',
    ]);
  });
});

describe('arguments that were not given', () => {
  test.each<[string, ToolKind, unknown]>([
    ['no input', 'execute', undefined],
    ['a command without one', 'execute', { description: 'npm test' }],
    ['nothing known of an unknown tool', 'other', { a: 1 }],
    ['input without end', 'edit', Array.from({ length: 3000 }, () => 'x')],
  ])('%s', (_what, kind, input) => {
    expect(call(kind, input).complete).toBe(false);
  });
});
