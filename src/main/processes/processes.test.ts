/** Real processes. `pids:` on stderr names the whole tree of a test agent, itself first. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { scanProcesses } from './process-table.ts';
import { ProcessRegistry } from './registry.ts';
import type { ManagedProcess, StartProcessError } from './spawn.ts';
import { startProcess } from './spawn.ts';

const agents = fileURLToPath(new URL('../../../tests/agents/', import.meta.url));
const notLinux = process.platform !== 'linux';

let started: ManagedProcess[] = [];
afterEach(async () => {
  await Promise.all(started.map((managed) => managed.stop({ inputMs: 0, termMs: 0, killMs: 2000 })));
  started = [];
});

async function start(
  args: readonly string[],
  options: { command?: string; cwd?: string; env?: Record<string, string> } = {},
): Promise<ManagedProcess> {
  const { command = process.execPath, cwd = tmpdir(), env = {} } = options;
  const result = await startProcess({ command, args, cwd, env });
  if (!result.ok) throw new Error(result.error.message);
  started.push(result.value);
  return result.value;
}

async function failure(options: { command: string; cwd?: string }): Promise<StartProcessError> {
  const result = await startProcess({ args: [], env: {}, cwd: tmpdir(), ...options });
  if (result.ok) throw new Error('it started');
  return result.error;
}

/** The pids that a test agent announces. */
async function announcedPids(stderr: NodeJS.ReadableStream): Promise<number[]> {
  let text = '';
  for await (const chunk of stderr) {
    text += String(chunk);
    const match = /pids: ([\d ]+)\n/.exec(text);
    if (match?.[1] !== undefined) return match[1].split(' ').map(Number);
  }
  throw new Error(`no pids in: ${text}`);
}

async function isAlive(pid: number): Promise<boolean> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return !/^\d+ \(.*\) [ZX]/s.test(stat);
  } catch {
    return false;
  }
}

async function living(pids: readonly number[]): Promise<number[]> {
  const alive = await Promise.all(pids.map(isAlive));
  return pids.filter((_, index) => alive[index]);
}

async function tagged(runId: string): Promise<number[]> {
  return (await scanProcesses()).filter((row) => row.runId === runId).map((row) => row.pid);
}

const SLEEPER = ['-e', 'process.stdin.resume(); process.stdin.on("end", () => process.exit(0))'];
const DEAF = [
  '-e',
  'process.on("SIGTERM", () => {}); process.stderr.write(`pids: ${process.pid}\\n`); setInterval(() => {}, 1 << 30)',
];

describe('starting', () => {
  test('a missing command is `not-found`', async () => {
    expect(await failure({ command: 'no-such-agent-anywhere' })).toEqual({
      code: 'not-found',
      command: 'no-such-agent-anywhere',
      message: 'no-such-agent-anywhere was not found',
    });
  });

  test.skipIf(process.platform === 'win32')('a file that is not executable is `not-found`', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sw-spawn-'));
    const command = join(folder, 'agent');
    await writeFile(command, '#!/bin/sh\n');
    await chmod(command, 0o644);
    expect(await failure({ command })).toEqual({
      code: 'not-found',
      message: `${command} cannot be executed`,
    });
  });

  test.each(['/no/such/folder', fileURLToPath(import.meta.url)])('%s is a `bad-directory`', async (cwd) => {
    expect(await failure({ command: process.execPath, cwd })).toMatchObject({ code: 'bad-directory' });
  });

  test('a word that cannot be passed on is a `spawn-failed`, not a crash', async () => {
    expect(await failure({ command: `${process.execPath}\0` })).toMatchObject({ code: 'spawn-failed' });
  });

  test('its exit is told with code or signal', async () => {
    const coded = await start(['-e', 'process.exit(7)']);
    expect(await coded.exited).toEqual({ code: 7, signal: null });
    expect(coded.exit).toEqual({ code: 7, signal: null });
  });
});

describe.skipIf(notLinux)('stopping', () => {
  test('an agent that hears the end of its input leaves cleanly and at once', async () => {
    const managed = await start(SLEEPER);
    expect(await managed.stop()).toBe('clean');
    expect(managed.exit).toEqual({ code: 0, signal: null });
  });

  test('one that ignores its input but hears SIGTERM leaves cleanly', async () => {
    const managed = await start(['-e', 'setInterval(() => {}, 1 << 30)']);
    expect(await managed.stop({ inputMs: 100, termMs: 3000, killMs: 2000 })).toBe('clean');
    expect(managed.exit).toEqual({ code: null, signal: 'SIGTERM' });
  });

  test('one that hears nothing is killed', async () => {
    const managed = await start(DEAF);
    await announcedPids(managed.stderr);
    expect(await managed.stop({ inputMs: 50, termMs: 50, killMs: 2000 })).toBe('forced');
    expect(managed.exit).toEqual({ code: null, signal: 'SIGKILL' });
  });

  test('one that is suspended is killed too', async () => {
    const managed = await start(SLEEPER);
    process.kill(managed.pid, 'SIGSTOP');
    expect(await managed.stop({ inputMs: 50, termMs: 50, killMs: 2000 })).toBe('forced');
  });

  test('nothing of the tree is left: own group, other group, environment wiped', async () => {
    const managed = await start([join(agents, 'ignores-sigterm.mjs')]);
    const pids = await announcedPids(managed.stderr);
    expect(await living(pids)).toHaveLength(4);
    expect(await tagged(managed.runId)).toHaveLength(3);
    expect(await managed.stop({ inputMs: 50, termMs: 100, killMs: 3000 })).toBe('forced');
    expect(await living(pids)).toEqual([]);
    expect(await tagged(managed.runId)).toEqual([]);
  });

  test('control: killing only the child leaves all that it started', async () => {
    const child = spawn(process.execPath, [join(agents, 'ignores-sigterm.mjs')], {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    const [own, ...others] = await announcedPids(child.stderr);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const left = await living(others);
    for (const pid of left) process.kill(pid, 'SIGKILL');
    expect(own).toBe(child.pid);
    expect(left).toEqual(others);
  });

  test('what a process left behind that ended by itself is cleaned up', async () => {
    const managed = await start([
      '-e',
      `const c = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1 << 30)'], { detached: true, stdio: 'ignore' });
       process.stderr.write('pids: ' + c.pid + '\\n', () => process.exit(1));`,
    ]);
    const [orphan] = await announcedPids(managed.stderr);
    await managed.exited;
    expect(await living([orphan ?? 0])).toEqual([orphan]);
    expect(await managed.stop()).toBe('clean');
    expect(await living([orphan ?? 0])).toEqual([]);
  });

  test('calls share one stop, and a later one can make it faster', async () => {
    const managed = await start(DEAF);
    await announcedPids(managed.stderr);
    const patient = managed.stop({ inputMs: 60_000, termMs: 60_000, killMs: 2000 });
    const hurried = managed.stop({ inputMs: 0, termMs: 0, killMs: 2000 });
    expect(await Promise.all([patient, hurried])).toEqual(['forced', 'forced']);
  });
});

describe.skipIf(notLinux)('the registry', () => {
  test('quitting leaves none of many processes, and nothing starts afterwards', async () => {
    const registry = new ProcessRegistry();
    const options = { command: process.execPath, cwd: tmpdir(), env: {} };
    const all = await Promise.all(
      [SLEEPER, SLEEPER, DEAF, DEAF, SLEEPER, SLEEPER].map(async (args) => {
        const result = await registry.start({ ...options, args });
        if (!result.ok) throw new Error(result.error.message);
        if (args === DEAF) await announcedPids(result.value.process.stderr);
        result.value.settled();
        started.push(result.value.process);
        return result.value.process;
      }),
    );
    expect(registry.live).toHaveLength(6);
    const how = await registry.stopAll({ deadlineMs: 2000 });
    expect([...how].sort()).toEqual(['clean', 'clean', 'clean', 'clean', 'forced', 'forced']);
    expect(registry.live).toEqual([]);
    expect((await Promise.all(all.map((managed) => tagged(managed.runId)))).flat()).toEqual([]);
    expect(await registry.start({ ...options, args: SLEEPER })).toMatchObject({
      ok: false,
      error: { code: 'spawn-failed' },
    });
  });

  test('the last resort kills without waiting', async () => {
    const registry = new ProcessRegistry();
    const result = await registry.start({ command: process.execPath, args: DEAF, cwd: tmpdir(), env: {} });
    if (!result.ok) throw new Error(result.error.message);
    started.push(result.value.process);
    await announcedPids(result.value.process.stderr);
    registry.killAllNow();
    expect(await result.value.process.exited).toEqual({ code: null, signal: 'SIGKILL' });
  });
});
