/** What can be chosen in the composer, from the options and modes that the agent offers. */
import type { ConfigOption, SessionModes } from '../../shared/session/content.ts';
import type { SessionState } from '../../shared/session/state.ts';

export type SelectOption = Extract<ConfigOption, { type: 'select' }>;
export type BooleanOption = Extract<ConfigOption, { type: 'boolean' }>;

export type Pickers = {
  /** From an option of the category `mode`; else from the session's modes (older agents). */
  readonly mode:
    | { readonly from: 'option'; readonly option: SelectOption }
    | { readonly from: 'modes'; readonly modes: SessionModes }
    | null;
  /** Shown in the bar beside the mode: the first model and the first thought level. */
  readonly prominent: readonly SelectOption[];
  /** Everything else, in the agent's order. */
  readonly others: readonly ConfigOption[];
};

export function pickersOf(state: Pick<SessionState, 'options' | 'modes'>): Pickers {
  const options = state.options ?? [];
  const selects = options.filter((option): option is SelectOption => option.type === 'select');
  const mode = selects.find((option) => option.category === 'mode');
  const prominent = ['model', 'thought_level'].flatMap((category) => {
    const found = selects.find((option) => option.category === category);
    // A choice of one is no choice.
    return found === undefined || found.choices.length < 2 ? [] : [found];
  });
  const others = options.filter(
    (option) =>
      option !== mode &&
      !prominent.some((each) => each === option) &&
      (option.type === 'boolean' || option.choices.length > 1),
  );
  if (mode !== undefined) return { mode: { from: 'option', option: mode }, prominent, others };
  const { modes } = state;
  return {
    mode: modes === null || modes.available.length < 2 ? null : { from: 'modes', modes },
    prominent,
    others,
  };
}

export type ChoiceGroup = { readonly group: string | null; readonly choices: SelectOption['choices'] };

/** Choices under their headings, in the agent's order. */
export function groupsOf(option: SelectOption): readonly ChoiceGroup[] {
  const groups: { group: string | null; choices: SelectOption['choices'][number][] }[] = [];
  for (const choice of option.choices) {
    const last = groups.at(-1);
    if (last !== undefined && last.group === choice.group) last.choices.push(choice);
    else groups.push({ group: choice.group, choices: [choice] });
  }
  return groups;
}

/** The name of what is chosen; the bare value where the agent does not list it. */
export function chosenName(option: SelectOption): string {
  return option.choices.find((choice) => choice.value === option.value)?.name ?? option.value;
}
