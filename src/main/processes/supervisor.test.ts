import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { argvHash, encodeLease, parseLease } from './lease.ts';
import { hostSystem } from './process-system.ts';
import type { StopRecord } from './registry.ts';
import { createSupervisor } from './supervisor.ts';
import type { Supervisor } from './supervisor.ts';

let dataDir: string;
let supervisor: Supervisor | null = null;
let reports: string[] = [];
let stops: StopRecord[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sw-supervisor-'));
  supervisor = null;
  reports = [];
  stops = [];
});
afterEach(async () => {
  await supervisor?.processes.stopAll({ deadlineMs: 2000 });
  await supervisor?.close();
  await rm(dataDir, { recursive: true, force: true });
});

function create(): Supervisor {
  supervisor = createSupervisor({
    dataDir,
    report: (error, where) => reports.push(`${where}: ${String(error)}`),
    appEnv: { PATH: '/usr/bin:/bin', SHELL: '/bin/sh', OPENAI_API_KEY: 'canary' },
    onStopped: (record) => stops.push(record),
  });
  return supervisor;
}

async function leases() {
  const folder = join(dataDir, 'leases');
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map(parseLease).filter((lease) => lease?.kind !== 'shell-environment');
}

async function startSleeper() {
  const { processes } = supervisor ?? create();
  const started = await processes.start({ command: 'sleep', args: ['86400'], cwd: '/', env: {} });
  if (!started.ok) throw new Error(started.error.message);
  return started.value.process;
}

describe.skipIf(process.platform !== 'linux')('the supervisor', () => {
  test('a process is on record from before it can be spoken to until nothing of it is left', async () => {
    const managed = await startSleeper();
    const own = await hostSystem.lookUp(process.pid);
    const child = await hostSystem.lookUp(managed.pid);
    expect(await leases()).toEqual([
      {
        version: 1,
        uuid: managed.runId,
        kind: 'agent',
        pid: managed.pid,
        pgid: managed.pid,
        startToken: child.state === 'running' ? child.startToken : null,
        place: await hostSystem.place(),
        argvHash: argvHash('sleep', ['86400']),
        cwd: '/',
        ownerPid: process.pid,
        ownerToken: own.state === 'running' ? own.startToken : null,
        at: expect.any(Number),
      },
    ]);
    await supervisor?.processes.stop(managed, { inputMs: 0, termMs: 2000, killMs: 2000 });
    expect(await leases()).toEqual([]);
    expect(stops.filter(({ kind }) => kind === 'agent')).toEqual([
      {
        runId: managed.runId,
        kind: 'agent',
        command: 'sleep',
        pid: managed.pid,
        how: 'clean',
        exit: { code: null, signal: 'SIGTERM' },
        ms: expect.any(Number),
      },
    ]);
  });

  test('what ends by itself is cleaned up and forgotten though nobody asks', async () => {
    const managed = await startSleeper();
    process.kill(managed.pid, 'SIGKILL');
    while (supervisor?.processes.live.includes(managed))
      await new Promise((resolve) => setTimeout(resolve, 20));
    while ((await leases()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(stops.some(({ runId }) => runId === managed.runId)).toBe(true);
  });

  test('a program that does not exist leaves no record', async () => {
    const { processes } = create();
    const started = await processes.start({ command: 'no-such-program', args: [], cwd: '/', env: {} });
    expect(started).toMatchObject({ ok: false, error: { code: 'not-found' } });
    expect(await leases()).toEqual([]);
  });

  test('what an earlier run left is ended and told; its neighbour is not touched', async () => {
    const first = await startSleeper();
    const [lease] = await leases();
    if (lease === undefined || lease === null) throw new Error('no lease');
    // As if whoever started it had died: with the pid of a process that is gone.
    const dead = spawn('true', { stdio: 'ignore' });
    await once(dead, 'exit');
    const other = await mkdtemp(join(tmpdir(), 'sw-supervisor-'));
    try {
      await mkdir(join(other, 'leases'), { recursive: true });
      await writeFile(
        join(other, 'leases', `${lease.uuid}.lease`),
        encodeLease({ ...lease, ownerPid: dead.pid ?? 0, ownerToken: '1' }),
      );
      const neighbour = await startSleeper();
      const next = createSupervisor({
        dataDir: other,
        report: (error, where) => reports.push(`${where}: ${String(error)}`),
        appEnv: { SHELL: '/bin/false' },
      });
      const notes = await next.swept;
      await next.close();
      expect(notes).toMatchObject([{ uuid: lease.uuid, kind: 'agent', result: 'ended', why: null }]);
      expect(reports).toEqual([
        'start-up sweep: Error: an earlier run of the app had left a process behind (agent); it was ended',
      ]);
      expect([first.exit, neighbour.exit]).toEqual([{ code: null, signal: 'SIGTERM' }, null]);
    } finally {
      await rm(other, { recursive: true, force: true });
    }
  });

  test('a folder that cannot be written to keeps nothing from starting, and is told once', async () => {
    await writeFile(join(dataDir, 'leases'), 'in the way');
    await startSleeper();
    await startSleeper();
    expect(reports.filter((report) => report.startsWith('leases:'))).toHaveLength(1);
  });

  test('the environment is explained with what the shell had to say', async () => {
    const explained = await create().explainEnvironment({ MODE: 'x' });
    expect(explained.shell).toEqual({ state: 'read' });
    expect(explained.variables).toContainEqual({ name: 'MODE', shown: 'x', source: 'launch' });
    expect(explained.withheld).toContainEqual({ name: 'OPENAI_API_KEY', why: 'secret' });
    expect(JSON.stringify(explained)).not.toContain('canary');
  });
});
