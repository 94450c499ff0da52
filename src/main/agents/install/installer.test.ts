import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BinarySource, PackageSource } from '../registry/registry-entry.ts';
import { runInstallTool } from './run-install-tool.ts';
import type { InstallRequest } from './installer.ts';
import { serveFiles, sha256, tarGz, zip } from './testing/archives.ts';
import type { FileServer } from './testing/archives.ts';
import { makeInstallWorld, makePackage } from './testing/install-world.ts';
import type { InstallWorld } from './testing/install-world.ts';

const script = (words: string) => `#!/bin/sh\necho ${words}\n`;

let world: InstallWorld;
let server: FileServer;
let changed: () => void = () => undefined;

beforeEach(async () => {
  changed = () => undefined;
  world = await makeInstallWorld({ onChange: () => changed() });
  server = await serveFiles();
});
afterEach(async () => {
  await world.close();
  await server.close();
});

function binary(version: string, path: string, patch: Partial<BinarySource> = {}): InstallRequest {
  const source = {
    archive: `${server.origin}${path}`,
    sha256: null,
    cmd: './tool',
    args: ['acp'],
    env: {},
    ...patch,
  };
  return { id: 'tool', name: 'Tool', version, distribution: { type: 'binary', source } };
}

function npm(version: string, spec: string, patch: Partial<PackageSource> = {}): InstallRequest {
  const source = { package: spec, cmd: null, args: ['--acp'], env: {}, ...patch };
  return { id: 'tool', name: 'Tool', version, distribution: { type: 'npm', source } };
}

/** What the version in force prints. */
async function output(): Promise<string> {
  const agent = world.store.get('tool');
  if (agent === null) return 'nothing is installed';
  const { run } = agent.current;
  const folder = world.store.folderOf('tool', agent.current);
  const [command, args] =
    run.type === 'node' ? [run.node, [join(folder, run.script)]] : [join(folder, run.path), []];
  const result = await runInstallTool({
    processes: world.processes,
    command,
    args,
    cwd: tmpdir(),
    limitMs: 10_000,
    signal: new AbortController().signal,
  });
  return result.type === 'ended' ? result.stdout.trim() : result.type;
}

async function installFirst(): Promise<void> {
  server.files.set('/one.tar.gz', tarGz([{ path: 'tool', body: script('one'), mode: 0o755 }]));
  await world.install(binary('1.0.0', '/one.tar.gz'));
  expect(await output()).toBe('one');
}

describe('archives', () => {
  it('are unpacked, checked against their checksum, and run', async () => {
    const archive = tarGz([
      { path: 'dist/', mode: 0o755 },
      { path: 'dist/tool', body: script('hello'), mode: 0o644 },
      { path: 'tool', link: 'dist/tool' },
    ]);
    server.files.set('/tool%2B1.tgz', archive);
    await world.install(binary('1.0.0', '/tool%2B1.tgz', { cmd: '.\\dist\\tool', sha256: sha256(archive) }));
    expect(world.installer.failureOf('tool')).toBeNull();
    expect(world.store.get('tool')).toEqual({
      current: {
        version: '1.0.0',
        folder: '1.0.0',
        at: 1,
        name: 'Tool',
        run: { type: 'program', path: 'files/dist/tool' },
        args: ['acp'],
        env: {},
      },
      previous: null,
    });
    expect(await output()).toBe('hello');
  });

  it('may be zip, or the bare program behind a redirect', async () => {
    server.files.set('/tool.zip', zip([{ path: 'bin/tool', body: script('zipped'), mode: 0o755 }]));
    await world.install(binary('1.0.0', '/tool.zip', { cmd: 'bin/tool' }));
    expect(await output()).toBe('zipped');
    server.files.set('/latest', { redirect: '/tool-linux' });
    server.files.set('/tool-linux', Buffer.from(script('raw')));
    await world.install(binary('2.0.0', '/latest'));
    expect(await output()).toBe('raw');
  });

  it('may be packed with bzip2, which is unpacked by a program', async () => {
    const { gunzipSync } = await import('node:zlib');
    const plain = gunzipSync(tarGz([{ path: 'tool', body: script('bz'), mode: 0o755 }]));
    // Stands in for bzip2: what it is given is not really packed.
    await world.addProgram('bzip2', '#!/bin/sh\nexec cat "$2"\n');
    server.files.set('/tool.tbz2', plain);
    await world.install(binary('1.0.0', '/tool.tbz2'));
    expect(world.installer.failureOf('tool')).toBeNull();
    expect(await output()).toBe('bz');
  });
});

describe('an installation that fails leaves the last good version in force', () => {
  const outside = [
    { name: 'leads out of the folder', entries: [{ path: '../escaped', body: 'x' }] },
    { name: 'is absolute', entries: [{ path: '/tmp/switchyard-escaped', body: 'x' }] },
    { name: 'is a link that leads out', entries: [{ path: 'link', link: '../../..' }] },
    {
      name: 'is reached through a link',
      entries: [
        { path: 'here', link: '.' },
        { path: 'here/escaped', body: 'x' },
      ],
    },
  ];
  for (const { name, entries } of outside) {
    for (const [ending, make] of [
      ['tar.gz', tarGz],
      ['zip', zip],
    ] as const) {
      it(`when something in a ${ending} ${name}`, async () => {
        await installFirst();
        const good = { path: 'tool', body: script('two'), mode: 0o755 };
        server.files.set(`/two.${ending}`, make([good, ...entries]));
        await world.install(binary('2.0.0', `/two.${ending}`));
        expect(world.installer.failureOf('tool')?.code).toBe('unsafe-archive');
        await expect(stat(join(world.root, 'tool', 'escaped'))).rejects.toThrow('ENOENT');
        await expect(stat('/tmp/switchyard-escaped')).rejects.toThrow('ENOENT');
        expect(await output()).toBe('one');
        expect(await world.foldersOf('tool')).toEqual(['1.0.0']);
        // Control: without what is unsafe it is installed.
        server.files.set(`/two.${ending}`, make([good]));
        await world.install(binary('2.0.0', `/two.${ending}`));
        expect(await output()).toBe('two');
      });
    }
  }

  it('when the checksum is another one', async () => {
    await installFirst();
    const archive = tarGz([{ path: 'tool', body: script('two'), mode: 0o755 }]);
    server.files.set('/two.tar.gz', archive);
    await world.install(binary('2.0.0', '/two.tar.gz', { sha256: '0'.repeat(64) }));
    expect(world.installer.failureOf('tool')?.code).toBe('checksum');
    expect(await output()).toBe('one');
    expect(await world.foldersOf('tool')).toEqual(['1.0.0']);
  });

  const broken = [
    { name: 'the server has it no more', code: 'refused', put: () => undefined },
    {
      name: 'it is no archive',
      code: 'broken-archive',
      put: () => server.files.set('/two.tar.gz', Buffer.from('<html>sign in first</html>')),
    },
    {
      name: 'its end is missing',
      code: 'broken-archive',
      put: () => {
        const whole = tarGz([{ path: 'tool', body: `${'x'.repeat(90_000)}${Math.random()}`, mode: 0o755 }]);
        server.files.set('/two.tar.gz', whole.subarray(0, whole.length - 40));
      },
    },
    {
      name: 'the program is not in it',
      code: 'no-program',
      put: () => server.files.set('/two.tar.gz', tarGz([{ path: 'other', body: 'x' }])),
    },
    {
      name: 'a redirect leads to an address without https',
      code: 'refused',
      put: () => server.files.set('/two.tar.gz', { redirect: 'http://localhost.example/tool.tar.gz' }),
    },
  ];
  for (const { name, code, put } of broken) {
    it(`when ${name}`, async () => {
      await installFirst();
      put();
      await world.install(binary('2.0.0', '/two.tar.gz'));
      expect(world.installer.failureOf('tool')?.code).toBe(code);
      expect(await output()).toBe('one');
      expect(await world.foldersOf('tool')).toEqual(['1.0.0']);
    });
  }

  it('when it is cancelled in the middle of the download, without calling that a failure', async () => {
    await installFirst();
    server.files.set('/two.tar.gz', { endless: Buffer.alloc(4096) });
    const downloading = new Promise<void>((resolve) => {
      changed = () => {
        if ((world.installer.progressOf('tool')?.bytes ?? 0) > 0) resolve();
      };
    });
    const done = world.install(binary('2.0.0', '/two.tar.gz'));
    await downloading;
    world.installer.cancel('tool');
    await done;
    expect(world.installer.failureOf('tool')).toBeNull();
    expect(world.installer.progressOf('tool')).toBeNull();
    expect(await output()).toBe('one');
    expect(await world.foldersOf('tool')).toEqual(['1.0.0']);
  });
});

describe('npm packages', () => {
  let packages: string;
  beforeEach(async () => {
    packages = await mkdtemp(join(tmpdir(), 'packages-'));
  });
  afterEach(() => rm(packages, { recursive: true, force: true }));

  const cli = "#!/usr/bin/env node\nconsole.log('from node', require('dep'));\n";

  it('are run by Node itself, with the scripts of the agent and none of what it depends on', async () => {
    const ran = "require('fs').writeFileSync('ran.txt', '')";
    await makePackage(
      join(packages, 'dep'),
      { name: 'dep', version: '1.0.0', scripts: { install: 'node install.js' } },
      { 'index.js': "module.exports = 'with dep';", 'install.js': ran },
    );
    const agent = await makePackage(
      join(packages, 'agent'),
      {
        name: '@some/agent',
        version: '3.1.0',
        bin: { agent: 'cli.js', other: 'other.js' },
        engines: { node: '>=18' },
        scripts: { postinstall: 'node install.js' },
        dependencies: { dep: `file:${join(packages, 'dep')}` },
      },
      { 'cli.js': cli, 'other.js': '', 'install.js': ran },
    );
    await world.install(npm('3.1.0', await pack(agent)));
    expect(world.installer.failureOf('tool')).toBeNull();
    const installed = world.store.get('tool')?.current;
    expect(installed).toMatchObject({
      version: '3.1.0',
      run: { type: 'node', script: 'node_modules/@some/agent/cli.js', range: '>=18' },
    });
    expect(await output()).toBe('from node with dep');
    const inside = join(world.root, 'tool', '3.1.0', 'node_modules');
    expect(await readFile(join(inside, '@some/agent/ran.txt'), 'utf8')).toBe('');
    await expect(stat(join(packages, 'dep', 'ran.txt'))).rejects.toThrow('ENOENT');
    await expect(stat(join(inside, 'dep', 'ran.txt'))).rejects.toThrow('ENOENT');
  });

  it('that npm cannot install leave the version before, and the last lines say why', async () => {
    await installFirst();
    await world.install(npm('2.0.0', `file:${join(packages, 'nowhere.tgz')}`));
    const failure = world.installer.failureOf('tool');
    expect(failure?.code).toBe('tool-failed');
    expect(failure?.lastLines.join('\n')).toContain('ENOENT');
    expect(await output()).toBe('one');
    expect(await world.foldersOf('tool')).toEqual(['1.0.0']);
  });

  it('can be stopped while npm runs, and nothing of npm lives on', async () => {
    await installFirst();
    await world.addProgram('npm', '#!/bin/sh\necho "npm http fetch GET 200" >&2\nsleep 600\n');
    const speaking = new Promise<void>((resolve) => {
      changed = () => {
        if (world.installer.progressOf('tool')?.lastLine !== '') resolve();
      };
    });
    const done = world.install(npm('2.0.0', 'agent@2.0.0'));
    await speaking;
    world.installer.cancel('tool');
    await done;
    expect(world.processes.live).toEqual([]);
    expect(world.installer.failureOf('tool')).toBeNull();
    expect(await output()).toBe('one');
    expect(await world.foldersOf('tool')).toEqual(['1.0.0']);
  });

  async function pack(folder: string): Promise<string> {
    const packed = await runInstallTool({
      processes: world.processes,
      command: 'npm',
      args: ['pack', folder, '--pack-destination', packages],
      cwd: packages,
      limitMs: 60_000,
      signal: new AbortController().signal,
    });
    return packed.type === 'ended' ? `file:${join(packages, packed.stdout.trim())}` : '';
  }
});

describe('versions', () => {
  it('are put back, and the last two are kept', async () => {
    for (const [version, words] of [
      ['1.0.0', 'one'],
      ['2.0.0', 'two'],
      ['3.0.0', 'three'],
    ] as const) {
      server.files.set(`/${version}.zip`, zip([{ path: 'tool', body: script(words), mode: 0o755 }]));
      await world.install(binary(version, `/${version}.zip`));
    }
    expect(await world.foldersOf('tool')).toEqual(['2.0.0', '3.0.0']);
    expect(await world.installer.rollBack('tool')).toEqual({ ok: true, value: null });
    expect(await output()).toBe('two');
    await world.installer.rollBack('tool');
    expect(await output()).toBe('three');
  });

  it('can be installed again over themselves', async () => {
    await installFirst();
    await world.install(binary('1.0.0', '/one.tar.gz'));
    expect(await output()).toBe('one');
    expect(await world.foldersOf('tool')).toEqual(['1.0.0', '1.0.0.2']);
  });

  it('are not removed while sessions run with them', async () => {
    await world.close();
    let inUse = true;
    world = await makeInstallWorld({ isInUse: () => inUse });
    await installFirst();
    expect(await world.installer.uninstall('tool')).toMatchObject({ ok: false, error: { code: 'in-use' } });
    expect(await output()).toBe('one');
    inUse = false;
    expect(await world.installer.uninstall('tool')).toEqual({ ok: true, value: null });
    expect(await world.foldersOf('tool')).toEqual([]);
    expect(await output()).toBe('nothing is installed');
  });
});
