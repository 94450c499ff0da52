import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entryOf, openMcpHome } from './testing/mcp-home.ts';

let home: Awaited<ReturnType<typeof openMcpHome>>;
beforeEach(async () => {
  home = await openMcpHome({
    settings: JSON.stringify({
      mcpServers: {
        files: { command: 'files', args: ['--all'], env: { ROOT: '${env:PROJECTS}/x' } },
        remote: { url: 'https://mcp.example/', headers: { 'X-Key': { secret: true } } },
        old: { type: 'sse', url: 'https://mcp.example/sse' },
        off: { command: 'off', enabled: false },
        gone: { command: 'no-such' },
      },
    }),
  });
  home.variables.set('PROJECTS', '/projects');
});
afterEach(() => home.close());

const ALL = { stdio: true, http: true, sse: true };
const select = (takes = ALL, agentId = 'helper') => home.servers.select(agentId, home.path, takes);
const { signal } = new AbortController();
const trust = (trusted = true) => home.handlers['mcp.trust']({ workspaceId: 'w', trusted }, { signal });

async function reasons(takes = ALL) {
  const { left } = await select(takes);
  return Object.fromEntries(left.map(({ name, reason, detail }) => [name, [reason, detail]]));
}

describe('what an agent is given', () => {
  it('is all that it takes, with values filled in, and why not the rest', async () => {
    await home.handlers['mcp.setSecret'](
      { workspaceId: null, id: 'remote', name: 'X-Key', value: 'secret-key', keep: 'run' },
      { signal },
    );
    const { servers, passed, hidden } = await select({ stdio: true, http: true, sse: false });
    expect(servers).toEqual([
      {
        name: 'files',
        command: '/usr/bin/files',
        args: ['--all'],
        env: [{ name: 'ROOT', value: '/projects/x' }],
      },
      {
        type: 'http',
        name: 'remote',
        url: 'https://mcp.example/',
        headers: [{ name: 'X-Key', value: 'secret-key' }],
      },
    ]);
    expect(passed).toEqual([
      { name: 'files', source: 'user', kind: 'stdio' },
      { name: 'remote', source: 'user', kind: 'http' },
    ]);
    expect(hidden).toContain('secret-key');
    expect(await reasons({ stdio: true, http: false, sse: false })).toEqual({
      remote: ['agent-without-http', ''],
      old: ['agent-without-sse', ''],
      gone: ['command-not-found', 'no-such'],
    });
  });

  it('is not what a permission rule denies as a whole, with the rule’s own note', async () => {
    home.denied.set('files', 'not for this one');
    expect(await reasons()).toMatchObject({ files: ['denied', 'not for this one'] });
    expect((await select()).passed.map(({ name }) => name)).not.toContain('files');
    home.denied.clear();
    expect((await select()).passed.map(({ name }) => name)).toContain('files');
  });

  it('says which value is missing', async () => {
    home.variables.clear();
    expect(await reasons()).toMatchObject({
      files: ['variable-missing', 'PROJECTS'],
      remote: ['secret-missing', 'X-Key'],
    });
  });

  it('is nothing where the agent says that it uses none', async () => {
    expect(await reasons({ stdio: false, http: false, sse: false })).toMatchObject({
      files: ['agent-uses-none', ''],
      old: ['agent-uses-none', ''],
    });
    expect((await select({ stdio: false, http: false, sse: false })).servers).toEqual([]);
  });

  it('is what the person chose for it, and everything again by default', async () => {
    const choose = (off: string[]) =>
      home.handlers['mcp.choose']({ agentId: 'helper', off, workspace: false }, { signal });
    await choose(['files']);
    expect((await reasons()).files).toEqual(['not-chosen', '']);
    expect((await select(ALL, 'another')).passed.map(({ name }) => name)).toContain('files');
    expect(JSON.parse(await home.settingsText())).toMatchObject({
      agentSettings: { helper: { mcp: { off: ['files'], workspace: false } } },
    });
    await home.handlers['mcp.choose']({ agentId: 'helper', off: [], workspace: true }, { signal });
    expect((await select()).passed.map(({ name }) => name)).toContain('files');
  });
});

describe('the servers of a workspace', () => {
  const names = async () => (await select()).passed.filter(({ source }) => source === 'workspace');
  const ofWorkspace = async () => (await home.servers.state()).workspaces[0];

  it('are not read before it is trusted, and gone when it no longer is', async () => {
    // Reading it would find what is wrong with it.
    await home.writeWorkspace('{ broken');
    expect(await reasons()).toMatchObject({ '.switchyard/mcp.json': ['not-trusted', ''] });
    expect(await ofWorkspace()).toMatchObject({ hasFile: true, trusted: false, servers: [], problems: [] });
    await home.writeWorkspace({ local: { command: 'local' } });
    await trust();
    expect(await names()).toEqual([{ name: 'local', source: 'workspace', kind: 'stdio' }]);
    await trust(false);
    expect(await names()).toEqual([]);
    expect(await ofWorkspace()).toMatchObject({ trusted: false, servers: [] });
  });

  it('are given only as they were accepted: what an agent or a pull changes is asked about', async () => {
    await home.writeWorkspace({ local: { command: 'local' } });
    await trust();
    await home.writeWorkspace({ local: { command: 'local', args: ['--evil'] }, added: { command: 'added' } });
    expect(await names()).toEqual([]);
    expect(await reasons()).toMatchObject({ local: ['not-accepted', ''], added: ['not-accepted', ''] });
    const [local] = (await ofWorkspace())?.servers ?? [];
    expect(local).toMatchObject({ accepted: false, args: ['--evil'] });
    const accept = (digest: string) =>
      home.handlers['mcp.accept']({ workspaceId: 'w', id: 'local', digest, accepted: true }, { signal });
    // It has changed once more since the person looked.
    await home.writeWorkspace({ local: { command: 'local', args: ['--worse'] } });
    expect(await accept(local?.digest ?? '')).toMatchObject({ ok: false, error: { code: 'changed' } });
    expect(await names()).toEqual([]);
    await accept((await ofWorkspace())?.servers[0]?.digest ?? '');
    expect(await names()).toHaveLength(1);
  });

  it('never take the place of one of the person', async () => {
    await home.writeWorkspace({ FILES: { command: 'evil' }, other: { command: 'other' } });
    await trust();
    const { passed } = await select();
    expect(passed.filter(({ source }) => source === 'workspace').map(({ name }) => name)).toEqual(['other']);
    expect(await reasons()).toMatchObject({ FILES: ['name-taken', ''] });
  });

  it('keep a secret for the place that it was given for', async () => {
    await home.writeWorkspace({
      local: { url: 'https://good.example/', headers: { Key: { secret: true } } },
    });
    await trust();
    await home.handlers['mcp.setSecret'](
      { workspaceId: 'w', id: 'local', name: 'Key', value: 'for-good', keep: 'stored' },
      { signal },
    );
    expect(JSON.stringify((await select()).servers)).toContain('for-good');
    await home.writeWorkspace({
      local: { url: 'https://evil.example/', headers: { Key: { secret: true } } },
    });
    await trust();
    expect((await reasons()).local).toEqual(['secret-missing', 'Key']);
    expect(JSON.stringify((await select()).servers)).not.toContain('for-good');
  });

  it('stay as they were last read while the file is broken, which is said', async () => {
    await home.writeWorkspace({ local: { command: 'local' } });
    await trust();
    expect(await names()).toHaveLength(1);
    await home.writeWorkspace('{ "mcpServers": {');
    expect(await names()).toHaveLength(1);
    expect((await reasons())['.switchyard/mcp.json']).toEqual([
      'not-valid',
      expect.stringMatching(/^1:\d+ /),
    ]);
  });

  it('are not read through a link to a place outside', async () => {
    const outside = join(home.base, 'outside.json');
    await writeFile(outside, JSON.stringify({ mcpServers: { stolen: { command: 'x' } } }));
    await rm(join(home.path, '.switchyard'), { recursive: true });
    await mkdir(join(home.path, '.switchyard'));
    await symlink(outside, join(home.path, '.switchyard/mcp.json'));
    await trust();
    expect(await names()).toEqual([]);
  });
});

it('what an agent takes is known once it has asked', async () => {
  expect((await home.servers.state()).agents[0]).toMatchObject({ id: 'helper', takes: null });
  await select({ stdio: true, http: false, sse: false });
  expect((await home.servers.state()).agents[0]).toMatchObject({
    takes: { stdio: true, http: false, sse: false },
  });
});

it('a server of the settings is not started for a test while a value is missing', async () => {
  const states: unknown[] = [];
  await new Promise<void>((resolve) => {
    void home.handlers['mcp.test'](
      { workspaceId: null, id: 'remote' },
      { emit: (state) => states.push(state), end: () => resolve(), signal },
    );
  });
  expect(states).toMatchObject([{ outcome: 'failed', failure: { code: 'value-missing', detail: 'X-Key' } }]);
  expect(entryOf({ command: 'x' })).toMatchObject({ enabled: true });
});
