import { expect, test } from 'vitest';
import type { SessionEvent } from './event.ts';
import { mergeEvents, mergeSessionFrames } from './merge.ts';
import { emptySessionState } from './state.ts';
import { chunk, numbered, output, tool } from './testing/events.ts';

function joined(...bodies: Parameters<typeof numbered>[0]): SessionEvent | null {
  const [first, ...rest] = numbered(bodies);
  return rest.reduce<SessionEvent | null>(
    (before, next) => (before === null ? null : mergeEvents(before, next)),
    first ?? null,
  );
}

test('chunks of one message become one that remembers where it began', () => {
  expect(joined(chunk('agent', 'a', 'm'), chunk('agent', 'b', 'm'), chunk('agent', 'c', 'm'))).toEqual({
    ...chunk('agent', 'abc', 'm'),
    seq: 3,
    at: 3000,
    first: { seq: 1, at: 1000 },
  });
});

test('output appended to one terminal becomes one append', () => {
  expect(joined(output('c1', 'a'), output('c1', 'b'))).toEqual({
    ...output('c1', 'ab'),
    seq: 2,
    at: 2000,
    first: { seq: 1, at: 1000 },
  });
});

test('of what is said again of one call the later counts', () => {
  expect(
    joined(
      tool('c1', { title: 'a', status: 'in_progress', rawInput: 1 }),
      tool('c1', { title: 'b', content: [] }),
    ),
  ).toMatchObject({
    patch: { toolCallId: 'c1', title: 'b', status: 'in_progress', rawInput: 1, content: [] },
    seq: 2,
    first: { seq: 1 },
  });
});

test.each([
  ['another status of a call', tool('c1', { status: 'pending' }), tool('c1', { status: 'completed' })],
  ['a title after none', tool('c1', { status: 'pending' }), tool('c1', { title: 'a' })],
  ['a title after the end', tool('c1', { title: 'a', status: 'completed' }), tool('c1', { title: 'b' })],
  ['two roles', chunk('agent', 'a'), chunk('thought', 'b')],
  ['two messages', chunk('agent', 'a', 'm1'), chunk('agent', 'b', 'm2')],
  ['a message with an id and one without', chunk('agent', 'a', 'm1'), chunk('agent', 'b')],
  ['words of the person', chunk('user', 'a'), chunk('user', 'b')],
  ['an empty chunk', chunk('agent', ''), chunk('agent', 'b')],
  ['two tool calls', output('c1', 'a'), output('c2', 'b')],
  ['replaced output', output('c1', 'a'), output('c1', 'b', 'replace')],
  ['a status with the output', output('c1', 'a'), tool('c1', { status: 'completed' })],
  [
    'an exit with the output',
    output('c1', 'a'),
    tool('c1', {
      terminal: { terminalId: 'c1', output: { mode: 'append', data: 'b' }, exit: { code: 0, signal: null } },
    }),
  ],
])('%s stay two events', (_what, first, second) => {
  expect(joined(first, second)).toBeNull();
});

test('frames join as their events do, a snapshot never', () => {
  const [a, b] = numbered([chunk('agent', 'a'), chunk('agent', 'b')]);
  if (a === undefined || b === undefined) throw new Error('two events');
  const first = { type: 'event', event: a, firstSeq: 1 } as const;
  const second = { type: 'event', event: b, firstSeq: 2 } as const;
  expect(mergeSessionFrames(first, second)).toEqual({
    type: 'event',
    event: { ...chunk('agent', 'ab'), seq: 2, at: 2000, first: { seq: 1, at: 1000 } },
    firstSeq: 1,
  });
  expect(mergeSessionFrames({ type: 'snapshot', state: emptySessionState }, second)).toBeNull();
});
