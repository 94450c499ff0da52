import { expect, test } from 'vitest';
import type { SessionEventBody } from './event.ts';
import { reduceAll } from './reduce.ts';
import { emptySessionState } from './state.ts';

function after(...bodies: readonly SessionEventBody[]) {
  return reduceAll(
    emptySessionState,
    bodies.map((body, index) => ({ ...body, seq: index + 1, at: index + 1 })),
  );
}
const text = (words: string) => [{ type: 'text' as const, text: words }];
const queued = (queueId: string): SessionEventBody => ({
  type: 'prompt-queued',
  queueId,
  prompt: text(queueId),
});
const order = (state: ReturnType<typeof after>) => state.queue.map(({ queueId }) => queueId);

test('a waiting prompt is edited in its place', () => {
  const { queue } = after(queued('a'), queued('b'), {
    type: 'prompt-edited',
    queueId: 'a',
    prompt: text('c'),
  });
  expect(queue).toEqual([
    { queueId: 'a', prompt: text('c') },
    { queueId: 'b', prompt: text('b') },
  ]);
});

test('a waiting prompt moves before another, and to the end', () => {
  const three = [queued('a'), queued('b'), queued('c')];
  expect(order(after(...three, { type: 'prompt-moved', queueId: 'c', before: 'a' }))).toEqual([
    'c',
    'a',
    'b',
  ]);
  expect(order(after(...three, { type: 'prompt-moved', queueId: 'a', before: null }))).toEqual([
    'b',
    'c',
    'a',
  ]);
  expect(order(after(...three, { type: 'prompt-moved', queueId: 'a', before: 'gone' }))).toEqual([
    'b',
    'c',
    'a',
  ]);
  expect(order(after(...three, { type: 'prompt-moved', queueId: 'gone', before: 'a' }))).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test('what is to be sent now is not held by the turn that is stopped for it; the others are', () => {
  const { queue } = after(
    { type: 'turn-started', turnId: 't', prompt: text('work') },
    queued('a'),
    queued('b'),
    { type: 'prompt-moved', queueId: 'b', before: 'a', release: true },
    { type: 'turn-cancelling' },
    { type: 'turn-ended', turnId: 't', outcome: { type: 'stopped', reason: 'cancelled' } },
  );
  expect(queue.map(({ queueId, held }) => [queueId, held])).toEqual([
    ['b', undefined],
    ['a', true],
  ]);
});
