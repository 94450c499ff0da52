import { describe, expect, test } from 'vitest';
import type { ChildBody, SessionEventBody } from './event.ts';
import { mergeEvents } from './merge.ts';
import type { Question } from './question.ts';
import { reduceAll } from './reduce.ts';
import { activityOf, attentionOf, statusOf, summaryOf } from './select.ts';
import { emptySessionState } from './state.ts';
import { asked, chunk, ended, folded, lost, numbered, ready, tool, turn } from './testing/events.ts';

const question: Question = {
  message: 'Which way?\nLeft or right',
  mode: 'form',
  title: null,
  description: null,
  fields: [],
  leftOut: 0,
};
const facts = { id: 's', workspaceId: 'w', agentId: 'a', agentName: 'A', cwd: '/repo', createdAt: 0 };

function ask(questionId: string, what = question): SessionEventBody {
  return { type: 'question-asked', questionId, question: what, toolCallId: null };
}

describe('questions', () => {
  test('one that waits is the status, the activity and what needs the person, after permissions', () => {
    const state = folded([ready(), turn('t1'), ask('q1'), ask('q1'), ask('q2')]);
    expect(state.questions.map(({ questionId, askedAt }) => [questionId, askedAt])).toEqual([
      ['q1', 3000],
      ['q2', 5000],
    ]);
    expect(statusOf(state)).toBe('needs-answer');
    expect(activityOf(state)).toEqual({ type: 'question', subject: 'Which way?' });
    expect(attentionOf([summaryOf(facts, state)]).map(({ key, kind, since }) => [key, kind, since])).toEqual([
      ['answer:s:q1', 'answer', 3000],
      ['answer:s:q2', 'answer', 5000],
    ]);
    const both = folded([asked('r1', 'c1')], state);
    expect(statusOf(both)).toBe('needs-permission');
    expect(attentionOf([summaryOf(facts, both)]).map(({ key }) => key)).toEqual([
      'answer:s:q1',
      'answer:s:q2',
      'permission:s:r1',
    ]);
  });

  test('is settled once, where it was asked, whatever comes later', () => {
    const settled: SessionEventBody = {
      type: 'question-settled',
      questionId: 'q1',
      outcome: { outcome: 'accepted', content: { a: 1 } },
    };
    const state = folded([
      ready(),
      turn('t1'),
      ask('q1'),
      settled,
      { ...settled, outcome: { outcome: 'declined' } },
      ended('t1'),
      lost,
    ]);
    expect(state.questions).toEqual([]);
    expect(state.turns[0]?.entries).toMatchObject([
      { type: 'question', questionId: 'q1', outcome: { outcome: 'accepted', content: { a: 1 } } },
    ]);
  });

  test('an agent that goes away takes its questions with it', () => {
    const state = folded([ready(), turn('t1'), ask('q1'), lost]);
    expect(state.questions).toEqual([]);
    expect(state.turns[0]?.entries).toMatchObject([
      { type: 'question', outcome: { outcome: 'cancelled', why: 'agent-gone' } },
    ]);
  });

  test('a page is done when the agent says so; ids of others change nothing', () => {
    const page: Question = { message: '', mode: 'url', url: 'https://a.example', elicitationId: 'e1' };
    const state = folded([ready(), turn('t1'), ask('q1', page)]);
    const done = (elicitationId: string) =>
      folded([{ type: 'question-completed', elicitationId }], state).active?.entries;
    expect(done('e2')).toMatchObject([{ completed: false }]);
    expect(done('e1')).toMatchObject([{ completed: true, outcome: null }]);
  });
});

describe('signing in', () => {
  const refused: SessionEventBody = {
    type: 'agent-failed',
    failure: { code: 'auth-required', message: 'no', exitCode: null, signal: null, stderrTail: [] },
  };
  const started: SessionEventBody = { type: 'sign-in-started', methodId: 'm', how: 'agent' };

  test('a refused start asks for it, a try that is refused says why, a session that opens ends it', () => {
    const needed = folded([refused]);
    expect(needed.signIn).toEqual({ status: 'needed' });
    expect([statusOf(needed), activityOf(needed).type]).toEqual(['needs-answer', 'sign-in']);
    expect(attentionOf([summaryOf(facts, needed)])).toMatchObject([{ kind: 'answer' }]);
    const running = folded([started], needed);
    expect([statusOf(running), activityOf(running).type]).toEqual(['running', 'signing-in']);
    expect(folded([refused], running).signIn).toEqual({ status: 'failed', methodId: 'm', message: 'no' });
    expect(folded([ready()], running).signIn).toBeNull();
    expect(folded([lost], running).signIn).toBeNull();
    expect(folded([{ type: 'sign-in-ended', outcome: { type: 'cancelled' } }], running).signIn).toEqual({
      status: 'needed',
    });
  });

  test('a prompt may be refused for want of it; one that goes through ends the asking', () => {
    const failed = (code: number): SessionEventBody => ({
      type: 'turn-ended',
      turnId: 't1',
      outcome: { type: 'failed', error: { code, message: 'x' } },
    });
    expect(folded([ready(), turn('t1'), failed(-32603)]).signIn).toBeNull();
    const needed = folded([ready(), turn('t1'), failed(-32000)]);
    expect(needed.signIn).toEqual({ status: 'needed' });
    expect(folded([turn('t2'), ended('t2')], needed).signIn).toBeNull();
  });
});

describe('sub-agents', () => {
  const child = (subagentId: string, body: SessionEventBody): SessionEventBody => ({
    type: 'child',
    subagentId,
    body: body as ChildBody,
  });
  const announce = (subagentId: string, state: string): SessionEventBody => ({
    type: 'subagent',
    subagentId,
    title: subagentId,
    state,
  });

  test('what each does stands apart, also of one that another started', () => {
    const state = folded([
      ready(),
      turn('t1'),
      announce('a', 'running'),
      child('a', chunk('agent', 'one ')),
      child('a', chunk('agent', 'two')),
      child('a', announce('b', 'running')),
      child('b', tool('c1', { title: 'Read', status: 'in_progress' })),
    ]);
    expect(state.active?.entries.map(({ type }) => type)).toEqual(['subagent']);
    expect(state.subagents['a']?.active?.entries).toMatchObject([
      { type: 'message', blocks: [{ type: 'text', text: 'one two' }] },
      { type: 'subagent', subagentId: 'b' },
    ]);
    expect(state.subagents['b']?.active?.entries).toMatchObject([
      { type: 'tool-call', status: 'in_progress' },
    ]);
    // Idle: over until it goes on.
    const idle = folded([child('a', announce('b', 'idle'))], state);
    expect(idle.subagents['b']?.active).toBeNull();
    expect(idle.subagents['b']?.turns[0]?.entries).toMatchObject([{ status: 'cancelled' }]);
    expect(idle.subagents['a']).not.toBe(state.subagents['a']);
    expect(state.subagents['b']?.active).not.toBeNull();
    // Gone: all of them are over.
    const gone = folded([lost], state);
    expect(Object.values(gone.subagents).map(({ active }) => active)).toEqual([null, null]);
  });

  test('a permission that one asks for stands with its own calls, and so does the decision', () => {
    const state = folded([
      ready(),
      turn('t1'),
      announce('a', 'running'),
      { ...asked('r1', 'c1', 'Run it'), subagentId: 'a' } as SessionEventBody,
    ]);
    expect(activityOf(state)).toMatchObject({ type: 'asks', subject: 'Run it' });
    const settled = folded(
      [{ type: 'permission-settled', requestId: 'r1', outcome: { outcome: 'cancelled', why: 'closed' } }],
      state,
    );
    expect(settled.active?.entries.map(({ type }) => type)).toEqual(['subagent']);
    expect(settled.subagents['a']?.active?.entries).toMatchObject([
      { toolCallId: 'c1', decisions: [{ requestId: 'r1' }] },
    ]);
  });

  test('merged, in one batch or one by one: the same state; any id is a key', () => {
    const events = numbered([
      ready(),
      turn('t1'),
      announce('__proto__', 'running'),
      child('__proto__', chunk('agent', 'a')),
      child('__proto__', chunk('agent', 'b')),
      child('x', chunk('agent', 'c')),
      announce('__proto__', 'idle'),
    ]);
    const batch = reduceAll(emptySessionState, events);
    const single = events.reduce((state, event) => reduceAll(state, [event]), emptySessionState);
    expect(single).toEqual(batch);
    const [first, second] = [events[3], events[4]];
    const merged = first === undefined || second === undefined ? null : mergeEvents(first, second);
    if (merged === null) throw new Error('chunks of one sub-agent can be merged');
    expect(reduceAll(emptySessionState, [...events.slice(0, 3), merged, ...events.slice(5)])).toEqual(batch);
    expect(Object.keys(batch.subagents)).toEqual(['__proto__', 'x']);
    expect(Object.getPrototypeOf(batch.subagents)).toBe(Object.prototype);
  });
});
