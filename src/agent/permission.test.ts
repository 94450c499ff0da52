import { describe, expect, it } from 'vitest';
import { answerOf, type Deed, RememberedAnswers } from './permission.ts';

const edit: Deed = { kind: 'edit' };
const command = (text: string): Deed => ({ kind: 'execute', command: text });

describe('standing', () => {
  it.each([
    ['ask', edit, 'ask'],
    ['ask', command('x'), 'ask'],
    ['accept-edits', edit, 'allowed'],
    ['accept-edits', command('x'), 'ask'],
    ['read-only', edit, 'forbidden-by-mode'],
    ['read-only', command('x'), 'forbidden-by-mode'],
  ] as const)('%s, %o: %s', (mode, deed, standing) => {
    expect(new RememberedAnswers().standing(deed, mode)).toBe(standing);
  });

  it('follows what was remembered, one kind apart from the other, and never past read-only', () => {
    const answers = new RememberedAnswers();
    expect(answers.remember(edit, 'allow-session')).toBe(true);
    expect(answers.remember(command('a'), 'allow-session')).toBe(true);
    expect(answers.remember(command('b'), 'allow-once')).toBe(true);
    expect([edit, command('a'), command('b')].map((deed) => answers.standing(deed, 'ask'))).toEqual([
      'allowed',
      'allowed',
      'ask',
    ]);
    expect(answers.standing(edit, 'read-only')).toBe('forbidden-by-mode');
    expect(answers.remember(command('b'), 'reject-session')).toBe(false);
    expect(answers.standing(command('a'), 'ask')).toBe('rejected');
    expect(answers.remember(edit, 'reject-session')).toBe(false);
    expect(answers.standing(edit, 'accept-edits')).toBe('rejected');
  });
});

it('takes an unknown answer as a rejection', () => {
  expect(
    ['allow-once', 'allow-session', 'reject-once', 'reject-session', 'allow_always', ''].map(answerOf),
  ).toEqual(['allow-once', 'allow-session', 'reject-once', 'reject-session', 'reject-once', 'reject-once']);
});
