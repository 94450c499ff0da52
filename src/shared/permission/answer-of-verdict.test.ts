import { expect, test } from 'vitest';
import type { PermissionOption } from '../session/content.ts';
import { answerOfVerdict } from './answer-of-verdict.ts';
import type { Verdict } from './verdict.ts';

const option = (kind: PermissionOption['kind'], optionId: string = kind ?? 'other'): PermissionOption => ({
  optionId,
  kind,
  name: 'Reject',
});
const verdict = (effect: Verdict['effect']): Verdict => ({
  effect,
  reason: { type: 'rule', ruleId: 'r', layer: 'user', what: 'npm test' },
  matched: ['r'],
});
const answer = (effect: Verdict['effect'], ...options: readonly PermissionOption[]) => {
  const given = answerOfVerdict(verdict(effect), options);
  return given?.outcome === 'selected' ? given.optionId : (given?.why ?? null);
};

test('yes is the one option for once, whatever it is called and wherever it stands', () => {
  expect(answer('allow', option('reject_once'), option('allow_always'), option('allow_once'))).toBe(
    'allow_once',
  );
});

test.each([
  ['for good only', [option('allow_always'), option('reject_once')]],
  ['twice', [option('allow_once', 'a'), option('allow_once', 'b'), option('reject_once')]],
  [
    'on leaving a plan',
    [option('allow_always', 'a'), option('allow_always', 'b'), option('allow_once'), option('reject_once')],
  ],
  ['with one id for two', [option('allow_once', 'a'), option('reject_once', 'a')]],
  ['of no kind we know', [option(null), option('reject_once')]],
])('a yes that is offered %s is the person’s to give', (_what, options) => {
  expect(answer('allow', ...options)).toBeNull();
});

test('no is once where it can be, else for good, else the request is taken back', () => {
  expect(answer('deny', option('reject_always'), option('reject_once'), option('allow_once'))).toBe(
    'reject_once',
  );
  expect(answer('deny', option('reject_always'), option('allow_once'))).toBe('reject_always');
  expect(answer('deny', option('allow_once'))).toBe('denied');
});

test('what is to be asked has no answer', () => {
  expect(answer('ask', option('allow_once'), option('reject_once'))).toBeNull();
});
