import { expect, test } from 'vitest';
import type { SessionEventBody, TurnOutcome } from '../../shared/session/event.ts';
import type { Turn } from '../../shared/session/state.ts';
import { ReplayComparison } from './replay-comparison.ts';

const said = (role: 'user' | 'agent', text: string): SessionEventBody => ({
  type: 'message-chunk',
  role,
  messageId: null,
  content: { type: 'text', text },
});

function turn(prompt: string, answer: string, outcome: Turn['outcome'] = ended): Turn {
  return {
    id: prompt,
    startedAt: 1,
    endedAt: 2,
    prompt: [{ type: 'text', text: prompt }],
    entries: [
      {
        id: `${prompt}-a`,
        at: 1,
        type: 'message',
        role: 'agent',
        messageId: null,
        blocks: [{ type: 'text', text: answer }],
      },
    ],
    outcome,
  };
}

const ended = { type: 'stopped', reason: 'end_turn' } as const;
const cutOff = { type: 'interrupted' } as const satisfies TurnOutcome;
const ours = [turn('one', 'first answer'), turn('two', 'second answer'), turn('three', 'half', cutOff)];

test.each([
  ['nothing', [], true],
  [
    'all of it, spaced otherwise',
    ['one', 'first  answer\n', 'two', 'second answer', 'three', 'half of it'],
    true,
  ],
  ['the end alone', ['two', 'second answer', 'three', ''], true],
  ['all but what was cut off', ['one', 'first answer', 'two', 'second answer'], true],
  ['a prompt with more around it', ['<context>x</context>two', 'second answer'], true],
  ['without the last whole turn', ['one', 'first answer'], false],
  ['another answer', ['one', 'first answer', 'two', 'third answer'], false],
  ['another conversation', ['hello', 'hi'], false],
  ['more than there was', ['zero', 'x', 'one', 'first answer', 'two', 'second answer'], false],
] as const)('told again: %s', (_what, told, agrees) => {
  const comparison = new ReplayComparison();
  comparison.take(told.map((text, index) => said(index % 2 === 0 ? 'user' : 'agent', text)));
  expect(comparison.agreesWith(ours)).toBe(agrees);
});
