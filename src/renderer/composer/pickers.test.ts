import { expect, test } from 'vitest';
import type { ConfigOption } from '../../shared/session/content.ts';
import { chosenName, groupsOf, pickersOf, type SelectOption } from './pickers.ts';

function select(id: string, category: string | null, values: readonly string[] = ['a', 'b']): SelectOption {
  return {
    id,
    name: id,
    description: null,
    category,
    type: 'select',
    value: values[0] ?? '',
    choices: values.map((value) => ({ value, name: value.toUpperCase(), description: null, group: null })),
  };
}
const fast: ConfigOption = {
  id: 'fast',
  name: 'Fast',
  description: null,
  category: 'model_config',
  type: 'boolean',
  value: false,
};
const modes = {
  currentModeId: 'ask',
  available: [
    { id: 'ask', name: 'Ask', description: null },
    { id: 'auto', name: 'Auto', description: null },
  ],
};

function by(...options: readonly ConfigOption[]) {
  return options.map((option) => ({ by: 'option', option }));
}

test('an option of the category mode hides the modes', () => {
  const mode = select('mode', 'mode');
  const model = select('model', 'model');
  const effort = select('effort', 'thought_level');
  const agent = select('agent', null);
  expect(pickersOf({ options: [model, mode, effort, agent, fast], modes }, 'Mode')).toEqual({
    mode: { by: 'option', option: mode },
    prominent: by(model, effort),
    others: by(agent, fast),
  });
});

test('modes are offered like an option when no option has that category', () => {
  const model = select('model', 'model');
  expect(pickersOf({ options: [model], modes }, 'Mode')).toEqual({
    mode: {
      by: 'mode',
      option: {
        id: 'mode',
        name: 'Mode',
        description: null,
        category: 'mode',
        type: 'select',
        value: 'ask',
        choices: [
          { value: 'ask', name: 'Ask', description: null, group: null },
          { value: 'auto', name: 'Auto', description: null, group: null },
        ],
      },
    },
    prominent: by(model),
    others: [],
  });
});

test('a choice of one is not offered', () => {
  const one = { ...modes, available: modes.available.slice(0, 1) };
  expect(pickersOf({ options: [select('model', 'model', ['only'])], modes: one }, 'Mode')).toEqual({
    mode: null,
    prominent: [],
    others: [],
  });
});

test('an agent without options has nothing to pick', () => {
  expect(pickersOf({ options: null, modes: null }, 'Mode')).toEqual({
    mode: null,
    prominent: [],
    others: [],
  });
});

test('choices stand under their headings', () => {
  const option: SelectOption = {
    ...select('model', 'model'),
    choices: ['x', 'y', 'z'].map((value) => ({
      value,
      name: value,
      description: null,
      group: value === 'z' ? 'Old' : 'New',
    })),
  };
  expect(groupsOf(option).map(({ group, choices }) => [group, choices.map(({ value }) => value)])).toEqual([
    ['New', ['x', 'y']],
    ['Old', ['z']],
  ]);
});

test('a value that is not listed shows as it is', () => {
  expect([chosenName(select('m', null)), chosenName({ ...select('m', null), value: 'zzz' })]).toEqual([
    'A',
    'zzz',
  ]);
});
