/** A session whose agent was given MCP servers: tools of one, of one that nobody gave it, and a question about one. */
import type { ScriptedSession } from './script.ts';
import { minute, payments, second, session } from './world.ts';

export function mcpSession(): ScriptedSession {
  return session(payments, 'opencode', 6 * minute)
    .ready()
    .add({
      type: 'mcp-servers',
      servers: {
        passed: [
          { name: 'github', source: 'user', kind: 'stdio' },
          { name: 'postgres', source: 'workspace', kind: 'stdio' },
        ],
        left: [
          { name: 'search', source: 'user', reason: 'secret-missing', detail: 'Authorization' },
          { name: 'design', source: 'user', reason: 'agent-without-sse', detail: '' },
          { name: 'deploy', source: 'workspace', reason: 'not-accepted', detail: '' },
        ],
      },
    })
    .turn('Which open issues speak of double deliveries?')
    .tool('m1', {
      title: 'search_issues',
      name: 'mcp__github__search_issues',
      kind: 'other',
      status: 'completed',
      rawInput: { q: 'double delivery is:open', perPage: 20 },
      content: [
        { type: 'content', block: { type: 'text', text: '#482 Webhook is delivered twice after a retry' } },
      ],
    })
    .tool('m2', {
      title: 'postgres_query',
      name: 'postgres_query',
      kind: 'other',
      status: 'completed',
      rawInput: { sql: 'select count(*) from deliveries where attempts > 1' },
    })
    .tool('m3', {
      title: 'lookup',
      name: 'mcp__company-brain__lookup',
      kind: 'other',
      status: 'completed',
      rawInput: { topic: 'deliveries' },
    })
    .say('One issue fits: **#482**. I would close its duplicate.')
    .wait(4 * second)
    .tool('m4', {
      title: 'Update an issue',
      name: 'mcp__github__update_issue',
      kind: 'other',
      status: 'pending',
      rawInput: { owner: 'payments', repo: 'api', number: 479, state: 'closed', reason: 'duplicate' },
    })
    .add({
      type: 'permission-asked',
      requestId: 'p-mcp',
      toolCall: { toolCallId: 'm4' },
      options: [
        { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
        { optionId: 'always', name: 'Always', kind: 'allow_always' },
        { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
      ],
      diffMismatch: false,
    })
    .done();
}
