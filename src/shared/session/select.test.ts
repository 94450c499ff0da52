import { describe, expect, test } from 'vitest';
import type { SessionEventBody } from './event.ts';
import { type SessionSummary, activityOf, attentionOf, statusOf, summaryOf } from './select.ts';
import { asked, chunk, ended, folded, lost, ready, tool, turn } from './testing/events.ts';

const facts = {
  id: 's1',
  workspaceId: 'w1',
  agentId: 'a1',
  agentName: 'Agent',
  cwd: '/repo',
  createdAt: 1,
};
const starting: SessionEventBody = { type: 'agent-starting', stage: 'handshake' };
const failedTurn: SessionEventBody = {
  type: 'turn-ended',
  turnId: 't1',
  outcome: { type: 'failed', error: { code: -32603, message: 'overloaded' } },
};
const read: SessionEventBody = { type: 'marked-read' };

describe('status and activity', () => {
  test.each([
    ['a session that starts', [starting], 'running', { type: 'starting', stage: 'handshake' }],
    ['a start that failed', [starting, lost], 'failed', { type: 'failed', code: 'exited', exitCode: 1 }],
    ['a ready agent', [ready()], 'idle', { type: 'idle' }],
    ['a prompt that was just sent', [ready(), turn('t1')], 'running', { type: 'waiting' }],
    ['an agent that thinks', [ready(), turn('t1'), chunk('thought', 'x')], 'running', { type: 'thinking' }],
    ['an agent that writes', [ready(), turn('t1'), chunk('agent', 'x')], 'running', { type: 'writing' }],
    [
      'a tool that runs behind a finished one',
      [
        ready(),
        turn('t1'),
        tool('c1', { title: 'x', kind: 'execute', rawInput: { command: 'ls' }, status: 'in_progress' }),
        tool('c2', { title: 'y', status: 'completed' }),
      ],
      'running',
      { type: 'tool', kind: 'execute', subject: 'ls' },
    ],
    [
      'a permission that waits',
      [
        ready(),
        turn('t1'),
        tool('c1', { kind: 'edit', rawInput: { path: '/repo/a.ts' } }),
        asked('r1', 'c1'),
      ],
      'needs-permission',
      { type: 'asks', kind: 'edit', subject: 'a.ts' },
    ],
    [
      'a cancel under way',
      [ready(), turn('t1'), { type: 'turn-cancelling' }],
      'running',
      { type: 'cancelling' },
    ],
    ['an unread end', [ready(), turn('t1'), ended('t1')], 'finished-unread', { type: 'finished' }],
    ['an end that was read', [ready(), turn('t1'), ended('t1'), read], 'idle', { type: 'idle' }],
    ['a refusal', [ready(), turn('t1'), ended('t1', 'refusal'), read], 'idle', { type: 'refused' }],
    ['a limit', [ready(), turn('t1'), ended('t1', 'max_tokens'), read], 'idle', { type: 'limit' }],
    [
      'a cancelled turn',
      [ready(), turn('t1'), ended('t1', 'cancelled'), read],
      'idle',
      { type: 'cancelled' },
    ],
    [
      'a failed turn',
      [ready(), turn('t1'), failedTurn],
      'failed',
      { type: 'turn-failed', message: 'overloaded' },
    ],
    [
      'a failed turn that was read',
      [ready(), turn('t1'), failedTurn, read],
      'idle',
      { type: 'turn-failed', message: 'overloaded' },
    ],
    [
      'an agent that ended in order',
      [ready(), { type: 'agent-stopped', how: 'clean' }],
      'idle',
      { type: 'idle' },
    ],
    [
      'an agent that was ended',
      [ready(), { type: 'agent-stopped', how: 'forced' }],
      'idle',
      { type: 'stopped' },
    ],
    [
      'history being read',
      [ready(), { type: 'replay-started' }, chunk('user', 'x')],
      'idle',
      { type: 'idle' },
    ],
    [
      'an agent that died while it asked',
      [ready(), turn('t1'), asked('r1', 'c1', 'x'), lost],
      'failed',
      { type: 'failed', code: 'exited', exitCode: 1 },
    ],
  ] as const)('of %s', (_what, bodies, status, activity) => {
    const state = folded(bodies);
    expect({ status: statusOf(state), activity: activityOf(state, '/repo') }).toEqual({ status, activity });
  });
});

describe('summaries', () => {
  test('carry what a row of the list shows', () => {
    const state = folded([
      ready(),
      turn('t1', '  Fix\nthe   bug  '),
      tool('c1', { kind: 'execute', rawInput: { command: 'ls' } }),
      asked('r1', 'c1'),
    ]);
    expect(summaryOf(facts, state)).toEqual({
      ...facts,
      acpSessionId: 'acp-1',
      title: 'Fix the bug',
      status: 'needs-permission',
      activity: { type: 'asks', kind: 'execute', subject: 'ls' },
      since: 4000,
      unread: false,
      added: 0,
      removed: 0,
      pending: [{ requestId: 'r1', kind: 'execute', subject: 'ls', askedAt: 4000 }],
      questions: [],
      offers: [],
      processRunning: true,
      agentTitle: null,
      alias: null,
      pinned: false,
      archived: false,
      changedAt: 4000,
      seq: 4,
      parked: false,
      queued: 0,
      usageDays: [],
      record: { type: 'saved' },
    });
  });

  test('are titled by the person, else the agent, else the first prompt', () => {
    const title = (...bodies: readonly SessionEventBody[]) => summaryOf(facts, folded(bodies)).title;
    const prompted = turn('t1', `${'word '.repeat(40)}`);
    expect(title(ready())).toBeNull();
    expect(title(prompted)).toHaveLength(80);
    expect(title(prompted, { type: 'info', title: 'Agent' })).toBe('Agent');
    expect(title(prompted, { type: 'info', title: 'Agent' }, { type: 'renamed', alias: 'Mine' })).toBe(
      'Mine',
    );
  });
});

test('attention puts what blocks an agent first and the oldest of each kind before the newer', () => {
  const base = summaryOf(facts, folded([ready()]));
  const session = (id: string, change: Partial<SessionSummary>): SessionSummary => ({
    ...base,
    id,
    ...change,
  });
  const pending = (requestId: string, askedAt: number) => ({
    requestId,
    kind: 'edit' as const,
    subject: '',
    askedAt,
  });
  const items = attentionOf([
    session('idle', {}),
    session('done', { status: 'finished-unread', since: 1 }),
    session('broken', { status: 'failed', since: 5 }),
    session('asks', { status: 'needs-permission', pending: [pending('r1', 9), pending('r2', 11)] }),
    session('asks-too', { status: 'needs-permission', pending: [pending('r1', 7)] }),
  ]);
  expect(items).toEqual([
    { key: 'permission:asks-too:r1', sessionId: 'asks-too', kind: 'permission', since: 7 },
    { key: 'permission:asks:r1', sessionId: 'asks', kind: 'permission', since: 9 },
    { key: 'permission:asks:r2', sessionId: 'asks', kind: 'permission', since: 11 },
    { key: 'failed:broken:5', sessionId: 'broken', kind: 'failed', since: 5 },
    { key: 'finished:done:1', sessionId: 'done', kind: 'finished', since: 1 },
  ]);
});
