/** Against real processes. */
import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PermissionOutcome, ToolCallPatch } from '../../../shared/session/content.ts';
import { ProcessRegistry } from '../../processes/registry.ts';
import { createFileAccess } from '../../workspaces/file-access.ts';
import type { PermissionAsk } from '../agent-link.ts';
import { AgentTerminals } from './agent-terminals.ts';
import type { TerminalRequest } from './agent-terminals.ts';
import { startTerminal } from './start-terminal.ts';

let root: string;
let outside: string;
let registry: ProcessRegistry;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'sw-term-')));
  outside = await realpath(await mkdtemp(join(tmpdir(), 'sw-out-')));
  registry = new ProcessRegistry();
});
afterEach(async () => {
  await registry.stopAll({ deadlineMs: 1000 });
  await rm(root, { recursive: true, force: true });
  await rm(outside, { recursive: true, force: true });
});

const allow: PermissionOutcome = { outcome: 'selected', optionId: 'allow', kind: 'allow_once' };
const reject: PermissionOutcome = { outcome: 'selected', optionId: 'reject', kind: 'reject_once' };
const never = new AbortController().signal;

function setUp(answer: PermissionOutcome = allow) {
  const asks: PermissionAsk[] = [];
  const patches: ToolCallPatch[] = [];
  const waiting: (() => void)[] = [];
  const sessions = new Set(['one', 'two']);
  const terminals = new AgentTerminals({
    start: (start) => startTerminal(registry, start),
    filesOf: (id) => (sessions.has(id) ? createFileAccess(root) : null),
    handlers: {
      onEvents: (_session, events) => {
        for (const event of events) if (event.type === 'tool-call') patches.push(event.patch);
        waiting.splice(0).forEach((check) => check());
      },
      onPermission: (_session, ask) => {
        // What was allowed before is not asked again, unless something denies it.
        if (ask.own?.covered === true) return Promise.resolve(allow);
        asks.push(ask);
        return Promise.resolve(answer);
      },
    },
  });
  /** What a card shows now. */
  const shown = (toolCallId: string) => {
    let text = '';
    for (const { toolCallId: id, terminal } of patches) {
      if (id !== toolCallId || terminal?.output === undefined) continue;
      text = terminal.output.mode === 'append' ? text + terminal.output.data : terminal.output.data;
    }
    return text;
  };
  const until = async (met: () => boolean) => {
    while (!met()) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return { terminals, asks, patches, shown, until };
}

function run(command: string, patch: Partial<TerminalRequest> = {}): TerminalRequest {
  return { command, args: [], env: [], cwd: null, outputByteLimit: undefined, ...patch };
}

async function created(
  terminals: AgentTerminals,
  request: TerminalRequest,
  session = 'one',
): Promise<string> {
  const result = await terminals.create(session, request, never);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe('nothing runs unasked', () => {
  test('without a question before, the person is asked with the very command, and what they refuse never runs', async () => {
    const { terminals, asks, patches } = setUp(reject);
    const result = await terminals.create('one', run('touch', { args: ['a file'] }), never);
    expect(result).toMatchObject({ ok: false, error: { code: 'denied' } });
    expect(asks).toMatchObject([
      {
        toolCall: { kind: 'execute', rawInput: { command: "touch 'a file'", cwd: root } },
        options: [{ kind: 'allow_once' }, { kind: 'reject_once' }],
      },
    ]);
    expect(registry.live).toEqual([]);
    expect(patches.at(-1)?.status).toBe('failed');
  });

  test('what the person allowed by the question of the agent runs once without another', async () => {
    const { terminals, asks } = setUp(reject);
    const ask = { toolCall: { toolCallId: 'c', rawInput: { command: 'printf hi' } }, options: [] };
    terminals.decided('one', ask, allow);
    const id = await created(terminals, run('printf', { args: ['hi'] }));
    expect(asks).toEqual([]);
    await terminals.waitForExit('one', id);
    expect(terminals.output('one', id)).toMatchObject({ value: { text: 'hi' } });
    const again = await terminals.create('one', run('printf', { args: ['hi'] }), never);
    expect(again).toMatchObject({ ok: false, error: { code: 'denied' } });
    expect(asks).toHaveLength(1);
  });

  test.each([
    ['another command', run('printf', { args: ['ho'] })],
    ['another folder', run('printf', { args: ['hi'], cwd: 'sub' })],
    ['another PATH', run('printf', { args: ['hi'], env: [{ name: 'PATH', value: '/tmp' }] })],
  ])('%s is not what was allowed', async (_what, request) => {
    const { terminals, asks } = setUp(reject);
    await mkdir(join(root, 'sub'));
    const cwd = request.cwd === null ? null : join(root, request.cwd);
    const ask = { toolCall: { toolCallId: 'c', rawInput: { command: 'printf hi' } }, options: [] };
    terminals.decided('one', ask, allow);
    expect(await terminals.create('one', { ...request, cwd }, never)).toMatchObject({ ok: false });
    expect(asks).toHaveLength(1);
  });

  test('a rejected question, one of another session or of a turn before covers nothing', async () => {
    const { terminals, asks } = setUp(reject);
    const ask = { toolCall: { toolCallId: 'c', rawInput: { command: 'printf hi' } }, options: [] };
    terminals.decided('one', ask, reject);
    terminals.decided('two', ask, allow);
    await terminals.create('one', run('printf hi'), never);
    terminals.decided('one', ask, allow);
    terminals.turnStarts('one');
    await terminals.create('one', run('printf hi'), never);
    expect(asks).toHaveLength(2);
  });

  test('our question stands at the call of the agent that is about the same command', async () => {
    const { terminals, asks } = setUp();
    terminals.observe('one', [
      {
        type: 'tool-call',
        patch: { toolCallId: 'call-7', rawInput: { command: 'printf hi' }, status: 'pending' },
      },
    ]);
    const id = await created(terminals, run('printf hi'));
    expect(asks[0]?.toolCall.toolCallId).toBe('call-7');
    await terminals.waitForExit('one', id);
  });
});

describe('what runs', () => {
  test('has an environment by name, without keys, without what loads code, with what the agent may set', async () => {
    process.env['SW_CANARY_TOKEN'] = 'canary';
    const { terminals } = setUp();
    const env = [
      { name: 'LD_PRELOAD', value: '/evil.so' },
      { name: 'NODE_OPTIONS', value: '--require evil' },
      { name: 'GIT_SSH_COMMAND', value: 'evil' },
      { name: 'CI', value: 'yes' },
    ];
    const id = await created(terminals, run('env', { env }));
    expect(await terminals.waitForExit('one', id)).toEqual({ ok: true, value: { code: 0, signal: null } });
    const output = terminals.output('one', id);
    delete process.env['SW_CANARY_TOKEN'];
    if (!output.ok) throw new Error('no output');
    expect(output.value.text).toMatch(/^CI=yes$/m);
    expect(output.value.text).toMatch(/^PATH=/m);
    expect(output.value.text).not.toMatch(/evil|canary|ELECTRON/);
  });

  test('starts in a folder of the workspace alone', async () => {
    const { terminals, asks } = setUp();
    await mkdir(join(root, 'sub'));
    await symlink(outside, join(root, 'link'));
    for (const cwd of [outside, '/', join(root, '..'), join(root, 'link'), join(root, 'gone'), 'sub\0']) {
      expect(await terminals.create('one', run('pwd', { cwd }), never)).toMatchObject({
        ok: false,
        error: { code: 'refused' },
      });
    }
    expect(asks).toEqual([]);
    const id = await created(terminals, run('pwd', { cwd: join(root, 'sub') }));
    await terminals.waitForExit('one', id);
    expect(terminals.output('one', id)).toMatchObject({ value: { text: `${join(root, 'sub')}\n` } });
  });

  test('shows its output in every card that it is put into, also one that comes after release', async () => {
    const { terminals, shown, until, patches } = setUp();
    const id = await created(terminals, run('printf "one\\n"; printf "two\\n" >&2; exit 3'));
    terminals.observe('one', [
      { type: 'tool-call', patch: { toolCallId: 'card', content: [{ type: 'terminal', terminalId: id }] } },
    ]);
    await until(() =>
      patches.some(({ toolCallId, terminal }) => toolCallId === 'card' && terminal?.exit?.code === 3),
    );
    expect(shown('card').split('\n').sort()).toEqual(['', 'one', 'two']);
    await terminals.release('one', id);
    terminals.observe('one', [
      { type: 'tool-call', patch: { toolCallId: 'late', content: [{ type: 'terminal', terminalId: id }] } },
    ]);
    expect(shown('late')).toBe(shown('card'));
    expect(patches.at(-1)?.terminal).toMatchObject({ stoppable: true, exit: { code: 3 } });
  });

  test('a flood reaches the agent up to its limit and a card in bounded steps', async () => {
    const { terminals, patches } = setUp();
    const id = await created(terminals, run('yes é | head -c 8000000', { outputByteLimit: 1001 }));
    await terminals.waitForExit('one', id);
    const output = terminals.output('one', id);
    if (!output.ok) throw new Error('no output');
    expect(output.value).toMatchObject({ truncated: true, exit: { code: 0 } });
    expect(Buffer.byteLength(output.value.text)).toBeLessThanOrEqual(1001);
    expect(output.value.text).not.toContain('\uFFFD');
    const sizes = patches.map(({ terminal }) => terminal?.output?.data.length ?? 0);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(32 * 1024);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000_000);
  });
});

describe('ids', () => {
  test('of another session, made up or released are all the same: there is no such terminal', async () => {
    const { terminals } = setUp();
    const id = await created(terminals, run('sleep 60'), 'one');
    const forged = [
      ['two', id],
      ['three', id],
      ['one', `${id}x`],
      ['one', ''],
      ['one', '__proto__'],
    ] as const;
    const tries = async ([session, terminal]: (typeof forged)[number]) => [
      terminals.output(session, terminal),
      await terminals.waitForExit(session, terminal),
      await terminals.kill(session, terminal),
      await terminals.release(session, terminal),
    ];
    const answers = (await Promise.all(forged.map(tries))).flat();
    for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { code: 'unknown' } });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(terminals.stop('two', id)).toBe(false);
    // It still runs: the control.
    expect(terminals.running).toEqual([id]);
    await terminals.release('one', id);
    expect(terminals.output('one', id)).toMatchObject({ ok: false, error: { code: 'unknown' } });
    expect(terminals.running).toEqual([]);
  });

  test('stay good after a kill, with the output and the signal', async () => {
    const { terminals, until, patches } = setUp();
    const id = await created(terminals, run('echo started; sleep 60'));
    await until(() => patches.some(({ terminal }) => terminal?.output?.data === 'started\n'));
    await terminals.kill('one', id);
    expect(await terminals.waitForExit('one', id)).toMatchObject({ ok: true, value: { signal: 'SIGTERM' } });
    expect(terminals.output('one', id)).toMatchObject({ ok: true, value: { text: 'started\n' } });
  });
});

test('with the connection everything ends, grandchildren too, and nothing begins any more', async () => {
  const { terminals } = setUp();
  await created(terminals, run('sleep 60 & sleep 60'));
  await created(terminals, run('trap "" TERM; sleep 60'), 'two');
  expect(registry.live).toHaveLength(2);
  await terminals.close();
  expect(registry.live).toEqual([]);
  expect(await terminals.create('one', run('true'), never)).toMatchObject({ ok: false });
});
