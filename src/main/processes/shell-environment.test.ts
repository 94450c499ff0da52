import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { err, ok } from '../../shared/result.ts';
import { EnvironmentSource } from './environment-source.ts';
import { ProcessRegistry } from './registry.ts';
import { parseShellOutput, readShellEnvironment } from './shell-environment.ts';

test('what start files write around the marks does not count; values keep their lines', () => {
  expect(
    parseShellOutput(
      'Welcome=1\nMARKA=1\0B=two\nlines=x\0TERM=dumb\0SWITCHYARD_RUN=r\0=odd\0MARK bye\n',
      'MARK',
    ),
  ).toEqual({ A: '1', B: 'two\nlines=x' });
});

test.each(['', 'MARKA=1\0', 'MARKMARK', 'A=1\0'])('no answer: %j', (output) => {
  expect(parseShellOutput(output, 'MARK')).toBeNull();
});

describe.skipIf(process.platform === 'win32')('a real shell', () => {
  let home: string;
  let processes: ProcessRegistry;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'sw-home-'));
    const appEnv = { HOME: home, PATH: '/usr/bin:/bin' };
    processes = new ProcessRegistry({ environment: async () => ({ appEnv, shellEnv: null }) });
  });
  afterEach(async () => {
    await processes.stopAll({ deadlineMs: 2000 });
    await rm(home, { recursive: true, force: true });
  });

  const read = (SHELL: string, limitMs = 20_000) =>
    readShellEnvironment({ processes, appEnv: { SHELL, HOME: home, PATH: '/usr/bin:/bin' }, home, limitMs });

  /** A shell of our own: takes whatever it is given to run, after its start files. */
  async function shell(startFiles: string): Promise<string> {
    const path = join(home, 'shell');
    await writeFile(path, `#!/bin/sh\n${startFiles}\nshift\neval "$1"\n`);
    await chmod(path, 0o755);
    return path;
  }

  test('bash tells what its start files export', async () => {
    await writeFile(
      join(home, '.bash_profile'),
      `echo noise; export NVM_DIR='/opt/n v m' LINES_TWO=$'a\\nb'; PATH="/opt/bin:$PATH"\n`,
    );
    const found = await read('/bin/bash');
    expect(found).toMatchObject({ ok: true, value: { NVM_DIR: '/opt/n v m', LINES_TWO: 'a\nb' } });
    expect(found.ok && found.value['PATH']?.split(':')[0]).toBe('/opt/bin');
  });

  test('one that waits for ever is ended at the limit, with what it started', async () => {
    const found = await read(await shell('setsid sleep 86400 &\nsleep 86400'), 300);
    expect(found).toMatchObject({ ok: false, error: { code: 'too-slow' } });
    await processes.stopAll({ deadlineMs: 2000 });
    expect(processes.live).toEqual([]);
  });

  test('one that writes without end is cut off', async () => {
    expect(await read(await shell('yes'))).toMatchObject({ ok: false, error: { code: 'too-much' } });
  });

  test('one that asks a question gets the end of its input', async () => {
    expect(await read(await shell('read answer\nexport ANSWERED=$?'))).toMatchObject({
      ok: true,
      value: { ANSWERED: '1' },
    });
  });

  test('one that fails, is missing, or is no shell to log in with', async () => {
    expect(await read(await shell('exit 3'))).toMatchObject({ ok: false, error: { code: 'no-answer' } });
    expect(await read('/no/such/shell')).toMatchObject({ ok: false, error: { code: 'not-started' } });
    expect(await read('/usr/sbin/nologin')).toMatchObject({ ok: false, error: { code: 'no-shell' } });
  });

  test('the socket of a key agent that is not there any more is left out', async () => {
    const found = await read(await shell('export SSH_AUTH_SOCK=/no/such/socket SSH_AGENT_PID=1 KEPT=1'));
    expect(found).toMatchObject({ ok: true, value: { KEPT: '1' } });
    expect(found.ok && 'SSH_AUTH_SOCK' in found.value).toBe(false);
  });
});

describe('many starts', () => {
  const appEnv = { PATH: '/usr/bin' };

  test('share one reading', async () => {
    let reads = 0;
    const source = new EnvironmentSource({
      appEnv,
      limitMs: 10_000,
      read: async () => ok({ READ: String(++reads) }),
    });
    const both = await Promise.all([source.sources(), source.sources()]);
    expect([...both, await source.sources()]).toEqual(Array(3).fill({ appEnv, shellEnv: { READ: '1' } }));
    await source.refresh();
    expect(await source.sources()).toEqual({ appEnv, shellEnv: { READ: '2' } });
  });

  test('go on without a shell that does not answer, and have its answer later', async () => {
    let answer: (value: string) => void = () => {};
    const answered = new Promise<string>((resolve) => (answer = resolve));
    const source = new EnvironmentSource({
      appEnv,
      limitMs: 1,
      read: async () => ok({ READ: await answered }),
    });
    expect(await source.sources()).toEqual({ appEnv, shellEnv: null });
    answer('late');
    await source.refresh();
    expect(await source.sources()).toEqual({ appEnv, shellEnv: { READ: 'late' } });
  });

  test('go on without one that failed, and say why', async () => {
    const problem = { code: 'no-shell', message: 'none' } as const;
    const source = new EnvironmentSource({ appEnv, limitMs: 10_000, read: async () => err(problem) });
    expect(await source.sources()).toEqual({ appEnv, shellEnv: null });
    expect(source.shell).toEqual({ state: 'failed', problem });
  });
});
