/** The buttons of a prompt: the options on offer and, where none of them says no, the end of the turn. */
import type { PermissionOptionKind } from '../../shared/session/content.ts';
import type { Remember } from './always.ts';
import { isReject, type OfferedOption, type OptionList } from './option-list.ts';

export type Choice =
  | {
      readonly type: 'option';
      readonly id: string;
      readonly option: OfferedOption;
      readonly enabled: boolean;
    }
  /** A yes for once, with rules for the next time. */
  | {
      readonly type: 'remember';
      readonly id: string;
      readonly option: OfferedOption;
      readonly remember: Remember;
      readonly enabled: boolean;
    }
  | { readonly type: 'stop'; readonly id: string };

/** More than this is not judged in a card. UTF-16 units. */
export const mostReadable = 64 * 1024;

/**
 * `read`: the person had all of the subject in view. What says no is always enabled. `remembering`: what the
 * person has opened and chosen to remember; it comes last, so that no other choice changes its place.
 */
export function choicesOf(
  list: OptionList,
  read: boolean,
  remembering: { readonly option: OfferedOption; readonly remember: Remember } | null = null,
): readonly Choice[] {
  const choices = list.offered.map((option): Choice => ({
    type: 'option',
    id: `option:${option.optionId}`,
    option,
    enabled: read || isReject(option.kind),
  }));
  if (list.needsCancel) choices.push({ type: 'stop', id: 'stop' });
  if (remembering !== null) {
    const { offer, scope } = remembering.remember;
    choices.push({ type: 'remember', id: `remember:${offer}:${scope}`, ...remembering, enabled: read });
  }
  return choices;
}

/** For the meaning of keys: ending the turn is a way to say no. */
export function kindsOf(choices: readonly Choice[]): readonly PermissionOptionKind[] {
  return choices.map((choice) => {
    switch (choice.type) {
      case 'stop':
        return 'reject_once';
      case 'remember':
        return 'allow_always';
      case 'option':
        return choice.option.kind;
    }
  });
}
