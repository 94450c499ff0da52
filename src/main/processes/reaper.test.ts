/** The real script, run by the system's sh. What it ends are real processes. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { hostSystem } from './process-system.ts';
import { PS_WORDS, parsePs } from './process-table.ts';
import { Reaper, tokenWord } from './reaper.ts';
import script from './reaper.sh?raw';
import { runTool } from './run-tool.ts';

let children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  children = [];
});

function sleeper(runId: string | null): ChildProcess & { pid: number } {
  const { PATH } = process.env;
  const child = spawn('sleep', ['86400'], {
    detached: true,
    stdio: 'ignore',
    env: { PATH, ...(runId === null ? {} : { SWITCHYARD_RUN: runId }) },
  });
  children.push(child);
  return Object.assign(child, { pid: child.pid ?? 0 });
}

async function tokenOf(pid: number): Promise<string> {
  const found = await hostSystem.lookUp(pid);
  if (found.state !== 'running') throw new Error('it does not run');
  return found.startToken;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Runs the script over the lines as if the app died after them. */
async function reap(
  lines: string,
  {
    signals = [],
    shell = '/bin/sh',
    text = script,
  }: { signals?: readonly NodeJS.Signals[]; shell?: string; text?: string } = {},
): Promise<number | null> {
  const reaper = spawn(shell, ['-c', 'eval "$SWITCHYARD_REAPER"'], {
    env: { ...PS_WORDS, PATH: process.env['PATH'], SWITCHYARD_REAPER: text },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  children.push(reaper);
  reaper.stdin.write(lines);
  if (signals.length > 0) {
    // It ignores them from its first line on; until its first read it may not be there yet.
    await untilItReads(reaper.pid ?? 0);
    for (const signal of signals) reaper.kill(signal);
  }
  reaper.stdin.end();
  const [code] = (await once(reaper, 'exit')) as [number | null];
  return code;
}

/** SigIgn of proc(5): the signals it ignores, as bits. */
async function untilItReads(pid: number): Promise<void> {
  for (;;) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const ignored = Number.parseInt(/SigIgn:\s*([0-9a-f]+)/.exec(status)?.[1] ?? '0', 16);
    if ((ignored & (1 << 14)) !== 0) return;
    await new Promise(setImmediate);
  }
}

test('a start time becomes one word', () => {
  expect(tokenWord(' Thu Nov  5 09:15:02 2026 ')).toBe('Thu_Nov_5_09:15:02_2026');
});

describe.skipIf(process.platform !== 'linux')('the script', () => {
  const shells = ['/bin/sh', '/bin/bash'].filter((path) => existsSync(path));
  test.each(shells)(
    'ends what is on its list and what carries its tag, nothing else, with %s',
    async (shell) => {
      const [listed, announced, removed, torn, stranger] = [1, 2, 3, 4, 5].map(() => randomUUID());
      const known = sleeper(null);
      const tagged = sleeper(announced ?? '');
      const kept = [sleeper(removed ?? ''), sleeper(torn ?? ''), sleeper(null), sleeper(stranger ?? '')];
      const pids = kept.map(({ pid }) => pid);
      const ended = Promise.all([once(known, 'exit'), once(tagged, 'exit')]);
      const lines = [
        `+ ${listed} 0 -`,
        `+ ${listed} ${known.pid} ${await tokenOf(known.pid)}`,
        `+ ${announced} 0 -`,
        `+ ${removed} ${pids[0]} ${await tokenOf(pids[0] ?? 0)}`,
        `- ${removed}`,
        // The pid is used again: another start time.
        `+ ${randomUUID()} ${pids[2]} 1`,
        'nonsense',
        '',
        `+ ${torn} ${pids[1]} ${await tokenOf(pids[1] ?? 0)}`,
      ];
      expect(await reap(lines.join('\n'), { shell })).toBe(0);
      await ended;
      expect(kept.map(hasEnded)).toEqual([false, false, false, false]);
    },
  );

  test.skipIf(!existsSync('/bin/ps'))('does the same by ps, where there is no /proc', async () => {
    const [listed, announced] = [randomUUID(), randomUUID()];
    const known = sleeper(null);
    const tagged = sleeper(announced);
    const stranger = sleeper(null);
    const ended = Promise.all([once(known, 'exit'), once(tagged, 'exit')]);
    const rows = parsePs(await runTool('ps', ['-axo', 'pid=,ppid=,pgid=,stat=,lstart='], PS_WORDS));
    const token = rows.find(({ pid }) => pid === known.pid)?.startToken ?? '';
    const lines = [
      `+ ${listed} ${known.pid} ${tokenWord(token)}`,
      `+ ${announced} 0 -`,
      `+ ${randomUUID()} ${stranger.pid} Thu_Nov_5_09:15:02_2026`,
      '',
    ];
    // Linux's ps has another letter for showing environments.
    const text = script.replace('/proc/self/stat', '/no/such/file').replace('ps -axEww', 'ps axeww');
    expect(await reap(lines.join('\n'), { text })).toBe(0);
    await ended;
    expect(hasEnded(stranger)).toBe(false);
  });

  test('is deaf to what ends a session, and still does its work', async () => {
    const uuid = randomUUID();
    const known = sleeper(uuid);
    const ended = once(known, 'exit');
    const lines = `+ ${uuid} ${known.pid} ${await tokenOf(known.pid)}\n`;
    expect(await reap(lines, { signals: ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGQUIT'] })).toBe(0);
    await ended;
  });

  test('with an empty list it just goes', async () => {
    const uuid = randomUUID();
    const child = sleeper(uuid);
    expect(await reap(`+ ${uuid} 0 -\n- ${uuid}\n`)).toBe(0);
    expect(hasEnded(child)).toBe(false);
  });
});

describe.skipIf(process.platform !== 'linux')('beside the app', () => {
  test('one that is killed is replaced, and the new one knows everything', async () => {
    const problems: unknown[] = [];
    const uuid = randomUUID();
    const known = sleeper(uuid);
    const ended = once(known, 'exit');
    const reaper = new Reaper({ report: (problem) => problems.push(problem) });
    reaper.start();
    await reaper.add(uuid, { pid: known.pid, startToken: await tokenOf(known.pid) });
    const first = reaper.pid ?? 0;
    process.kill(first, 'SIGKILL');
    while (reaper.pid === null || reaper.pid === first)
      await new Promise((resolve) => setTimeout(resolve, 5));
    await reaper.close();
    await ended;
    expect(problems).toEqual([new Error('the reaper ended: SIGKILL')]);
  });

  test('without a shell it says so, and processes start all the same', async () => {
    const problems: unknown[] = [];
    const told = new Promise<void>((resolve) => {
      const reaper = new Reaper({
        shell: '/no/such/sh',
        report(problem) {
          problems.push(problem);
          void reaper
            .add(randomUUID(), null)
            .then(() => reaper.close())
            .then(resolve);
        },
      });
      reaper.start();
    });
    await told;
    expect(problems).toEqual([expect.objectContaining({ code: 'ENOENT' })]);
  });

  test('an orderly end leaves neither it nor what is still on its list', async () => {
    const reaper = new Reaper({ report: () => {} });
    reaper.start();
    const pid = reaper.pid ?? 0;
    const uuid = randomUUID();
    const left = sleeper(uuid);
    const ended = once(left, 'exit');
    await reaper.add(uuid, null);
    await reaper.close();
    await ended;
    while ((await hostSystem.lookUp(pid)).state === 'running') await new Promise(setImmediate);
    expect(reaper.pid).toBeNull();
  });
});
