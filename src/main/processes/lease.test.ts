import { expect, test } from 'vitest';
import { argvHash, encodeLease, judgeLease, parseLease } from './lease.ts';
import type { Lease } from './lease.ts';
import { HERE } from './testing/fake-system.ts';

const lease: Lease = {
  version: 1,
  uuid: '0b1c2d3e-0000-4000-8000-123456789abc',
  kind: 'agent',
  pid: 77,
  pgid: 77,
  startToken: 'token-77',
  place: HERE,
  argvHash: argvHash('agent', ['--key', 'secret']),
  cwd: '/work',
  ownerPid: 50,
  ownerToken: 'token-50',
  at: 1,
};
const before: Lease = { ...lease, pid: null, pgid: null, startToken: null };

test('the last whole line counts, and a torn one leaves the one before it in force', () => {
  const text = encodeLease(before) + encodeLease(lease);
  expect(parseLease(text)).toEqual(lease);
  for (let cut = encodeLease(before).length; cut < text.length; cut += 1) {
    expect(parseLease(text.slice(0, cut))).toEqual(before);
  }
  expect(parseLease(encodeLease(before).slice(0, -1))).toBeNull();
  expect(parseLease('{"version":2}\n')).toBeNull();
});

test('arguments, which may hold secrets, are not in it', () => {
  expect(encodeLease(lease)).not.toContain('secret');
});

const gone = { state: 'gone' } as const;
const unknown = { state: 'unknown' } as const;
const running = (startToken: string) => ({ state: 'running', startToken }) as const;

test.each([
  [
    'its owner lives',
    lease,
    HERE,
    running('token-50'),
    running('token-77'),
    { type: 'leave', why: 'owner-lives' },
  ],
  [
    'its owner cannot be told',
    lease,
    HERE,
    unknown,
    running('token-77'),
    { type: 'leave', why: 'owner-unknown' },
  ],
  ['it cannot be told itself', lease, HERE, gone, unknown, { type: 'leave', why: 'child-unknown' }],
  [
    'it is of another machine',
    lease,
    { ...HERE, machine: 'x' },
    gone,
    gone,
    { type: 'leave', why: 'elsewhere' },
  ],
  [
    'its pids are of another space',
    lease,
    { ...HERE, pidSpace: 'x' },
    gone,
    gone,
    { type: 'leave', why: 'elsewhere' },
  ],
  [
    'the machine was restarted',
    lease,
    { ...HERE, bootId: 'x' },
    running('token-50'),
    running('token-77'),
    { type: 'drop' },
  ],
  ['it is still there', lease, HERE, gone, running('token-77'), { type: 'clean', leader: 'ours' }],
  [
    'the pid of its owner is used again',
    lease,
    HERE,
    running('y'),
    running('token-77'),
    { type: 'clean', leader: 'ours' },
  ],
  ['its pid is used again', lease, HERE, gone, running('z'), { type: 'clean', leader: 'stranger' }],
  ['it is gone', lease, HERE, gone, gone, { type: 'clean', leader: 'gone' }],
  ['it had not started yet', before, HERE, gone, null, { type: 'clean', leader: 'never-known' }],
] as const)('when %s', (_when, of, here, owner, child, verdict) => {
  expect(judgeLease(of, { here, owner, child })).toEqual(verdict);
});
