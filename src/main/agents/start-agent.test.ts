/** Against real processes: the test agents of tests/agents. */
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PermissionOutcome } from '../../shared/session/content.ts';
import type { Failure, SessionEventBody, StartStage } from '../../shared/session/event.ts';
import { scanProcesses } from '../processes/process-table.ts';
import { ProcessRegistry } from '../processes/registry.ts';
import type { Waits } from '../waking-clock.ts';
import type { AgentTimeouts } from './agent-connection.ts';
import { AgentFailure, AgentRequestError } from './agent-link.ts';
import type { AgentHandlers, AgentLink, PermissionAsk } from './agent-link.ts';
import { createStartAgent } from './start-agent.ts';

const agents = fileURLToPath(new URL('../../../tests/agents/', import.meta.url));

let cwd: string;
let registry: ProcessRegistry;
beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'sw-agent-')));
  registry = new ProcessRegistry();
});
afterEach(async () => {
  await registry.stopAll({ deadlineMs: 1000 });
  await rm(cwd, { recursive: true, force: true });
});

type Recorded = { readonly session: string; readonly event: SessionEventBody };

/** Handlers that write down what happens, and ways to wait for it. */
class Recorder implements AgentHandlers {
  readonly events: Recorded[] = [];
  readonly asks: { readonly ask: PermissionAsk; readonly signal: AbortSignal }[] = [];
  readonly exits: Failure[] = [];
  decide: (ask: PermissionAsk, signal: AbortSignal) => Promise<PermissionOutcome> = async () => ({
    outcome: 'cancelled',
    why: 'closed',
  });
  #waiting: { readonly met: () => boolean; readonly resolve: () => void }[] = [];

  onEvents = (session: string, events: readonly SessionEventBody[]): void => {
    for (const event of events) this.events.push({ session, event });
    this.#check();
  };
  onPermission = (_session: string, ask: PermissionAsk, signal: AbortSignal): Promise<PermissionOutcome> => {
    this.asks.push({ ask, signal });
    this.#check();
    return this.decide(ask, signal);
  };
  onQuestion: AgentHandlers['onQuestion'] = async () => ({ outcome: 'declined' });
  onQuestionCompleted = (): void => {};
  onExit = (failure: Failure): void => {
    this.exits.push(failure);
    this.#check();
  };

  get text(): string {
    return this.events
      .map(({ event }) =>
        event.type === 'message-chunk' && event.role === 'agent' && event.content.type === 'text'
          ? event.content.text
          : '',
      )
      .join('');
  }

  until(met: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ met, resolve });
      this.#check();
    });
  }

  #check(): void {
    this.#waiting = this.#waiting.filter(({ met, resolve }) => {
      if (!met()) return true;
      resolve();
      return false;
    });
  }
}

type StartOptions = {
  readonly timeouts?: Partial<AgentTimeouts>;
  readonly onStage?: (stage: StartStage) => void;
  readonly signal?: AbortSignal;
  readonly agentId?: string;
  readonly cwd?: string;
  readonly command?: string;
  /** In place of a test agent's. */
  readonly words?: readonly string[];
  readonly clock?: Waits;
};

async function start(args: readonly string[], options: StartOptions = {}) {
  const recorder = new Recorder();
  const stages: string[] = [];
  const startAgent = createStartAgent({
    processes: registry,
    clientVersion: '1.2.3',
    ...(options.timeouts === undefined ? {} : { timeouts: options.timeouts }),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  });
  const link = await startAgent(
    {
      agentId: options.agentId ?? 'test',
      name: 'Fallback name',
      command: options.command ?? process.execPath,
      args: options.words ?? [join(agents, args[0] ?? ''), ...args.slice(1)],
      env: {},
    },
    options.cwd ?? cwd,
    recorder,
    (stage) => {
      stages.push(stage);
      options.onStage?.(stage);
    },
    options.signal ?? new AbortController().signal,
  );
  return { link, recorder, stages };
}

async function scripted(scenario: object, options?: StartOptions) {
  const started = await start(['scripted-agent.mjs', JSON.stringify(scenario)], options);
  const { acpSessionId } = await started.link.openSession(cwd);
  return {
    ...started,
    acpSessionId,
    say: () => started.link.prompt(acpSessionId, [{ type: 'text', text: 'go' }]),
  };
}

async function opened(link: AgentLink): Promise<string> {
  return (await link.openSession(cwd)).acpSessionId;
}

async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof AgentFailure) return error.failure;
    throw error;
  }
  throw new Error('it did not fail');
}

const go = [{ type: 'text' as const, text: 'go' }];

/** Every process that still carries a tag of this test's processes. */
async function leftBehind(pids: ReadonlySet<string>): Promise<number[]> {
  return (await scanProcesses())
    .filter((row) => row.runId !== null && pids.has(row.runId))
    .map((row) => row.pid);
}

describe('an agent that does not come up', () => {
  test('a missing command is `not-found`', async () => {
    expect(await failureOf(start([], { command: 'no-such-agent-anywhere' }))).toEqual({
      code: 'not-found',
      message: 'no-such-agent-anywhere was not found',
      detail: { code: 'missing-command', command: 'no-such-agent-anywhere' },
      exitCode: null,
      signal: null,
      stderrTail: [],
    });
  });

  test('a folder that is gone is `bad-directory`', async () => {
    expect(await failureOf(start(['never-answers.mjs'], { cwd: join(cwd, 'gone') }))).toMatchObject({
      code: 'bad-directory',
    });
  });

  test('one that ends at once is `exited-early`, with its exit code and last words', async () => {
    expect(await failureOf(start(['crash-on-start.mjs']))).toEqual({
      code: 'exited-early',
      message: 'set MODEL_DIR and try again',
      exitCode: 3,
      signal: null,
      stderrTail: ['fatal: model weights not found', 'set MODEL_DIR and try again'],
    });
  });

  test.skipIf(process.platform === 'win32')(
    'one that never answers is `no-handshake` after the time is over, with its stderr',
    async () => {
      const silent = start([], {
        command: '/bin/sh',
        words: ['-c', 'echo "loading model, this can take a while" >&2; cat > /dev/null'],
        timeouts: { initialize: 1500 },
      });
      expect(await failureOf(silent)).toEqual({
        code: 'no-handshake',
        message: 'no answer to initialize in 1.5 s',
        detail: { code: 'no-answer', method: 'initialize', ms: 1500 },
        exitCode: null,
        signal: null,
        stderrTail: ['loading model, this can take a while'],
      });
      expect(registry.live).toEqual([]);
    },
  );

  test('one that writes garbage is `no-handshake` long before the time is over', async () => {
    expect(await failureOf(start(['garbage-stdout.mjs']))).toMatchObject({
      code: 'no-handshake',
      message: 'it writes text that is no protocol to its output',
    });
    expect(registry.live).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')('one that closes its output is `no-handshake`', async () => {
    const deaf = start([], { command: '/bin/sh', words: ['-c', 'exec >&-; cat > /dev/null'] });
    expect(await failureOf(deaf)).toMatchObject({ code: 'no-handshake', message: 'it closed its output' });
    expect(registry.live).toEqual([]);
  });

  test.each([
    [['wrong-version.mjs'], 'it speaks version 99 of the protocol'],
    [['wrong-version.mjs', '--refuse'], 'Unsupported protocol version'],
  ])('%j is `protocol-version`', async (args, message) => {
    expect(await failureOf(start(args))).toMatchObject({ code: 'protocol-version', message });
    expect(registry.live).toEqual([]);
  });

  test('aborting a start stops the process and rejects', async () => {
    const abort = new AbortController();
    const started = start(['never-answers.mjs'], {
      signal: abort.signal,
      onStage: (stage) => {
        if (stage === 'handshake') abort.abort();
      },
    });
    expect(await failureOf(started)).toMatchObject({ code: 'exited-early' });
    expect(registry.live).toEqual([]);
  });
});

describe('an agent that misbehaves later', () => {
  test('one that dies within the turn is `exited`: the turn rejects, and it is told once', async () => {
    const { link, recorder } = await start(['dies-mid-turn.mjs']);
    const expected: Failure = {
      code: 'exited',
      message: 'at worker 3',
      exitCode: 9,
      signal: null,
      stderrTail: ['panic: index out of range', '  at worker 3'],
    };
    expect(await failureOf(link.prompt(await opened(link), go))).toEqual(expected);
    expect(recorder.exits).toEqual([expected]);
    expect(recorder.text).toBe('Looking into it');
    expect(await failureOf(link.prompt('any', go))).toEqual(expected);
  });

  test('one that is killed is `exited` with the signal', async () => {
    const { link, recorder } = await start(['dies-mid-turn.mjs', '--signal', 'SIGKILL']);
    await failureOf(link.prompt(await opened(link), go));
    expect(recorder.exits).toMatchObject([{ code: 'exited', exitCode: null, signal: 'SIGKILL' }]);
  });

  test('one whose child holds its output open is known to be gone all the same', async () => {
    const { link, recorder } = await start(['grandchild-holds-stdout.mjs']);
    const runs = new Set(registry.live.map((managed) => managed.runId));
    const acpSessionId = await opened(link);
    expect(await failureOf(link.prompt(acpSessionId, go))).toMatchObject({ code: 'exited', exitCode: 0 });
    expect(recorder.text).toBe('last words');
    await link.stop();
    if (process.platform === 'linux') expect(await leftBehind(runs)).toEqual([]);
  });

  test('a message over the cap is left out and said; the agent goes on', async () => {
    const { link, recorder } = await start(['oversized-line.mjs']);
    expect(await link.prompt(await opened(link), go)).toBe('end_turn');
    expect(recorder.text).toBe('Here it comes. ');
    expect(recorder.events.at(-1)?.event).toMatchObject({
      type: 'notice',
      code: 'message-left-out',
      description: '17.0 MiB',
    });
    expect(recorder.exits).toEqual([]);
  });

  test('noise between its messages costs nothing', async () => {
    const { link, recorder } = await start(['garbage-stdout.mjs', '--lines', '300', '--work']);
    expect(await link.prompt(await opened(link), go)).toBe('end_turn');
    expect(recorder.text).toBe('part 0 part 1 part 2 part 3 part 4 ');
  });

  test('a flood arrives complete and in order', async () => {
    const { link, recorder } = await start(['floods.mjs', '--chunks', '20000']);
    expect(await link.prompt(await opened(link), go)).toBe('end_turn');
    expect(recorder.text).toBe(Array.from({ length: 20_000 }, (_, index) => `${index} `).join(''));
  });

  test('one that hears no cancel and asks for permission for ever is ended by stop', async () => {
    const { link, recorder } = await start(['asks-permission-forever.mjs']);
    const acpSessionId = await opened(link);
    const turn = failureOf(link.prompt(acpSessionId, go));
    await recorder.until(() => recorder.asks.length > 20);
    link.cancel(acpSessionId);
    const asked = recorder.asks.length;
    await recorder.until(() => recorder.asks.length > asked + 20);
    expect(await link.stop()).toBe('clean');
    expect(await turn).toMatchObject({ code: 'exited' });
    expect(recorder.exits).toEqual([]);
  });

  test('stop waits for no turn of a process that dies meanwhile', async () => {
    // Time stands still: whoever waits for it waits for ever.
    const clock: Waits = { after: () => () => undefined };
    const { link, recorder } = await start(['asks-permission-forever.mjs'], { clock });
    const turn = failureOf(link.prompt(await opened(link), go));
    await recorder.until(() => recorder.asks.length > 20);
    const stopped = link.stop();
    const [managed] = registry.live;
    if (managed === undefined) throw new Error('it does not run');
    process.kill(managed.pid, 'SIGKILL');
    await stopped;
    expect(await turn).toMatchObject({ code: 'exited', signal: 'SIGKILL' });
    expect(recorder.exits).toEqual([]);
  });

  test.skipIf(process.platform !== 'linux')('stop leaves nothing of a tree that hears nothing', async () => {
    const { link, recorder } = await start(['ignores-sigterm.mjs']);
    const runs = new Set(registry.live.map((managed) => managed.runId));
    expect((await leftBehind(runs)).length).toBeGreaterThan(1);
    const [how, again] = await Promise.all([link.stop(), link.stop()]);
    expect([how, again]).toEqual(['forced', 'forced']);
    expect(await leftBehind(runs)).toEqual([]);
    expect(recorder.exits).toEqual([]);
  });
});

describe('a session', () => {
  const modes = {
    currentModeId: 'ask',
    availableModes: [
      { id: 'ask', name: 'Ask' },
      { id: 'code', name: 'Code' },
    ],
  };
  const configOptions = [
    {
      id: 'model',
      name: 'Model',
      category: 'model',
      type: 'select',
      currentValue: 'a',
      options: [
        { value: 'a', name: 'A' },
        { value: 'b', name: 'B' },
      ],
    },
    { id: 'fast', name: 'Fast', type: 'boolean', currentValue: false },
  ];

  test('opens with what the agent offers', async () => {
    const { link, stages } = await start([
      'scripted-agent.mjs',
      JSON.stringify({ turns: [[]], modes, configOptions }),
    ]);
    expect(link.agent).toEqual({
      name: 'Test agent',
      version: '1.0.0',
      promptImages: false,
      promptAudio: false,
      embeddedContext: true,
      loadSession: false,
      authMethods: [],
      offers: [],
      mcp: { stdio: true, http: false, sse: false },
    });
    expect(stages).toEqual(['starting', 'handshake']);
    const session = await link.openSession(cwd);
    expect(session).toMatchObject({
      modes: { currentModeId: 'ask', available: [{ id: 'ask' }, { id: 'code' }] },
      options: [
        { id: 'model', value: 'a' },
        { id: 'fast', value: false },
      ],
    });
    expect(await link.setOption(session.acpSessionId, 'fast', true)).toMatchObject([
      { value: 'a' },
      { value: true },
    ]);
    expect(await link.reopenSession(cwd, session.acpSessionId)).toBeNull();
  });

  test('changes its mode, which comes back as an event', async () => {
    const { link, recorder, acpSessionId } = await scripted({ turns: [[]], modes });
    await link.setMode(acpSessionId, 'code');
    expect(recorder.events).toEqual([{ session: acpSessionId, event: { type: 'mode', modeId: 'code' } }]);
  });

  test('streams, and ends when it is cancelled', async () => {
    const { link, recorder, acpSessionId, say } = await scripted({ turns: [[{ tick: 'tick', everyMs: 5 }]] });
    const turn = say();
    await recorder.until(() => recorder.text.includes('tick 3'));
    link.cancel(acpSessionId);
    expect(await turn).toBe('cancelled');
  });

  test('is taken up again with its history before the answer', async () => {
    const replay = [
      { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'hello' } },
      { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'hi' } },
    ];
    const { link, recorder } = await start(['scripted-agent.mjs', JSON.stringify({ turns: [[]], replay })]);
    expect(link.agent.loadSession).toBe(true);
    const again = await link.reopenSession(cwd, 'old-session');
    expect(again).toEqual({ acpSessionId: 'old-session', modes: null, options: null, replayed: true });
    expect(recorder.events.map(({ session, event }) => [session, event.type])).toEqual([
      ['old-session', 'message-chunk'],
      ['old-session', 'message-chunk'],
    ]);
  });

  test('a request that the agent refuses rejects with its error; the connection lives on', async () => {
    const { link, say } = await scripted({ turns: [[{ say: 'ok' }]] });
    await expect(link.prompt('no-such-session', go)).rejects.toBeInstanceOf(AgentRequestError);
    expect(await say()).toBe('end_turn');
  });
});

describe('what an agent asks for', () => {
  const options = [
    { optionId: 'y', name: 'Yes', kind: 'allow_once' },
    { optionId: 'f', name: 'For ever', kind: 'allow_forever' },
  ];
  const toolCall = { toolCallId: 'c1', title: 'Run', kind: 'execute', rawInput: { command: 'ls' } };

  test('permission, also with an option of a kind that we do not know', async () => {
    const { recorder, say } = await scripted({
      turns: [[{ ask: { toolCall, options }, then: { y: [{ say: 'yes' }], cancelled: [{ say: 'no' }] } }]],
    });
    recorder.decide = async () => ({ outcome: 'selected', optionId: 'y', kind: 'allow_once' });
    expect(await say()).toBe('end_turn');
    expect(recorder.text).toBe('yes');
    expect(recorder.asks.map(({ ask }) => ask)).toEqual([
      {
        toolCall: { toolCallId: 'c1', title: 'Run', kind: 'execute', rawInput: { command: 'ls' } },
        options: [
          { optionId: 'y', name: 'Yes', kind: 'allow_once' },
          { optionId: 'f', name: 'For ever', kind: null },
        ],
      },
    ]);
  });

  test('permission that nobody answers is withdrawn when the agent is stopped', async () => {
    const { link, recorder, say } = await scripted({ turns: [[{ ask: { toolCall, options } }]] });
    recorder.decide = () => new Promise(() => {});
    const turn = say().catch((error: unknown) => error);
    await recorder.until(() => recorder.asks.length === 1);
    expect(recorder.asks[0]?.signal.aborted).toBe(false);
    await link.stop();
    expect(recorder.asks[0]?.signal.aborted).toBe(true);
    expect(await turn).toBeInstanceOf(AgentFailure);
  });

  test('files inside its folder, whole or by lines', async () => {
    await writeFile(join(cwd, 'a.txt'), 'one\ntwo\nthree\n');
    const { recorder, say } = await scripted({
      turns: [
        [
          { read: { path: '{cwd}/a.txt', line: 2, limit: 1 } },
          { write: { path: '{cwd}/new/b.txt', content: 'made' } },
          { edit: { path: '{cwd}/a.txt', find: 'two', replace: 'TWO' }, ask: false },
        ],
      ],
    });
    recorder.decide = async () => ({ outcome: 'selected', optionId: 'allow', kind: 'allow_once' });
    expect(await say()).toBe('end_turn');
    expect(recorder.text).toBe('two\nwritten');
    expect(await readFile(join(cwd, 'new/b.txt'), 'utf8')).toBe('made');
    expect(await readFile(join(cwd, 'a.txt'), 'utf8')).toBe('one\nTWO\nthree\n');
  });

  test('files outside, files that are not there and sessions of others are refused with codes', async () => {
    const { recorder, say } = await scripted({
      turns: [
        [
          { read: { path: '/etc/passwd' } },
          { write: { path: '{cwd}/../escaped.txt', content: 'x' } },
          { read: { path: '{cwd}/missing.txt' } },
          { write: { path: '{cwd}/.git/hooks/pre-commit', content: 'x' } },
          { read: { sessionId: 'forged', path: '{cwd}/a.txt' } },
          {
            request: {
              method: 'session/request_permission',
              params: { sessionId: 'forged', toolCall, options },
            },
          },
          { request: { method: '_vendor/thing', params: {} } },
          { request: { method: 'terminal/create', params: { sessionId: 's', command: 'ls' } } },
        ].flatMap((step) => [step, { say: '\n' }]),
      ],
    });
    expect(await say()).toBe('end_turn');
    const lines = recorder.text.trimEnd().split('\n');
    expect(lines.map((line) => /^error (-\d+)/.exec(line)?.[1])).toEqual([
      '-32602',
      '-32602',
      '-32002',
      '-32602',
      '-32602',
      '-32602',
      '-32601',
      '-32602',
    ]);
    expect(recorder.text).not.toMatch(/passwd|escaped/);
    expect(recorder.asks).toEqual([]);
  });

  test('files are not offered to an agent whose quirks say so', async () => {
    await writeFile(join(cwd, 'a.txt'), 'one');
    const { recorder, say } = await scripted(
      { turns: [[{ read: { path: '{cwd}/a.txt' } }]] },
      { agentId: 'gemini' },
    );
    await say();
    expect(recorder.text).toMatch(/^error -32601/);
  });
});
