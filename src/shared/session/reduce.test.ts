import { describe, expect, test } from 'vitest';
import type { SessionEventBody } from './event.ts';
import { reduce } from './reduce.ts';
import { emptySessionState, type Entry, type SessionState } from './state.ts';
import { asked, chunk, ended, folded, lost, output, ready, tool, turn } from './testing/events.ts';

/** One short line an entry: enough to see what stands where. */
function lines(entries: readonly Entry[]): readonly string[] {
  return entries.map((entry) => {
    switch (entry.type) {
      case 'message':
        return `${entry.role}: ${entry.blocks.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('|')}`;
      case 'thought':
        return `thought: ${entry.text}`;
      case 'tool-call':
        return `${entry.toolCallId} ${entry.title} ${entry.status}`;
      case 'plan':
        return `plan: ${entry.steps.map((step) => `${step.content} ${step.status}`).join(', ')}`;
      default:
        return entry.type;
    }
  });
}

function transcript(state: SessionState): readonly string[] {
  const turns = state.active === null ? state.turns : [...state.turns, state.active];
  return turns.flatMap(({ prompt, entries }) => {
    const text = prompt?.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('|');
    return [text === undefined ? '-' : `> ${text}`, ...lines(entries)];
  });
}

function plan(...steps: readonly string[]): SessionEventBody {
  return {
    type: 'plan',
    planId: null,
    steps: steps.map((step) => {
      const [content = '', status = 'pending'] = step.split(' ');
      return { content, priority: 'medium', status: status as 'pending' };
    }),
  };
}

describe('messages', () => {
  test('join while role and message id stay, and start anew after a tool call', () => {
    const state = folded([
      turn('t1'),
      chunk('thought', 'hm'),
      chunk('thought', 'm'),
      chunk('agent', 'Hel'),
      chunk('agent', 'lo'),
      tool('c1', { title: 'Read' }),
      chunk('agent', 'Done'),
      chunk('agent', 'First', 'm1'),
      chunk('agent', ' more', 'm1'),
      chunk('agent', 'Second', 'm2'),
    ]);
    expect(transcript(state)).toEqual([
      '> do it',
      'thought: hmm',
      'agent: Hello',
      'c1 Read pending',
      'agent: Done',
      'agent: First more',
      'agent: Second',
    ]);
  });

  test('keep blocks of other kinds between their texts', () => {
    const link: SessionEventBody = {
      type: 'message-chunk',
      role: 'agent',
      messageId: null,
      content: { type: 'resource-link', uri: 'file:///a', name: 'a' },
    };
    const state = folded([
      turn('t1'),
      chunk('agent', 'See '),
      link,
      chunk('agent', ' an'),
      chunk('agent', 'd'),
    ]);
    expect(transcript(state)).toEqual(['> do it', 'agent: See |[resource-link]| and']);
  });

  test('measure how long a thought took', () => {
    const state = folded([turn('t1'), chunk('thought', 'a'), chunk('thought', ''), chunk('thought', 'b')]);
    expect(state.active?.entries).toEqual([
      { type: 'thought', id: 'e2', at: 2000, messageId: null, text: 'ab', endedAt: 4000 },
    ]);
  });

  test('the echo of the prompt is left out, other words of the person in a turn are not', () => {
    const state = folded([
      turn('t1', 'fix the bug'),
      chunk('user', 'fix '),
      chunk('user', 'the bug'),
      chunk('agent', 'On it'),
      chunk('user', 'fix the bug'),
      chunk('user', 'fix'),
    ]);
    expect(transcript(state)).toEqual(['> fix the bug', 'agent: On it', 'user: fix']);
  });

  test('that come after their turn go to a background turn, unless their id says where they belong', () => {
    const state = folded([
      turn('t1'),
      chunk('agent', 'An answ', 'm1'),
      ended('t1'),
      chunk('agent', 'er', 'm1'),
      chunk('agent', '[MODE] plan'),
      chunk('agent', ' now'),
      turn('t2', 'next'),
    ]);
    expect(transcript(state)).toEqual([
      '> do it',
      'agent: An answer',
      '-',
      'agent: [MODE] plan now',
      '> next',
    ]);
    expect(state.turns[1]).toMatchObject({
      id: 'background-5',
      startedAt: 5000,
      endedAt: 6000,
      outcome: null,
    });
  });
});

describe('history', () => {
  test('opens a turn at each prompt and leaves nothing unread', () => {
    const state = folded([
      { type: 'replay-started' },
      chunk('agent', 'before any prompt'),
      chunk('user', 'first', 'u1'),
      chunk('user', ' prompt', 'u1'),
      chunk('user', 'second prompt', 'u2'),
      chunk('agent', 'answer'),
      tool('c1', { title: 'Read', status: 'completed' }),
      chunk('user', 'third'),
      tool('c1', { title: 'Read again', status: 'completed' }),
      { type: 'replay-ended' },
    ]);
    expect(transcript(state)).toEqual([
      '-',
      'agent: before any prompt',
      '> first prompt',
      '> second prompt',
      'agent: answer',
      'c1 Read completed',
      '> third',
      'c1 Read again completed',
    ]);
    expect(state).toMatchObject({ active: null, replaying: false, settledSeq: 0 });
  });

  test('that arrives without being announced opens turns too', () => {
    const state = folded([
      ready(),
      chunk('user', 'old '),
      chunk('user', 'prompt'),
      chunk('agent', 'old answer'),
    ]);
    expect(transcript(state)).toEqual(['> old prompt', 'agent: old answer']);
  });

  test('closes calls that nothing has closed, whatever their terminal', () => {
    const state = folded([
      { type: 'replay-started' },
      chunk('user', 'run'),
      output('c1', 'tick'),
      { type: 'replay-ended' },
    ]);
    expect(transcript(state)).toEqual(['> run', 'c1  cancelled']);
  });
});

describe('tool calls', () => {
  test('are made by whatever message names them first, and later fields replace earlier ones', () => {
    const state = folded([
      turn('t1'),
      tool('c1', { status: 'in_progress', locations: [{ path: '/a', line: 1 }] }),
      tool('c1', { title: 'Edit a', kind: 'edit', locations: [] }),
      asked('r1', 'c2', 'Run ls'),
      tool('c2', { status: 'completed' }),
    ]);
    expect(transcript(state)).toEqual(['> do it', 'c1 Edit a in_progress', 'c2 Run ls completed']);
    expect(state.active?.entries[0]).toMatchObject({
      kind: 'edit',
      locations: [],
      at: 2000,
      updatedAt: 3000,
    });
  });

  test('with an id that an earlier turn used are new calls', () => {
    const state = folded([
      turn('t1'),
      tool('c1', { title: 'Read', status: 'pending' }),
      tool('c1', { status: 'completed' }),
      tool('c2', { title: 'Left open', status: 'pending' }),
      ended('t1', 'cancelled'),
      turn('t2', 'again'),
      tool('c1', { title: 'Read', status: 'pending' }),
      tool('c2', { title: 'Anew', status: 'pending' }),
    ]);
    expect(transcript(state)).toEqual([
      '> do it',
      'c1 Read completed',
      'c2 Left open cancelled',
      '> again',
      'c1 Read pending',
      'c2 Anew pending',
    ]);
  });

  test('of an earlier turn are updated there, and only that turn is replaced', () => {
    const before = folded([
      turn('t1'),
      tool('c1', { title: 'Serve', status: 'in_progress' }),
      output('c1', 'one'),
      ended('t1'),
      turn('t2', 'next'),
      chunk('agent', 'hi'),
      ended('t2'),
      turn('t3', 'more'),
    ]);
    expect(transcript(before)[1]).toBe('c1 Serve in_progress');
    const after = folded([output('c1', ' two'), tool('c1', { status: 'failed' })], before);
    expect(transcript(after)).toEqual(['> do it', 'c1 Serve failed', '> next', 'agent: hi', '> more']);
    expect(after.turns[0]?.entries[0]).toMatchObject({ terminal: { output: 'one two', exit: null } });
    expect(after.turns[1]).toBe(before.turns[1]);
    expect(after.active).toBe(before.active);
    expect(before.turns[0]?.entries[0]).toMatchObject({ terminal: { output: 'one' } });
  });

  test('that were closed with their turn are taken up by a late result', () => {
    const state = folded([
      turn('t1'),
      tool('c1', { title: 'Run', status: 'in_progress' }),
      ended('t1', 'cancelled'),
      tool('c1', { title: 'Run it', status: 'completed' }),
    ]);
    expect(transcript(state)).toEqual(['> do it', 'c1 Run it completed']);
  });

  test('end with their turn: by their exit, or cancelled; a running command and an open question stay', () => {
    const calls: readonly SessionEventBody[] = [
      turn('t1'),
      tool('open', { title: 'a' }),
      tool('exited', { title: 'b', terminal: { terminalId: 'x', exit: { code: 0, signal: null } } }),
      tool('crashed', { title: 'c', terminal: { terminalId: 'y', exit: { code: null, signal: 'SIGTERM' } } }),
      output('running', '$'),
      asked('r1', 'asked', 'd'),
    ];
    const statuses = (last: SessionEventBody) =>
      Object.fromEntries(
        folded([...calls, last]).turns[0]?.entries.map((entry) =>
          entry.type === 'tool-call' ? [entry.toolCallId, entry.status] : [],
        ) ?? [],
      );
    expect(statuses(ended('t1'))).toEqual({
      open: 'cancelled',
      exited: 'completed',
      crashed: 'failed',
      running: 'pending',
      asked: 'pending',
    });
    expect(statuses(ended('t1', 'cancelled'))).toMatchObject({ running: 'cancelled', asked: 'pending' });
    expect(statuses(lost)).toMatchObject({ running: 'cancelled', asked: 'cancelled' });
  });

  test('keep the last 64 Ki of terminal output, whole characters, however it was cut', () => {
    const long = 'a'.repeat(64 * 1024 - 1);
    const pieces = ['x', '😀', long];
    const one = folded([turn('t1'), output('c1', pieces.join(''))]);
    const many = folded([turn('t1'), ...pieces.map((piece) => output('c1', piece))]);
    const terminal = { terminalId: 'c1', output: long, truncated: true, exit: null };
    expect(one.active?.entries[0]).toMatchObject({ terminal });
    expect(many.active?.entries[0]).toMatchObject({ terminal });
    const replaced = folded([output('c1', 'new', 'replace')], many);
    expect(replaced.active?.entries[0]).toMatchObject({ terminal: { output: 'new', truncated: false } });
  });
});

describe('permissions', () => {
  test('wait in the order they were asked and leave a decision at their call', () => {
    const state = folded([
      turn('t1'),
      asked('r1', 'c1', 'Edit'),
      asked('r2', 'c1'),
      asked('r1', 'c9', 'asked twice under one id'),
      {
        type: 'permission-settled',
        requestId: 'r1',
        outcome: { outcome: 'selected', optionId: 'yes', kind: 'allow_once' },
      },
      {
        type: 'permission-settled',
        requestId: 'r1',
        outcome: { outcome: 'selected', optionId: 'no', kind: 'reject_once' },
      },
    ]);
    expect(state.permissions.map(({ requestId }) => requestId)).toEqual(['r2']);
    expect(state.active?.entries).toHaveLength(1);
    expect(state.active?.entries[0]).toMatchObject({
      decisions: [
        {
          requestId: 'r1',
          outcome: { outcome: 'selected', optionId: 'yes', kind: 'allow_once' },
          optionName: 'Allow',
          at: 5000,
        },
      ],
    });
  });

  test('go with the process', () => {
    const state = folded([ready(), turn('t1'), asked('r1', 'c1', 'Edit'), lost]);
    expect(state.permissions).toEqual([]);
    expect(state.turns[0]).toMatchObject({
      outcome: { type: 'interrupted' },
      entries: [{ decisions: [{ outcome: { outcome: 'cancelled', why: 'agent-gone' } }] }],
    });
  });
});

describe('the plan', () => {
  test('is pinned while it is worked on and stays as one entry when complete', () => {
    const during = folded([turn('t1'), plan('read completed', 'write')]);
    expect(during.plan?.steps.map(({ content }) => content)).toEqual(['read', 'write']);
    expect(during.active?.entries).toEqual([]);
    const done = folded(
      [plan('read completed', 'write completed'), plan('read completed', 'write completed')],
      during,
    );
    expect(done.plan).toBeNull();
    expect(transcript(done)).toEqual(['> do it', 'plan: read completed, write completed']);
  });

  test('stays as far as it came when the turn ends, and follows late updates there', () => {
    const state = folded([turn('t1'), plan('read completed', 'write'), ended('t1'), plan('read completed')]);
    expect(state.plan).toBeNull();
    expect(transcript(state)).toEqual(['> do it', 'plan: read completed']);
  });

  test('of no steps, or taken back, is no plan', () => {
    expect(folded([turn('t1'), plan('read'), plan()]).plan).toBeNull();
    const removed = folded([
      turn('t1'),
      { type: 'plan-document', planId: 'p1', format: 'markdown', text: '# Plan' },
      { type: 'plan-removed', planId: 'p1' },
    ]);
    expect([removed.plan, removed.active?.entries]).toEqual([null, []]);
  });
});

describe('turns and the queue', () => {
  const queued = (queueId: string): SessionEventBody => ({ type: 'prompt-queued', queueId, prompt: [] });

  test('only the running turn can end, and once', () => {
    const state = folded([turn('t1'), ended('t1', 'cancelled'), turn('t2', 'next'), ended('t1')]);
    expect(state.active?.id).toBe('t2');
    expect(state.turns.map(({ outcome }) => outcome)).toEqual([{ type: 'stopped', reason: 'cancelled' }]);
  });

  test.each([
    ['end_turn', false],
    ['max_tokens', false],
    ['refusal', true],
    ['cancelled', true],
  ] as const)('prompts that wait when a turn ends with %s are held: %s', (reason, held) => {
    const state = folded([turn('t1'), queued('q1'), ended('t1', reason)]);
    expect(state.queue).toEqual([{ queueId: 'q1', prompt: [], ...(held ? { held: true } : {}) }]);
  });

  test('a cancelled turn holds the queue even when the agent says that it ended by itself', () => {
    const state = folded([turn('t1'), queued('q1'), { type: 'turn-cancelling' }, ended('t1')]);
    expect([state.queue[0]?.held, state.cancelling]).toEqual([true, false]);
  });

  test('the next turn lets held prompts follow', () => {
    const state = folded([turn('t1'), queued('q1'), ended('t1', 'cancelled'), queued('q2'), turn('t2')]);
    expect(state.queue).toEqual([
      { queueId: 'q1', prompt: [] },
      { queueId: 'q2', prompt: [] },
    ]);
  });

  test('prompts typed while the agent starts are not held when it fails to', () => {
    const state = folded([{ type: 'agent-starting', stage: 'starting' }, queued('q1'), lost]);
    expect(state.queue).toEqual([{ queueId: 'q1', prompt: [] }]);
  });
});

describe('bookkeeping', () => {
  test('an event that means nothing moves only seq and the time', () => {
    const before = folded([ready(), turn('t1'), chunk('agent', 'hi')]);
    const event = { type: 'prompt-unqueued', queueId: 'none', seq: 4, at: 9000 } as const;
    const after = reduce(before, event);
    expect(after).toEqual({ ...before, seq: 4, changedAt: 9000 });
    expect(after.active).toBe(before.active);
    expect(after.turns).toBe(before.turns);
  });

  test('an event that was seen already changes nothing at all', () => {
    const state = folded([ready(), turn('t1')]);
    expect(reduce(state, { type: 'renamed', alias: 'x', seq: 2, at: 0 })).toBe(state);
  });

  test('an event of a later version only moves seq', () => {
    const event = { type: 'from-the-future', seq: 1, at: 5 } as never;
    expect(reduce(emptySessionState, event)).toEqual({ ...emptySessionState, seq: 1, changedAt: 5 });
  });

  test('a resumed session keeps modes and options that the agent did not repeat, a new one does not', () => {
    const options = [] as const;
    const before = folded([ready('a'), { type: 'mode', modeId: 'plan' }, { type: 'options', options }]);
    expect(folded([ready('a')], before)).toMatchObject({ modes: { currentModeId: 'plan' }, options });
    expect(folded([ready('b')], before)).toMatchObject({ modes: null, options: null });
  });

  test('reading marks everything up to now', () => {
    const state = folded([turn('t1'), ended('t1'), { type: 'marked-read' }]);
    expect({ read: state.readSeq, settled: state.settledSeq }).toEqual({ read: 3, settled: 2 });
  });
});

test('a diff that is sent again with the next status stays the object that it was', () => {
  const content = () => [{ type: 'diff', path: 'a.ts', oldText: 'a', newText: 'b' }] as const;
  const before = folded([turn('t1'), tool('c1', { title: 'Edit', content: content() })]);
  const again = reduce(before, {
    ...tool('c1', { status: 'completed', content: content() }),
    seq: before.seq + 1,
    at: 9,
  });
  const other = reduce(before, {
    ...tool('c1', { content: [{ ...content()[0], newText: 'c' }] }),
    seq: before.seq + 1,
    at: 9,
  });
  const contentOf = ({ active }: typeof before) => {
    const entry = active?.entries[0];
    return entry?.type === 'tool-call' ? entry.content : null;
  };
  expect(contentOf(again)).toBe(contentOf(before));
  expect(contentOf(other)).toEqual([{ ...content()[0], newText: 'c' }]);
});
