import { expect, test } from 'vitest';
import type { ToolCallEntry, Turn } from '../../shared/session/state.ts';
import { emptySessionState } from '../../shared/session/state.ts';
import { subjectOf, toolCallOf } from './pending-request.ts';

function call(toolCallId: string, title: string): ToolCallEntry {
  return {
    id: title,
    at: 0,
    type: 'tool-call',
    toolCallId,
    title,
    name: null,
    kind: 'execute',
    status: 'pending',
    content: [],
    locations: [],
    rawInput: { command: title },
    rawOutput: null,
    terminal: null,
    parentToolCallId: null,
    updatedAt: 0,
    decisions: [],
  };
}
function turn(...entries: readonly ToolCallEntry[]): Turn {
  return { id: 't', startedAt: 0, endedAt: null, prompt: null, entries, outcome: null };
}

test('the newest call of an id is meant, also after its turn has ended', () => {
  const state = {
    ...emptySessionState,
    turns: [turn(call('a', 'old')), turn(call('a', 'new'), call('b', 'other'))],
  };
  expect([toolCallOf(state, 'a')?.title, toolCallOf(state, 'c')]).toEqual(['new', null]);
  expect(toolCallOf({ ...state, active: turn(call('a', 'running')) }, 'a')?.title).toBe('running');
});

test('a request without its tool call is one without arguments', () => {
  const subject = subjectOf(
    { requestId: 'r', toolCallId: 'x', askedAt: 0, options: [], diffMismatch: false },
    null,
    '/w',
  );
  expect([subject.frame, subject.argumentsGiven]).toEqual([{ type: 'missing' }, false]);
});
