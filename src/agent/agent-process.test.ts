/** The bundled agent as the app starts it: one file, a process of its own, JSON-RPC over its pipes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { appendFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  client,
  type ClientContext,
  methods,
  ndJsonStream,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/unstable';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from './testing/connected.ts';
import { isAlive } from './testing/processes.ts';
import { VERSION } from './version.ts';

let bundle = '';
let cwd = '';
let data = '';

beforeAll(async () => {
  bundle = await temporaryFolder('agent');
  cwd = await temporaryFolder('workspace');
  data = await temporaryFolder('data');
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node18',
      outDir: bundle,
      emptyOutDir: false,
      rolldownOptions: {
        input: { agent: fileURLToPath(new URL('./index.ts', import.meta.url)) },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
    ssr: { noExternal: true },
  });
});
afterAll(async () => {
  for (const folder of [bundle, cwd, data]) await rm(folder, { recursive: true, force: true });
});

type Running = {
  readonly child: ChildProcess;
  readonly agent: ClientContext;
  readonly updates: SessionUpdate[];
  readonly stdout: () => string;
  readonly exited: Promise<unknown[]>;
  readonly seen: (fits: (update: SessionUpdate) => boolean) => Promise<SessionUpdate>;
};

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

async function start(): Promise<Running> {
  const child = spawn(process.execPath, [join(bundle, 'agent.cjs')], {
    env: { ...process.env, SWITCHYARD_AGENT_DATA: data, SWITCHYARD_AGENT_PACE: 'instant' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  started.push(child);
  const exited = once(child, 'exit');
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')));
  const updates: SessionUpdate[] = [];
  const waiting = new Set<(update: SessionUpdate) => void>();
  const stream = ndJsonStream(
    Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
    Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
  );
  const { agent } = client({ name: 'test' })
    .onNotification(methods.client.session.update, ({ params }) => {
      updates.push(params.update);
      for (const hear of waiting) hear(params.update);
    })
    .onRequest(methods.client.session.requestPermission, () => ({
      outcome: { outcome: 'selected', optionId: 'allow-once' },
    }))
    .connect(stream);
  const answer = await agent.request(methods.agent.initialize, {
    protocolVersion: 1,
    clientCapabilities: {},
  });
  expect(answer).toMatchObject({
    protocolVersion: 1,
    agentInfo: { name: 'switchyard-agent', version: VERSION },
    agentCapabilities: {
      loadSession: true,
      sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
    },
  });
  return {
    child,
    agent,
    updates,
    exited,
    stdout: () => stdout,
    seen: (fits) =>
      new Promise((resolve) => {
        const known = updates.find(fits);
        if (known !== undefined) return resolve(known);
        waiting.add((update) => {
          if (fits(update)) resolve(update);
        });
      }),
  };
}

const prompt = (running: Running, sessionId: string, text: string) =>
  running.agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] });

/** Starts a command that outlives its shell's patience and tells its pid. */
async function sleeping(
  running: Running,
): Promise<{ turn: Promise<unknown>; sessionId: string; pid: number }> {
  const { sessionId } = await running.agent.request(methods.agent.session.new, { cwd, mcpServers: [] });
  const turn = prompt(running, sessionId, 'run sleep 100 & echo pid $!; wait');
  turn.catch(() => undefined);
  const shown = await running.seen((update) => /pid \d+/.test(JSON.stringify(update)));
  const pid = Number(/pid (\d+)/.exec(JSON.stringify(shown))?.[1]);
  expect(isAlive(pid)).toBe(true);
  return { turn, sessionId, pid };
}

describe('the agent process', () => {
  it('speaks JSON-RPC alone, and leaves when its input ends', async () => {
    const running = await start();
    const { sessionId } = await running.agent.request(methods.agent.session.new, { cwd, mcpServers: [] });
    await prompt(running, sessionId, 'help');
    running.child.stdin?.end();
    expect(await running.exited).toEqual([0, null]);
    const lines = running.stdout().trim().split('\n');
    expect(lines.length).toBeGreaterThan(4);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });

  it('leaves no command behind after a cancel', async () => {
    const running = await start();
    const { turn, sessionId, pid } = await sleeping(running);
    await running.agent.notify(methods.agent.session.cancel, { sessionId });
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it.each([
    ['its input ends', (child: ChildProcess) => child.stdin?.end()],
    ['it is told to terminate', (child: ChildProcess) => child.kill('SIGTERM')],
  ])('leaves no command behind when %s', async (_, end) => {
    const running = await start();
    const { pid } = await sleeping(running);
    end(running.child);
    expect(await running.exited).toEqual([0, null]);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it('tells everything again that was seen before it was killed, even with a torn last line', async () => {
    const first = await start();
    const { sessionId } = await first.agent.request(methods.agent.session.new, { cwd, mcpServers: [] });
    await prompt(first, sessionId, 'help');
    const said = (updates: readonly SessionUpdate[]): string =>
      updates
        .map((update) =>
          update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
            ? update.content.text
            : '',
        )
        .join('');
    const turn = prompt(first, sessionId, 'run sleep 100');
    turn.catch(() => undefined);
    await first.seen((update) => 'toolCallId' in update && update.status === 'in_progress');
    first.child.kill('SIGKILL');
    await first.exited;
    await appendFile(join(data, `${sessionId}.jsonl`), '{"type":"update","upd');

    const second = await start();
    await second.agent.request(methods.agent.session.load, { sessionId, cwd, mcpServers: [] });
    expect(said(second.updates)).toBe(said(first.updates));
    expect(second.updates.filter((update) => update.sessionUpdate === 'tool_call')).toMatchObject([
      { title: 'sleep 100', status: 'failed' },
    ]);
    expect(await prompt(second, sessionId, 'help')).toEqual({ stopReason: 'end_turn' });
    expect((await readdir(data)).length).toBeGreaterThan(0);
  });
});

it('carries the version of the app', () => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(manifest).toMatchObject({ version: VERSION });
});
