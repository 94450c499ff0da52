import { describe, expect, test } from 'vitest';
import { emptySessionState, type SessionState, type Turn } from '../../shared/session/state.ts';
import { decideIdle, idlePolicyOf, type IdleFacts } from './idle-policy.ts';

const MINUTE = 60_000;

const turn: Turn = {
  id: 't1',
  startedAt: 0,
  endedAt: 1,
  prompt: [{ type: 'text', text: 'go' }],
  entries: [],
  outcome: { type: 'stopped', reason: 'end_turn' },
};

const ready: SessionState = {
  ...emptySessionState,
  phase: { name: 'ready' },
  agent: { name: 'A', version: null, promptImages: false, embeddedContext: false, loadSession: true },
  acpSessionId: 'acp-1',
  turns: [turn],
};

function facts(state: Partial<SessionState> = {}, more: Partial<IdleFacts> = {}): IdleFacts {
  return {
    state: { ...ready, ...state },
    workInBackground: false,
    nowMs: 40 * MINUTE,
    lastEventMs: 0,
    ...more,
  };
}

const after30 = { type: 'stop-after', minutes: 30 } as const;

test('a session that can be taken up again is stopped when it was idle long enough', () => {
  expect(decideIdle(after30, facts())).toEqual({ type: 'stop' });
});

test('before that it says when to ask again', () => {
  expect(decideIdle(after30, facts({}, { nowMs: 10 * MINUTE }))).toEqual({
    type: 'ask-again',
    afterMs: 20 * MINUTE,
  });
});

test('prompts that are held for the person do not keep it running', () => {
  const held = { queueId: 'q1', prompt: [], held: true } as const;
  expect(decideIdle(after30, facts({ queue: [held] }))).toEqual({ type: 'stop' });
});

describe('it goes on running', () => {
  const cases: readonly [string, IdleFacts, string][] = [
    ['while a turn runs', facts({ active: { ...turn, endedAt: null, outcome: null } }), 'busy'],
    ['while a prompt is about to be sent', facts({ queue: [{ queueId: 'q', prompt: [] }] }), 'busy'],
    ['while it works in the background', facts({}, { workInBackground: true }), 'busy'],
    ['while its history is told', facts({ replaying: true }), 'busy'],
    [
      'while it waits for a permission',
      facts({
        permissions: [{ requestId: 'r', toolCallId: 'c', askedAt: 0, options: [], diffMismatch: false }],
      }),
      'waits-for-person',
    ],
    ['while a sign-in is open', facts({ signIn: { status: 'needed' } }), 'waits-for-person'],
    [
      'when it could not be taken up again',
      facts({
        agent: { name: 'A', version: null, promptImages: false, embeddedContext: false, loadSession: false },
      }),
      'cannot-resume',
    ],
    ['when it was never used', facts({ turns: [] }), 'never-used'],
    ['when nothing runs anyway', facts({ phase: { name: 'stopped', how: 'clean' } }), 'not-running'],
  ];
  test.each(cases)('%s', (_name, of, why) => {
    expect(decideIdle(after30, of)).toEqual({ type: 'keep', why });
  });

  test('when its agent is to be kept', () => {
    expect(decideIdle({ type: 'keep' }, facts())).toEqual({ type: 'keep', why: 'policy' });
  });
});

test('the settings of an agent have the last word', () => {
  expect([idlePolicyOf(undefined), idlePolicyOf(0), idlePolicyOf(5)]).toEqual([
    { type: 'stop-after', minutes: 30 },
    { type: 'keep' },
    { type: 'stop-after', minutes: 5 },
  ]);
});
