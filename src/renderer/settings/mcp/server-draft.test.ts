import { describe, expect, it } from 'vitest';
import {
  bringsSecrets,
  emptyServer,
  newValue,
  readServerDraft,
  serverDraftOf,
  withoutSecret,
  withValueName,
  type ValueDraft,
} from './server-draft.ts';

const value = (name: string, text: string, isSecret = false, key = 0) =>
  ({ key, name, text, isSecret, before: null }) as const;
const program = { ...emptyServer, id: 'tracker', command: 'npx' };
const problemsOf = (draft: typeof emptyServer, canStore = true) => {
  const read = readServerDraft(draft, canStore);
  return read.ok ? [] : read.problems.map(({ field, problem }) => `${field} ${problem}`);
};

describe('the form of an MCP server', () => {
  it('keeps secrets apart from what goes into the file', () => {
    const read = readServerDraft(
      {
        ...program,
        args: '-y\n@example/tracker\n',
        values: [value('LEVEL', 'info'), value('TOKEN', 's3cret', true, 1), value('', '', false, 2)],
      },
      true,
    );
    expect(read).toEqual({
      ok: true,
      id: 'tracker',
      entry: {
        type: 'stdio',
        command: 'npx',
        args: ['-y', '@example/tracker'],
        env: { LEVEL: 'info', TOKEN: { secret: true } },
        enabled: true,
      },
      secrets: { TOKEN: 's3cret' },
      forgotten: [],
    });
  });

  it('says everything that is wrong at once', () => {
    expect(problemsOf({ ...emptyServer, cwd: 'here' })).toEqual([
      'id nameEmpty',
      'command commandEmpty',
      'cwd cwd',
    ]);
    expect(
      problemsOf({ ...program, id: 'a__b', values: [value('1A', 'x'), value('1A', 'y', false, 1)] }),
    ).toEqual(['id name', 'values valueTwice', 'values valueName']);
    expect(problemsOf({ ...emptyServer, id: 'a', kind: 'http', url: 'mcp.example' })).toEqual(['url url']);
    expect(problemsOf({ ...emptyServer, id: 'a', kind: 'sse', url: 'https://u:p@mcp.example' })).toEqual([
      'url url',
    ]);
  });

  it('wants a word where a secret that it brings cannot be stored', () => {
    const draft = { ...program, values: [value('TOKEN', 's3cret', true)] };
    expect(problemsOf(draft, false)).toEqual(['runOnly runOnly']);
    expect(problemsOf({ ...draft, runOnly: true }, false)).toEqual([]);
    expect(problemsOf({ ...program, values: [value('TOKEN', '${env:TOKEN}')] }, false)).toEqual([]);
  });

  it('shows nothing of a secret that is there, and keeps it when left empty', () => {
    const draft = serverDraftOf({
      id: 'tracker',
      kind: 'stdio',
      enabled: true,
      command: 'npx',
      args: [],
      cwd: null,
      url: '',
      values: [
        { name: 'TOKEN', isSecret: true, text: null, kept: 'stored' },
        { name: 'OTHER_KEY', isSecret: false, text: null, kept: 'stored' },
      ],
      digest: '',
      accepted: true,
    });
    expect(draft.values.map(({ text, before }) => [text, before])).toEqual([
      ['', 'secret'],
      ['', 'in-file'],
    ]);
    expect(bringsSecrets(draft)).toBe(false);
    expect(readServerDraft(draft, false)).toMatchObject({
      entry: { env: { TOKEN: { secret: true }, OTHER_KEY: '' } },
      secrets: {},
    });
  });

  it('forgets a stored secret when told to, unless it is given another value or name', () => {
    const secret: ValueDraft = { key: 0, name: 'TOKEN', text: '', isSecret: true, before: 'secret' };
    const read = (value: ValueDraft) => readServerDraft({ ...program, values: [value] }, true);
    expect(read(secret)).toMatchObject({ forgotten: [] });
    const without = withoutSecret(secret);
    expect(read(without)).toMatchObject({
      entry: { env: { TOKEN: { secret: true } } },
      secrets: {},
      forgotten: ['TOKEN'],
    });
    expect(read({ ...without, text: 'new' })).toMatchObject({ secrets: { TOKEN: 'new' }, forgotten: [] });
    expect(read({ ...without, name: 'OTHER' })).toMatchObject({ forgotten: [] });
  });

  it('takes a value for a secret by its name, until somebody says otherwise', () => {
    const first = newValue(program);
    expect(withValueName(first, 'GITHUB_TOKEN').isSecret).toBe(true);
    expect(withValueName({ ...first, isSecret: true }, 'LEVEL').isSecret).toBe(true);
    expect(withValueName(withValueName(first, 'TOKEN'), 'TOKEN_COUNT').isSecret).toBe(false);
  });
});
