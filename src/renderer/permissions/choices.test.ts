import { expect, test } from 'vitest';
import type { PermissionOption } from '../../shared/session/content.ts';
import { choicesOf, kindsOf } from './choices.ts';
import { listOptions } from './option-list.ts';

function choices(options: readonly PermissionOption[], read: boolean) {
  return choicesOf(listOptions(options, { argumentsGiven: true }), read);
}
const once: PermissionOption = { optionId: 'a', name: 'Yes', kind: 'allow_once' };
const no: PermissionOption = { optionId: 'n', name: 'No', kind: 'reject_once' };

test('until all was read, only what says no works', () => {
  const enabled = (read: boolean) =>
    choices([no, once], read).map((choice) => choice.type === 'stop' || choice.enabled);
  expect([enabled(false), enabled(true)]).toEqual([
    [true, false],
    [true, true],
  ]);
});

test('without an option that says no there is the end of the turn', () => {
  const list = choices([once], true);
  expect([list.map((choice) => choice.id), kindsOf(list)]).toEqual([
    ['option:a', 'stop'],
    ['allow_once', 'reject_once'],
  ]);
});

test('an option that calls itself stop is not the end of the turn', () => {
  const ids = choices([{ ...once, optionId: 'stop' }], true).map((choice) => choice.id);
  expect(ids).toEqual(['option:stop', 'stop']);
});

test('what is remembered is a lasting yes, comes last, and waits until all was read', () => {
  const list = listOptions([once, no], { argumentsGiven: true });
  const remember = { offer: 1, scope: 'session' as const };
  const [first] = list.offered;
  const shown = (read: boolean) =>
    choicesOf(list, read, first === undefined ? null : { option: first, remember });
  expect(kindsOf(shown(true))).toEqual(['allow_once', 'reject_once', 'allow_always']);
  expect(shown(true).at(-1)).toMatchObject({ id: 'remember:1:session', enabled: true });
  expect(shown(false).at(-1)).toMatchObject({ enabled: false });
});
