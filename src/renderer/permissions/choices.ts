/** The buttons of a prompt: the options on offer and, where none of them says no, the end of the turn. */
import type { PermissionOptionKind } from '../../shared/session/content.ts';
import { isReject, type OfferedOption, type OptionList } from './option-list.ts';

export type Choice =
  | {
      readonly type: 'option';
      readonly id: string;
      readonly option: OfferedOption;
      readonly enabled: boolean;
    }
  | { readonly type: 'stop'; readonly id: string };

/** More than this is not judged in a card. UTF-16 units. */
export const mostReadable = 64 * 1024;

/** `read`: the person had all of the subject in view. What says no is always enabled. */
export function choicesOf(list: OptionList, read: boolean): readonly Choice[] {
  const choices = list.offered.map((option): Choice => ({
    type: 'option',
    id: `option:${option.optionId}`,
    option,
    enabled: read || isReject(option.kind),
  }));
  return list.needsCancel ? [...choices, { type: 'stop', id: 'stop' }] : choices;
}

/** For the meaning of keys: ending the turn is a way to say no. */
export function kindsOf(choices: readonly Choice[]): readonly PermissionOptionKind[] {
  return choices.map((choice) => (choice.type === 'stop' ? 'reject_once' : choice.option.kind));
}
