import { describe, expect, test } from 'vitest';
import type { SessionEventBody } from '../../shared/session/event.ts';
import { asked, ended, folded, lost, ready, turn } from '../../shared/session/testing/events.ts';
import {
  MAX_QUEUED,
  decideAnswer,
  decideCancel,
  decideMarkRead,
  decideNext,
  decidePrompt,
  decideRename,
  decideRestart,
  decideUnqueue,
  decideUseAgent,
} from './decide.ts';

const queued = (queueId: string): SessionEventBody => ({ type: 'prompt-queued', queueId, prompt: [] });
const phases: Readonly<Record<string, readonly SessionEventBody[]>> = {
  new: [],
  starting: [{ type: 'agent-starting', stage: 'handshake' }, queued('q')],
  idle: [ready()],
  busy: [ready(), turn('t1'), queued('q'), asked('r1', 'c1', 'Edit')],
  cancelling: [ready(), turn('t1'), { type: 'turn-cancelling' }],
  held: [ready(), turn('t1'), queued('q'), ended('t1', 'cancelled')],
  failed: [ready(), turn('t1'), queued('q'), lost],
  stopped: [ready(), { type: 'agent-stopped', how: 'clean' }],
};

/** What comes of each command: the events it becomes, or the code of its refusal. */
function outcomes(bodies: readonly SessionEventBody[]): Readonly<Record<string, string>> {
  const state = folded(bodies);
  const decided = {
    prompt: decidePrompt(state, { prompt: [], id: 'x' }),
    next: decideNext(state, { id: 'x' }),
    unqueue: decideUnqueue(state, { queueId: 'q' }),
    cancel: decideCancel(state),
    answer: decideAnswer(state, { requestId: 'r1', optionId: 'yes' }),
    rename: decideRename(state, { alias: 'name' }),
    'mark-read': decideMarkRead(state),
    'use-agent': decideUseAgent(state),
    restart: decideRestart(state),
  };
  return Object.fromEntries(
    Object.entries(decided).map(([command, result]) => [
      command,
      result.ok ? result.value.map(({ type }) => type).join(' ') : `! ${result.error.code}`,
    ]),
  );
}

const nothing = {
  next: '',
  unqueue: '! not-queued',
  cancel: '! no-turn',
  answer: '! already-settled',
  rename: 'renamed',
  'mark-read': '',
  'use-agent': '! not-running',
  restart: '! still-running',
};

describe('every command in every state', () => {
  test.each([
    ['new', { ...nothing, prompt: 'prompt-queued' }],
    ['starting', { ...nothing, prompt: 'prompt-queued', unqueue: 'prompt-unqueued' }],
    ['idle', { ...nothing, prompt: 'turn-started', 'use-agent': '' }],
    [
      'busy',
      {
        ...nothing,
        prompt: 'prompt-queued',
        unqueue: 'prompt-unqueued',
        cancel: 'permission-settled turn-cancelling',
        answer: 'permission-settled',
        'use-agent': '',
      },
    ],
    ['cancelling', { ...nothing, prompt: 'prompt-queued', cancel: '', 'use-agent': '' }],
    [
      'held',
      {
        ...nothing,
        prompt: 'turn-started',
        unqueue: 'prompt-unqueued',
        'mark-read': 'marked-read',
        'use-agent': '',
      },
    ],
    [
      'failed',
      {
        ...nothing,
        prompt: 'prompt-queued',
        unqueue: 'prompt-unqueued',
        'mark-read': 'marked-read',
        restart: 'agent-starting',
      },
    ],
    ['stopped', { ...nothing, prompt: 'prompt-queued', restart: 'agent-starting' }],
  ])('%s', (phase, expected) => {
    expect(outcomes(phases[phase] ?? [])).toEqual(expected);
  });
});

test('the queue has an end', () => {
  const full = folded([
    ready(),
    turn('t1'),
    ...Array.from({ length: MAX_QUEUED }, (_, n) => queued(`q${n}`)),
  ]);
  expect(decidePrompt(full, { prompt: [], id: 'x' })).toMatchObject({ error: { code: 'queue-full' } });
});

test('what waits goes before what is typed later', () => {
  const state = folded([{ type: 'agent-starting', stage: 'opening' }, queued('q'), ready()]);
  expect(decidePrompt(state, { prompt: [], id: 'x' })).toMatchObject({ value: [{ type: 'prompt-queued' }] });
  expect(decideNext(state, { id: 't1' })).toEqual({
    ok: true,
    value: [
      { type: 'prompt-unqueued', queueId: 'q' },
      { type: 'turn-started', turnId: 't1', prompt: [] },
    ],
  });
});

test('an option that was not offered is refused', () => {
  const state = folded(phases['busy'] ?? []);
  expect(decideAnswer(state, { requestId: 'r1', optionId: 'toString' })).toMatchObject({
    error: { code: 'no-option' },
  });
});
