import { expect, test } from 'vitest';
import { readSettingsDraft, settingsDraftOf, unchanged } from './settings-draft.ts';

const stored = {
  command: null,
  args: ['--acp'],
  envNames: ['TOKEN'],
  granted: ['OPENAI_API_KEY'],
  mode: 'plan',
  options: { model: 'large', fast: true },
  silenceMinutes: 10,
  idleMinutes: 0,
  providerIds: ['main'],
};
const empty = { command: '', args: '', env: '', mode: '', options: '', silenceMinutes: '', idleMinutes: '' };

test('what is stored is shown without the values of variables, and read back as it was', () => {
  const draft = settingsDraftOf(stored);
  expect(draft).toEqual({
    command: '',
    args: '--acp',
    env: 'TOKEN=',
    mode: 'plan',
    options: 'model=large\nfast=true',
    silenceMinutes: '10',
    idleMinutes: '0',
  });
  expect(readSettingsDraft(draft, stored.granted)).toEqual({ ok: true, settings: unchanged(stored) });
});

test('empty fields leave everything to the catalogue', () => {
  expect(readSettingsDraft({ ...empty, command: ' ', args: '\n' }, [])).toEqual({
    ok: true,
    settings: { env: {}, granted: [], options: {} },
  });
});

test('the line that is wrong is named', () => {
  expect([
    readSettingsDraft({ ...empty, options: 'model=a\nnonsense' }, []),
    readSettingsDraft({ ...empty, env: '=x' }, []),
    readSettingsDraft({ ...empty, silenceMinutes: 'soon' }, []),
  ]).toMatchObject([
    { ok: false, problem: { field: 'options', line: 2 } },
    { ok: false, problem: { field: 'env', problem: { problem: 'envLine', values: { line: 1 } } } },
    { ok: false, problem: { field: 'silenceMinutes' } },
  ]);
});
