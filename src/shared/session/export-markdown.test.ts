import { expect, test } from 'vitest';
import { markdownOf } from './export-markdown.ts';
import type { SessionEventBody } from './event.ts';
import { chunk, ended, folded, ready, turn } from './testing/events.ts';

const facts = { title: 'Retry\nwebhooks', agentName: 'Codex', cwd: '/w', createdAt: 0 };
const written = (...bodies: readonly SessionEventBody[]) =>
  [...markdownOf(facts, folded([ready(), ...bodies]))].join('');

test('a turn reads as it went: prompt, words, calls with their changes and decisions, end', () => {
  const text = written(
    turn('t', 'Add retries'),
    chunk('thought', 'One place'),
    chunk('agent', '# Done soon\n\n```md\n# not a heading\n```'),
    {
      type: 'tool-call',
      patch: {
        toolCallId: 'e',
        title: 'Edit',
        kind: 'edit',
        status: 'completed',
        content: [{ type: 'diff', path: '/w/a.ts', oldText: 'old\n', newText: 'new\n' }],
      },
    },
    {
      type: 'permission-asked',
      requestId: 'r',
      toolCall: {
        toolCallId: 'x',
        title: 'Run',
        kind: 'execute',
        rawInput: { command: 'echo ```' },
        terminal: {
          terminalId: 't',
          output: { mode: 'append', data: 'a ``` b\n' },
          exit: { code: 1, signal: null },
        },
      },
      options: [{ optionId: 'once', name: 'Allow *once*', kind: 'allow_once' }],
      diffMismatch: false,
    },
    {
      type: 'permission-settled',
      requestId: 'r',
      outcome: { outcome: 'selected', optionId: 'once', kind: 'allow_once' },
    },
    {
      type: 'turn-ended',
      turnId: 't',
      outcome: { type: 'stopped', reason: 'end_turn' },
      tokens: { input: 1, output: 2, cachedRead: null, cachedWrite: null, thought: null, total: 3 },
    },
  );
  expect(text).toBe(
    `# Retry webhooks

- Agent: Codex
- Folder: /w
- Begun: 1970-01-01T00:00:00.000Z

## You, 1970-01-01T00:00:02.000Z

Add retries

> Thought: One place

### Agent

#### Done soon

\`\`\`md
# not a heading
\`\`\`

**edit** \`a.ts\` · completed

\`/w/a.ts\`

\`\`\`diff
-old
+new
\`\`\`

**execute** \`\`\`\` echo \`\`\` \`\`\`\` · failed

- Decided: Allow \\*once\\*

\`\`\`\`text
a \`\`\` b
\`\`\`\`

- Exit: 1

*Finished · 3 tokens*

`,
  );
});

test('what an agent calls its things cannot break out of its line', () => {
  const text = written(
    turn('t'),
    { type: 'notice', severity: 'warning', title: 'x\n# Heading <script>', description: null },
    { type: 'subagent', subagentId: 's', title: '[link](http://x)', state: 'running' },
    ended('t', 'cancelled'),
  );
  expect(text).toContain('> warning: x \\# Heading \\<script\\>');
  expect(text).toContain('> Sub-agent: \\[link\\](http://x)');
  expect(text).toContain('*Stopped: cancelled*');
});

test('it comes in pieces, one for each turn', () => {
  const bodies = Array.from({ length: 50 }, (_, index) => [turn(`t${index}`), ended(`t${index}`)]).flat();
  expect([...markdownOf(facts, folded([ready(), ...bodies]))].length).toBe(51);
});
