/** What can be chosen in the composer, from the options and modes that the agent offers. */
import type { ConfigOption, SessionModes } from '../../shared/session/content.ts';
import type { SessionState } from '../../shared/session/state.ts';

export type SelectOption = Extract<ConfigOption, { type: 'select' }>;
export type BooleanOption = Extract<ConfigOption, { type: 'boolean' }>;

/** `by`: which call changes it. Modes of older agents look like an option and are set by their own method. */
export type Picker = { readonly by: 'option' | 'mode'; readonly option: ConfigOption };
export type SelectPicker = Picker & { readonly option: SelectOption };

export type Pickers = {
  /** From an option of the category `mode`; else from the session's modes. */
  readonly mode: SelectPicker | null;
  /** Shown in the bar beside the mode: the first model and the first thought level. */
  readonly prominent: readonly SelectPicker[];
  /** Everything else, in the agent's order. */
  readonly others: readonly Picker[];
};

/** `modeWord`: what the modes of a session are called, since the protocol does not name them. */
export function pickersOf(state: Pick<SessionState, 'options' | 'modes'>, modeWord: string): Pickers {
  const options = state.options ?? [];
  const selects = options.filter((option): option is SelectOption => option.type === 'select');
  const byOption = <Option extends ConfigOption>(option: Option) => ({ by: 'option', option }) as const;
  const mode = selects.find((option) => option.category === 'mode');
  const prominent = ['model', 'thought_level'].flatMap((category) => {
    const found = selects.find((option) => option.category === category);
    return found === undefined || !isChoice(found) ? [] : [found];
  });
  const others = options.filter(
    (option) => option !== mode && !prominent.some((each) => each === option) && isChoice(option),
  );
  return {
    mode: mode === undefined ? modePicker(state.modes, modeWord) : byOption(mode),
    prominent: prominent.map(byOption),
    others: others.map(byOption),
  };
}

/** A choice of one is no choice. */
function isChoice(option: ConfigOption): boolean {
  return option.type === 'boolean' || option.choices.length > 1;
}

function modePicker(modes: SessionModes | null, name: string): SelectPicker | null {
  if (modes === null || modes.available.length < 2) return null;
  const option: SelectOption = {
    id: 'mode',
    name,
    description: null,
    category: 'mode',
    type: 'select',
    value: modes.currentModeId,
    choices: modes.available.map(({ id, name: label, description }) => ({
      value: id,
      name: label,
      description,
      group: null,
    })),
  };
  return { by: 'mode', option };
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
