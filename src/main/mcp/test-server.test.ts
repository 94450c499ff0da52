import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { McpTestState } from '../../shared/ipc/contract/mcp.ts';
import { mcpServerEntry } from '../../shared/mcp/definition.ts';
import { hostSystem } from '../processes/process-system.ts';
import { ProcessRegistry } from '../processes/registry.ts';
import type { ResolvedValues } from './resolve-values.ts';
import { serveMcp, TOKEN } from './testing/http-servers.ts';
import { testMcpServer, type McpTestLimits } from './test-server.ts';

const program = join(__dirname, '../../../tests/fixtures/mcp/stdio-server.mjs');
const nothing: ResolvedValues = { values: [], hidden: [] };

let folder: string;
let processes: ProcessRegistry;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-test-'));
  processes = new ProcessRegistry();
});
afterEach(async () => {
  await processes.stopAll({ deadlineMs: 3000 });
  await rm(folder, { recursive: true, force: true });
});

const stdio = (...args: readonly string[]) =>
  mcpServerEntry.parse({ type: 'stdio', command: process.execPath, args: [program, ...args] });
const remote = (type: 'http' | 'sse', url: string) => mcpServerEntry.parse({ type, url });

async function run(
  entry: ReturnType<typeof stdio>,
  options: {
    resolved?: ResolvedValues;
    limits?: Partial<McpTestLimits>;
    signal?: AbortSignal;
    onState?: (state: McpTestState) => void;
  } = {},
) {
  const states: McpTestState[] = [];
  await testMcpServer({
    entry,
    resolved: options.resolved ?? nothing,
    cwd: folder,
    processes,
    clientVersion: '0.0.0',
    emit: (state) => {
      states.push(state);
      options.onState?.(state);
    },
    signal: options.signal ?? new AbortController().signal,
    limits: options.limits ?? {},
  });
  return { states, last: states.at(-1) };
}

/** Those that run; one that was killed and that nobody has asked after does not. */
async function living(pids: readonly number[]): Promise<number[]> {
  const found = await Promise.all(pids.map((pid) => hostSystem.lookUp(pid)));
  return pids.filter((_, index) => found[index]?.state === 'running');
}

async function pidsIn(file: string): Promise<readonly number[]> {
  return vi.waitFor(
    async () => {
      const pids = (await readFile(file, 'utf8')).split(' ').map(Number);
      expect(pids).toHaveLength(2);
      return pids;
    },
    { timeout: 10_000, interval: 20 },
  );
}

describe('trying a program', () => {
  it('tells what it is and which tools it has, over all their pages, whatever else it prints', async () => {
    const { states, last } = await run(stdio());
    expect(last).toMatchObject({
      outcome: 'ok',
      server: { name: 'test-tracker', version: '3.2.1' },
      failure: null,
    });
    expect(last?.tools.map(({ name }) => name)).toEqual(['search', 'environment']);
    expect(last?.stages.map(({ stage, ms }) => [stage, ms !== null])).toEqual([
      ['starting', true],
      ['connecting', true],
      ['listing', true],
    ]);
    expect(states[0]).toMatchObject({ outcome: 'running', stages: [{ stage: 'starting', ms: null }] });
  });

  it('gives it its variables and none of ours', async () => {
    process.env['CANARY_API_KEY'] = 'canary';
    try {
      const { last } = await run(stdio(), {
        resolved: { values: [{ name: 'TRACKER_TOKEN', value: 'x' }], hidden: ['x'] },
      });
      const given = last?.tools[1]?.description ?? '';
      expect(given).toContain('TRACKER_TOKEN');
      expect(given).toContain('PATH');
      expect(given).not.toContain('CANARY_API_KEY');
    } finally {
      delete process.env['CANARY_API_KEY'];
    }
  });

  it('says that there is no such program', async () => {
    const entry = mcpServerEntry.parse({ type: 'stdio', command: 'no-such-program-here' });
    expect((await run(entry)).last).toMatchObject({ outcome: 'failed', failure: { code: 'not-found' } });
  });

  it('says how it ended, with its last lines', async () => {
    const { last } = await run(stdio('--exit', '3'));
    expect(last).toMatchObject({
      outcome: 'failed',
      failure: { code: 'exited', detail: 'exit code 3', lastLines: ['first line', 'no configuration found'] },
    });
  });

  it('does not say what is secret, whatever it writes', async () => {
    const value = 'very-secret-value-42';
    const { states } = await run(stdio('--leak', 'TRACKER_TOKEN'), {
      resolved: { values: [{ name: 'TRACKER_TOKEN', value }], hidden: [value] },
    });
    expect(JSON.stringify(states)).toContain('the key is [redacted]');
    expect(JSON.stringify(states)).not.toContain(value);
  });

  it('gives up on one that never answers', async () => {
    const { last } = await run(stdio('--silent'), { limits: { connecting: 300 } });
    expect(last).toMatchObject({ outcome: 'failed', failure: { code: 'timed-out', detail: 'connecting' } });
  });
});

describe('what is left behind', () => {
  it.each([
    ['after a test', [] as string[], {}],
    ['of one that never answers', ['--silent'], { connecting: 1500 }],
  ])('nothing %s, not even children that ignore being asked', async (_, args, limits) => {
    const file = join(folder, 'pids');
    const running = run(stdio('--pids', file, ...args), { limits });
    const pids = await pidsIn(file).catch(() => []);
    await running;
    expect(pids).toHaveLength(2);
    expect(await living(pids)).toEqual([]);
    expect(processes.live).toEqual([]);
  });

  it('nothing when it is called off', async () => {
    const file = join(folder, 'pids');
    const calledOff = new AbortController();
    const running = run(stdio('--pids', file, '--silent'), { signal: calledOff.signal });
    const pids = await pidsIn(file);
    calledOff.abort();
    await running;
    expect(await living(pids)).toEqual([]);
  });

  it('the control: a test that ends the program alone leaves its child', async () => {
    const file = join(folder, 'pids');
    const naive = spawn(process.execPath, [program, '--pids', file, '--silent'], { stdio: 'pipe' });
    const [server = 0, child = 0] = await pidsIn(file);
    try {
      const ended = new Promise((resolve) => naive.once('exit', resolve));
      naive.kill('SIGTERM');
      await ended;
      expect(await living([server, child])).toEqual([child]);
    } finally {
      process.kill(child, 'SIGKILL');
    }
  });
});

describe('trying an address', () => {
  const authorised: ResolvedValues = {
    values: [{ name: 'Authorization', value: TOKEN }],
    hidden: [TOKEN],
  };

  it.each(['http', 'sse'] as const)('over %s: tells its tools with the right header', async (type) => {
    const server = await serveMcp();
    try {
      const url = `${server.origin}/${type === 'http' ? 'mcp' : 'sse'}`;
      expect((await run(remote(type, url), { resolved: authorised })).last).toMatchObject({
        outcome: 'ok',
        server: { name: 'remote' },
        tools: [{ name: 'lookup' }],
      });
      expect((await run(remote(type, url))).last).toMatchObject({
        outcome: 'failed',
        failure: { code: 'auth-needed' },
      });
    } finally {
      await server.close();
    }
  });

  it('says what is wrong with one that is no MCP server, or broken', async () => {
    const server = await serveMcp();
    try {
      expect((await run(remote('http', `${server.origin}/broken`))).last).toMatchObject({
        failure: { code: 'http-status', detail: '500' },
      });
      expect((await run(remote('http', `${server.origin}/page`))).last).toMatchObject({
        failure: { code: 'not-mcp' },
      });
    } finally {
      await server.close();
    }
  });

  it('says that nobody answers', async () => {
    const port = await new Promise<number>((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => {
        const { port: free } = server.address() as AddressInfo;
        server.close(() => resolve(free));
      });
    });
    for (const type of ['http', 'sse'] as const) {
      expect((await run(remote(type, `http://127.0.0.1:${port}/`))).last).toMatchObject({
        outcome: 'failed',
        failure: { code: 'unreachable' },
      });
    }
  });
});
