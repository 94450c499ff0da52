import { expect, test } from 'vitest';
import { beforeAfterDrop, beforeAfterStep } from './queue-order.ts';

const queue = ['a', 'b', 'c'].map((queueId) => ({ queueId }));

/** What main makes of it: taken out, put before that one or at the end. */
function moved(queueId: string, before: string | null | undefined): string {
  if (before === undefined) return 'abc';
  const rest = ['a', 'b', 'c'].filter((id) => id !== queueId);
  rest.splice(before === null ? rest.length : rest.indexOf(before), 0, queueId);
  return rest.join('');
}

test.each([
  ['a', 1, 'bac'],
  ['b', 1, 'acb'],
  ['c', 1, 'abc'],
  ['a', -1, 'abc'],
  ['c', -1, 'acb'],
  ['x', 1, 'abc'],
] as const)('%s moved by %i gives %s', (queueId, by, order) => {
  expect(moved(queueId, beforeAfterStep(queue, queueId, by))).toBe(order);
});

test.each([
  ['a', 'c', 'lower', 'bca'],
  ['a', 'c', 'upper', 'bac'],
  ['c', 'a', 'upper', 'cab'],
  ['c', 'a', 'lower', 'acb'],
  ['a', 'b', 'upper', 'abc'],
  ['b', 'a', 'lower', 'abc'],
  ['b', 'b', 'lower', 'abc'],
] as const)('%s dropped on %s, %s half, gives %s', (queueId, over, half, order) => {
  expect(moved(queueId, beforeAfterDrop(queue, queueId, { queueId: over, half }))).toBe(order);
});
