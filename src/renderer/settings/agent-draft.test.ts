import { expect, test } from 'vitest';
import { draftOf, emptyDraft, idFromName, readDraft } from './agent-draft.ts';

const filled = { ...emptyDraft, name: 'My agent', id: 'my-agent', command: 'npx' };

test('lines become arguments and variables exactly as they are written', () => {
  expect(
    readDraft({ ...filled, args: '-y\n@scope/agent\n--flag=a b\n', env: 'TOKEN=a=b\n\nEMPTY=\nPATH_X= x ' }),
  ).toEqual({
    ok: true,
    agent: {
      id: 'my-agent',
      name: 'My agent',
      command: 'npx',
      args: ['-y', '@scope/agent', '--flag=a b'],
      env: { TOKEN: 'a=b', EMPTY: '', PATH_X: ' x ' },
    },
  });
});

test('every wrong field is named with its own problem', () => {
  const read = readDraft({ name: ' ', id: '9x', command: '', args: '', env: 'A=1\nnonsense' });
  expect(read).toEqual({
    ok: false,
    problems: {
      name: { problem: 'nameEmpty', values: {} },
      id: { problem: 'id', values: {} },
      command: { problem: 'commandEmpty', values: {} },
      env: { problem: 'envLine', values: { line: 2 } },
    },
  });
});

test('a variable name that no shell takes is refused by name', () => {
  expect(readDraft({ ...filled, env: 'MY-TOKEN=1' })).toEqual({
    ok: false,
    problems: { env: { problem: 'envName', values: { name: 'MY-TOKEN' } } },
  });
});

test('an id is made of the name where that is possible', () => {
  expect([idFromName('Claude Code'), idFromName('2 Élan! x'), idFromName('智能体')]).toEqual([
    'claude-code',
    'elan-x',
    '',
  ]);
});

test('editing shows the names of variables and keeps their values', () => {
  const draft = draftOf({
    id: 'a',
    name: 'A',
    origin: 'custom',
    commandLine: 'a b',
    command: 'a',
    args: ['b', ''],
    envNames: ['KEY'],
  });
  expect(draft).toEqual({ name: 'A', id: 'a', command: 'a', args: 'b\n', env: 'KEY=' });
});
