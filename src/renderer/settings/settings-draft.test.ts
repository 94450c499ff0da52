import { expect, test } from 'vitest';
import { readSettingsDraft, settingsDraftOf, unchanged } from './settings-draft.ts';

const stored = {
  command: null,
  args: ['--acp'],
  envNames: ['TOKEN'],
  granted: ['OPENAI_API_KEY'],
  mode: 'plan',
  options: { model: 'large', fast: true },
};

test('what is stored is shown without the values of variables, and read back as it was', () => {
  const draft = settingsDraftOf(stored);
  expect(draft).toEqual({
    command: '',
    args: '--acp',
    env: 'TOKEN=',
    mode: 'plan',
    options: 'model=large\nfast=true',
  });
  expect(readSettingsDraft(draft, stored.granted)).toEqual({ ok: true, settings: unchanged(stored) });
});

test('empty fields leave everything to the catalogue', () => {
  expect(readSettingsDraft({ command: ' ', args: '\n', env: '', mode: '', options: '' }, [])).toEqual({
    ok: true,
    settings: { env: {}, granted: [], options: {} },
  });
});

test('the line that is wrong is named', () => {
  const empty = { command: '', args: '', env: '', mode: '', options: '' };
  expect([
    readSettingsDraft({ ...empty, options: 'model=a\nnonsense' }, []),
    readSettingsDraft({ ...empty, env: '=x' }, []),
  ]).toMatchObject([
    { ok: false, problem: { field: 'options', line: 2 } },
    { ok: false, problem: { field: 'env', problem: { problem: 'envLine', values: { line: 1 } } } },
  ]);
});
