import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { entryOf, openMcpHome } from './testing/mcp-home.ts';

let home: Awaited<ReturnType<typeof openMcpHome>>;
afterEach(() => home.close());

const SECRET = 'value-of-a-secret-0815';
const withSecret = entryOf({
  command: 'npx',
  args: ['tracker'],
  env: { TOKEN: { secret: true }, A: 'plain' },
});
const save = (patch: Partial<Parameters<typeof home.editor.save>[0]>) =>
  home.editor.save({
    previousId: null,
    id: 'tracker',
    entry: withSecret,
    secrets: { TOKEN: SECRET },
    keep: 'stored',
    ...patch,
  });
const secretOf = (id: string, name: string) => {
  const server = home.servers.user.servers.find((each) => each.id === id);
  return server === undefined ? null : home.servers.secretOf({ server, workspace: null }, name);
};

/** Everything that is on disk. */
async function written(): Promise<string> {
  const names = await readdir(home.dataDir);
  return (await Promise.all(names.map((name) => readFile(join(home.dataDir, name), 'utf8')))).join('\n');
}

describe('saving a server', () => {
  it('writes no secret anywhere, and sends none to the page', async () => {
    home = await openMcpHome({ settings: '{\n  // mine\n  "theme": "dark"\n}\n' });
    expect(await save({})).toEqual({ ok: true, value: null });
    expect(await home.settingsText()).toContain('// mine');
    expect(JSON.parse((await home.settingsText()).replace('// mine', ''))).toMatchObject({
      mcpServers: {
        tracker: { command: 'npx', args: ['tracker'], env: { TOKEN: { secret: true }, A: 'plain' } },
      },
    });
    expect(await written()).not.toContain(SECRET);
    const state = await home.servers.state();
    expect(JSON.stringify(state)).not.toContain(SECRET);
    expect(state.servers[0]?.values).toEqual([
      { name: 'TOKEN', isSecret: true, text: null, kept: 'stored' },
      { name: 'A', isSecret: false, text: 'plain', kept: 'stored' },
    ]);
    expect(secretOf('tracker', 'TOKEN')).toBe(SECRET);
  });

  it('keeps the secret of one that is changed or renamed, and drops that of one that is none any more', async () => {
    home = await openMcpHome();
    await save({});
    const changed = entryOf({ command: 'other', env: { TOKEN: { secret: true } } });
    await save({ previousId: 'tracker', id: 'issues', entry: changed, secrets: {} });
    expect([secretOf('issues', 'TOKEN'), home.servers.user.servers.map(({ id }) => id)]).toEqual([
      SECRET,
      ['issues'],
    ]);
    await save({ previousId: 'issues', id: 'issues', entry: entryOf({ command: 'other' }), secrets: {} });
    expect(await readFile(join(home.dataDir, 'secrets.json'), 'utf8')).not.toContain('TOKEN');
  });

  it('refuses to store where the system encrypts nothing, and changes nothing; for this run it goes', async () => {
    home = await openMcpHome({ canStore: false });
    expect(await save({})).toMatchObject({ ok: false, error: { code: 'no-encryption' } });
    expect(home.servers.user.servers).toEqual([]);
    expect(await save({ keep: 'run' })).toMatchObject({ ok: true });
    expect((await home.servers.state()).servers[0]?.values[0]).toMatchObject({ kept: 'run' });
    expect(await written()).not.toContain(SECRET);
  });

  it('refuses a name that is taken, also by an entry that cannot be used', async () => {
    home = await openMcpHome({ settings: '{"mcpServers": {"tracker": {"nonsense": 1}}}' });
    expect(await save({})).toMatchObject({ ok: false, error: { code: 'id-taken' } });
    expect(await home.settingsText()).toContain('nonsense');
    expect((await home.servers.state()).problems).toMatchObject([{ id: 'tracker', line: 1, column: 28 }]);
  });

  it('moves a value that stood in the file in clear text into the store when it becomes a secret', async () => {
    home = await openMcpHome({
      settings: `{"mcpServers": {"tracker": {"command": "npx", "env": {"TOKEN": "${SECRET}"}}}}`,
    });
    const [view] = (await home.servers.state()).servers;
    expect(view?.values).toEqual([{ name: 'TOKEN', isSecret: false, text: null, kept: 'stored' }]);
    // Kept as it is while nobody says otherwise.
    const same = entryOf({ command: 'npx', args: ['-y'], env: { TOKEN: '' } });
    await save({ previousId: 'tracker', entry: same, secrets: {} });
    expect(await home.settingsText()).toContain(SECRET);
    await save({ previousId: 'tracker', entry: withSecret, secrets: {} });
    expect(await written()).not.toContain(SECRET);
    expect(secretOf('tracker', 'TOKEN')).toBe(SECRET);
  });
});

describe('removing a server', () => {
  it('takes its secrets away, and brings both back when asked', async () => {
    home = await openMcpHome();
    await save({});
    const removed = await home.editor.remove('tracker');
    expect(home.servers.user.servers).toEqual([]);
    expect(await readFile(join(home.dataDir, 'secrets.json'), 'utf8')).not.toContain('tracker');
    const token = removed.ok ? removed.value.token : '';
    expect(await home.editor.restore(token)).toMatchObject({ ok: true });
    expect(secretOf('tracker', 'TOKEN')).toBe(SECRET);
    expect(await home.editor.restore(token)).toMatchObject({ ok: false });
  });

  it('also goes for one that cannot be used', async () => {
    home = await openMcpHome({ settings: '{"mcpServers": {"x": {"nonsense": 1}}}' });
    const removed = await home.editor.remove('x');
    expect((await home.servers.state()).problems).toEqual([]);
    await home.editor.restore(removed.ok ? removed.value.token : '');
    expect(await home.settingsText()).toContain('nonsense');
  });
});

describe('taking over what other programs have', () => {
  const pasted = `{
    "mcpServers": {
      "github": { "command": "docker", "args": ["run"], "env": { "GITHUB_TOKEN": "${SECRET}", "LEVEL": "info" } },
      "search": { "url": "https://mcp.example/", "headers": { "Authorization": "Bearer ${SECRET}" } },
      "refers": { "command": "x", "env": { "API_KEY": "\${env:API_KEY}" } },
      "bad": { "url": "not an address" },
      "tracker": { "command": "other" }
    }
  }`;

  it('keeps secrets apart, names what it leaves out, and touches nothing that is there', async () => {
    home = await openMcpHome();
    await save({});
    const answer = await home.editor.import(pasted, 'stored');
    expect(answer).toMatchObject({
      ok: true,
      value: {
        added: ['github', 'search', 'refers'],
        problems: [{ id: 'bad', line: 6 }, { id: 'tracker' }],
      },
    });
    expect(await written()).not.toContain(SECRET);
    expect(secretOf('github', 'GITHUB_TOKEN')).toBe(SECRET);
    expect(secretOf('search', 'Authorization')).toBe(`Bearer ${SECRET}`);
    expect(await home.settingsText()).toContain('${env:API_KEY}');
    expect(home.servers.user.servers.find(({ id }) => id === 'tracker')?.entry).toEqual(withSecret);
  });

  it('adds nothing when the secrets of it cannot be kept', async () => {
    home = await openMcpHome({ canStore: false });
    expect(await home.editor.import(pasted, 'stored')).toMatchObject({ error: { code: 'no-encryption' } });
    expect(home.servers.user.servers).toEqual([]);
    expect(await home.editor.import('{ nonsense', 'stored')).toMatchObject({
      value: { added: [], problems: [{ id: '', line: 1 }] },
    });
  });
});

it('a switch goes both ways, also where another program wrote it its way', async () => {
  home = await openMcpHome({ settings: '{"mcpServers": {"x": {"command": "a", "disabled": true}}}' });
  expect(home.servers.user.servers[0]?.entry.enabled).toBe(false);
  await home.editor.enable('x', true);
  expect(home.servers.user.servers[0]?.entry.enabled).toBe(true);
  await home.editor.enable('x', false);
  expect(home.servers.user.servers[0]?.entry.enabled).toBe(false);
});
