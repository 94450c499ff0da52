import { describe, expect, it } from 'vitest';
import type { ToolCallEntry } from '../../shared/session/state.ts';
import { toolDuration, toolExit, toolOutput, toolPhase, toolSubject } from './tool-facts.ts';

function call(more: Partial<ToolCallEntry>): ToolCallEntry {
  return {
    type: 'tool-call',
    id: 'c',
    at: 0,
    toolCallId: 't',
    title: 'Read something harmless',
    name: null,
    kind: 'other',
    status: 'completed',
    content: [],
    locations: [],
    rawInput: null,
    rawOutput: null,
    terminal: null,
    parentToolCallId: null,
    updatedAt: 0,
    decisions: [],
    ...more,
  };
}

describe('what a tool card names', () => {
  it.each([
    ['a command, by its first line', { kind: 'execute', rawInput: { command: 'cd a\nnpm test' } }, 'cd a …'],
    [
      'a command given as a list',
      { kind: 'execute', rawInput: { command: ['git', 'log', '-1'] } },
      'git log -1',
    ],
    [
      'a file inside the folder, relative to it',
      { kind: 'read', rawInput: { file_path: '/w/src/a.ts' } },
      'src/a.ts',
    ],
    ['a file outside of it, in full', { kind: 'read', rawInput: { path: '/etc/passwd' } }, '/etc/passwd'],
    ['a pattern', { kind: 'search', rawInput: { pattern: 'deliver(', path: '/w' } }, 'deliver('],
    ['an address', { kind: 'fetch', rawInput: { url: 'https://a.example/x' } }, 'https://a.example/x'],
    ['the tool of a server', { name: 'mcp__jira__search', rawInput: { q: 1 } }, 'search'],
    [
      'a location when there are no arguments',
      { kind: 'read', locations: [{ path: '/w/b.ts', line: 3 }] },
      'b.ts',
    ],
    ['what a task is described as', { kind: 'think', rawInput: { description: 'Find it' } }, 'Find it'],
  ] as const)('%s', (_case, more, text) => {
    expect(toolSubject(call(more), '/w')?.text).toBe(text);
  });

  it('is never the title, which the agent makes up', () => {
    expect(toolSubject(call({ kind: 'execute' }), '/w')).toBeNull();
    expect(toolSubject(call({ kind: 'execute', rawInput: { command: 'rm -rf build' } }), '/w')?.text).toBe(
      'rm -rf build',
    );
  });
});

describe('what a tool call printed', () => {
  it('comes without colours, cursor play and the fence around it', () => {
    const text = '```console\n\u001b[32m 50%\u001b[0m\r100%\ndone\u0007\n```';
    expect(toolOutput(call({ content: [{ type: 'content', block: { type: 'text', text } }] }))).toBe(
      '100%\ndone',
    );
  });

  it('is the terminal where there is one, else the text, else the raw output', () => {
    const terminal = { terminalId: 'x', output: 'from the terminal\n', truncated: false, exit: null };
    const content = [{ type: 'content', block: { type: 'text', text: 'from the text' } }] as const;
    const rawOutput = { formatted_output: 'from the raw output' };
    expect([
      toolOutput(call({ terminal, content, rawOutput })),
      toolOutput(call({ content, rawOutput })),
      toolOutput(call({ rawOutput })),
      toolOutput(call({})),
    ]).toEqual(['from the terminal', 'from the text', 'from the raw output', '']);
  });

  it('ends with the exit that the terminal or the raw output tells', () => {
    const exit = { code: null, signal: 'SIGTERM' };
    const terminal = { terminalId: 'x', output: '', truncated: false, exit };
    expect([
      toolExit(call({ terminal })),
      toolExit(call({ rawOutput: { exit_code: 2 } })),
      toolExit(call({ rawOutput: { metadata: { exit: 0 } } })),
      toolExit(call({})),
    ]).toEqual([exit, { code: 2, signal: null }, { code: 0, signal: null }, null]);
  });
});

describe('the phase of a call', () => {
  it('is asking while a request waits, whatever its status says', () => {
    expect(toolPhase(call({ status: 'in_progress' }), true)).toBe('asks');
    expect(
      (['pending', 'in_progress', 'completed', 'failed', 'cancelled'] as const).map((status) =>
        toolPhase(call({ status }), false),
      ),
    ).toEqual(['doing', 'doing', 'done', 'failed', 'cancelled']);
  });
});

it.each([
  ['completed', 1000, 1000],
  ['failed', 2500, 2500],
  ['completed', 999, null],
  ['completed', -5, null],
  ['in_progress', 9000, null],
] as const)('a %s call that took %i ms says %s ms', (status, updatedAt, shown) => {
  expect(toolDuration(call({ status, updatedAt }))).toBe(shown);
});
