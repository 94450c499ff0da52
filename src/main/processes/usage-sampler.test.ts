import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { listProcesses, type ProcessRow } from './process-table.ts';
import { parseCimUsage, parseProcStatus, parsePsUsage, usageOf, type ProcessUsage } from './process-usage.ts';
import { UsageSampler, type SampledRun } from './usage-sampler.ts';

function row(pid: number, ppid: number, more: Partial<ProcessRow> = {}): ProcessRow {
  return { pid, ppid, pgid: pid, startToken: String(pid), runId: null, ...more };
}

function setUp(rows: readonly ProcessRow[], live: SampledRun[]) {
  let tick: () => void = () => undefined;
  const world = { rows, live, lists: 0, now: 0 };
  const asked: (readonly number[])[] = [];
  const sampler = new UsageSampler({
    live: () => world.live,
    list: async () => {
      world.lists += 1;
      return world.rows;
    },
    usageOf: async (pids) => {
      asked.push(pids);
      return pids.map((pid): ProcessUsage => ({
        pid,
        name: `p${pid}`,
        rssBytes: pid,
        threads: 1,
        handles: null,
      }));
    },
    now: () => (world.now += 1),
    every: (_ms, run) => {
      tick = run;
      return () => undefined;
    },
  });
  return { sampler, world, asked, tick: () => tick() };
}

test('a tree is its process, what is below it, in its group, or carries its tag; strangers are none of it', async () => {
  const { sampler } = setUp(
    [row(9, 1), row(4, 2), row(2, 1), row(5, 1, { pgid: 2 }), row(6, 1, { runId: 'r' }), row(7, 4)],
    [{ runId: 'r', pid: 2 }],
  );
  await sampler.sample();
  const [sample] = sampler.samplesOf('r');
  expect(sample?.processes.map(({ pid, ppid }) => [pid, ppid])).toEqual([
    [2, 1],
    [4, 2],
    [5, 1],
    [6, 1],
    [7, 4],
  ]);
});

test('the last sixty are kept, also after the end', async () => {
  const { sampler, world } = setUp([row(2, 1)], [{ runId: 'r', pid: 2 }]);
  for (let count = 0; count < 70; count += 1) await sampler.sample();
  world.live = [];
  await sampler.sample();
  const samples = sampler.samplesOf('r');
  expect([samples.length, samples[0]?.at, samples.at(-1)?.at]).toEqual([60, 11, 70]);
});

test('nothing is looked at while nothing runs', async () => {
  const { world, tick } = setUp([row(2, 1)], []);
  tick();
  await Promise.resolve();
  expect(world.lists).toBe(0);
});

test('who watches is told after each look, and looks at once are one', async () => {
  const { sampler, world } = setUp([row(2, 1)], [{ runId: 'r', pid: 2 }]);
  let told = 0;
  const stop = sampler.watch(() => (told += 1));
  await Promise.all([sampler.sample(), sampler.sample()]);
  expect([told, world.lists]).toEqual([1, 1]);
  stop();
  await sampler.sample();
  expect(told).toBe(1);
});

test('what the systems say', () => {
  expect(
    parseProcStatus(7, 'Name:\tnode\nState:\tS (sleeping)\nVmRSS:\t   51200 kB\nThreads:\t11\n'),
  ).toEqual({ pid: 7, name: 'node', rssBytes: 52_428_800, threads: 11 });
  expect(parseProcStatus(7, 'Name:\tnode\nState:\tZ (zombie)\n')).toBeNull();
  expect(parsePsUsage('  12  2048 /usr/local/bin/node\n bad line\n 13 1024 my agent\n')).toEqual([
    { pid: 12, name: 'node', rssBytes: 2_097_152, threads: null, handles: null },
    { pid: 13, name: 'my agent', rssBytes: 1_048_576, threads: null, handles: null },
  ]);
  expect(parseCimUsage('44 1048576 9 210 node.exe\r\n\r\n')).toEqual([
    { pid: 44, name: 'node.exe', rssBytes: 1_048_576, threads: 9, handles: 210 },
  ]);
});

test.runIf(process.platform === 'linux')('a real process, as long as it is there', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log(1)']);
  await once(child.stdout, 'data');
  const pid = child.pid ?? 0;
  const [used] = await usageOf([pid]);
  expect(used).toMatchObject({ pid, threads: expect.any(Number), handles: expect.any(Number) });
  expect(used?.rssBytes).toBeGreaterThan(1024 * 1024);
  expect((await listProcesses()).some((each) => each.pid === pid)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await usageOf([pid])).toEqual([]);
});
