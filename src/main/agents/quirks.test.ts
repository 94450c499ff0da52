import { expect, test } from 'vitest';
import { quirksOf } from './quirks.ts';

test.each([
  [{ agentId: 'gemini', command: 'node', args: ['bundle.js'] }, 'withheld'],
  [{ agentId: 'mine', command: 'npx', args: ['-y', '@google/gemini-cli@0.61.0', '--acp'] }, 'withheld'],
  [{ agentId: 'mine', command: '/usr/local/bin/gemini', args: ['--acp'] }, 'withheld'],
  [{ agentId: 'mine', command: 'node', args: ['/opt/gemini-proxy/agent.js'] }, 'offered'],
  [{ agentId: 'claude', command: 'claude-agent-acp', args: [] }, 'offered'],
])('%j: files are %s', (launch, files) => {
  expect(quirksOf(launch)).toMatchObject(
    files === 'withheld'
      ? { files, reopen: 'in-a-later-minute', replay: 'after-the-answer' }
      : { files, reopen: 'at-once', replay: 'before-the-answer' },
  );
});

test.each([
  [{ agentId: 'opencode', command: 'opencode', args: ['acp'] }, 60_000],
  [{ agentId: 'mine', command: 'npx', args: ['@qwen-code/qwen-code', '--acp'] }, 60_000],
  [{ agentId: 'mine', command: 'node', args: ['agent.js'] }, 30_000],
])('%j: has %i ms to shake hands', (launch, initializeMs) => {
  expect(quirksOf(launch).initializeMs).toBe(initializeMs);
});
