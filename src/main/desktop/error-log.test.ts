import { expect, test } from 'vitest';
import { createErrorLog } from './error-log.ts';
import type { ErrorEntry } from './error-log.ts';

test('an error is written with its stack under the id that is handed back', () => {
  const entries: ErrorEntry[] = [];
  const log = createErrorLog([(entry) => void entries.push(entry)]);
  const id = log.report(new Error('broken'), 'session.prompt');
  const other = log.report('just text', 'start');
  expect(entries).toEqual([
    {
      id,
      at: expect.any(String),
      where: 'session.prompt',
      message: 'broken',
      stack: expect.stringContaining('broken'),
    },
    { id: other, at: expect.any(String), where: 'start', message: 'just text', stack: null },
  ]);
  expect(id).not.toBe(other);
});

test('neither a strange error nor a log that cannot be written makes it throw', () => {
  const strange = [
    null,
    undefined,
    Symbol('x'),
    Object.create(null),
    {
      toString: () => {
        throw new Error('x');
      },
    },
  ];
  const entries: ErrorEntry[] = [];
  const log = createErrorLog([(entry) => void entries.push(entry)]);
  for (const error of strange) expect(log.report(error, 'x')).toMatch(/^[0-9a-f]{8}$/);
  expect(entries).toHaveLength(strange.length);

  const kept: ErrorEntry[] = [];
  const full = createErrorLog([
    () => {
      throw new Error('disk full');
    },
    (entry) => void kept.push(entry),
  ]);
  expect(full.report(new Error('x'), 'x')).toMatch(/^[0-9a-f]{8}$/);
  expect(kept).toHaveLength(1);
});

test('an error that the page tells of keeps the id that was shown there', () => {
  const entries: ErrorEntry[] = [];
  const log = createErrorLog([(entry) => void entries.push(entry)]);
  expect(log.report({ message: 'no such row', stack: 'at list' }, 'page', '0123abcd')).toBe('0123abcd');
  expect(entries).toMatchObject([
    { id: '0123abcd', where: 'page', message: 'no such row', stack: 'at list' },
  ]);
});
