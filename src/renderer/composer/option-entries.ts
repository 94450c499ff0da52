/** Options of the agent as menu entries. Names and descriptions are untrusted text. */
import { displayText } from '../../shared/text/display.ts';
import type { MenuEntry } from '../ui/menu.tsx';
import { groupsOf, type BooleanOption, type SelectOption } from './pickers.ts';

const longestDescription = 200;

export function safe(text: string): string {
  return displayText(text, 'line');
}

function description(text: string | null): string | undefined {
  return text === null ? undefined : safe(text.slice(0, longestDescription));
}

export function choiceEntries(
  option: SelectOption,
  onChoose: (value: string, label: string) => void,
  /** Stands behind the name. */
  whose: string | null = null,
): readonly MenuEntry[] {
  const name = whose === null ? safe(option.name) : `${safe(option.name)} · ${whose}`;
  return groupsOf(option).map(({ group, choices }, index) => ({
    type: 'choices',
    id: `${option.id}/${index}`,
    label: group === null ? (index === 0 ? name : undefined) : safe(group),
    value: option.value,
    choices: choices.map((choice) => ({
      value: choice.value,
      label: safe(choice.name),
      description: description(choice.description),
    })),
    onChange: (value) => onChoose(value, safe(choices.find((each) => each.value === value)?.name ?? value)),
  }));
}

export function checkEntry(
  option: BooleanOption,
  onChoose: (value: boolean, label: string) => void,
): MenuEntry {
  return {
    type: 'check',
    id: option.id,
    label: safe(option.name),
    description: description(option.description),
    checked: option.value,
    onChange: (checked) => onChoose(checked, safe(option.name)),
  };
}
