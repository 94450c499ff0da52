/** Against real processes: the test agents, and what a check leaves behind. */
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DoctorState } from '../../../shared/ipc/contract/doctor.ts';
import { doctorChecks } from '../../../shared/ipc/contract/doctor.ts';
import { ProcessRegistry } from '../../processes/registry.ts';
import { ProtocolLog } from '../protocol-log.ts';
import { createStartAgent } from '../start-agent.ts';
import { runDoctor } from './doctor.ts';
import type { DoctorLimits } from './doctor.ts';
import { answer } from './heard.ts';

const agents = fileURLToPath(new URL('../../../../tests/agents/', import.meta.url));
let registry: ProcessRegistry;
beforeEach(() => {
  registry = new ProcessRegistry();
});
afterEach(() => registry.stopAll({ deadlineMs: 1000 }));

const folders = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('switchyard-check-'));

async function check(
  args: readonly string[],
  options: { limits?: Partial<DoctorLimits>; onState?: (state: DoctorState, stop: () => void) => void } = {},
) {
  const before = await folders();
  const states: DoctorState[] = [];
  const abort = new AbortController();
  const log = new ProtocolLog();
  await runDoctor({
    startAgent: createStartAgent({ processes: registry, clientVersion: '1' }),
    launch: {
      agentId: 'test',
      name: 'Test',
      command: process.execPath,
      args: [`${agents}${args[0]}`, ...args.slice(1)],
      env: {},
    },
    log,
    emit: (state) => {
      states.push(state);
      options.onState?.(state, () => abort.abort());
    },
    signal: abort.signal,
    limits: { mcp: 100, ...options.limits },
  });
  const last = states.at(-1);
  if (last === undefined) throw new Error('nothing was told');
  const left = (await folders()).filter((name) => !before.includes(name));
  const rows = Object.fromEntries(last.rows.map((row) => [row.check, row]));
  const statuses = Object.fromEntries(last.rows.map(({ check: name, status }) => [name, status]));
  return { states, last, rows, statuses, left, live: registry.live, log };
}

const modes = { currentModeId: 'a', availableModes: [{ id: 'a', name: 'Ask' }] };
const configOptions = [
  { id: 'm', name: 'Model', type: 'select', currentValue: 'x', options: [{ value: 'x', name: 'X' }] },
];
const usage = { update: { sessionUpdate: 'usage_update', used: 5, size: 100 } };
const scenario = JSON.stringify({
  modes,
  configOptions,
  replay: [{ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'before' } }],
  turns: [
    [{ say: 'ok' }, usage],
    [{ tick: 'n', everyMs: 20 }],
    [{ terminal: { command: 'echo', args: ['switchyard-check'] } }],
  ],
});

test('tells of an agent what works, what is not offered, and leaves neither process nor folder', async () => {
  const { last, rows, statuses, states, left, live, log } = await check(['scripted-agent.mjs', scenario]);
  expect(statuses).toEqual({
    start: 'ok',
    initialize: 'ok',
    'sign-in': 'ok',
    new: 'ok',
    prompt: 'ok',
    cancel: 'ok',
    modes: 'ok',
    options: 'ok',
    images: 'not-offered',
    terminals: 'ok',
    usage: 'ok',
    mcp: 'not-offered',
    list: 'not-offered',
    fork: 'not-offered',
    load: 'ok',
    resume: 'not-offered',
    stop: 'ok',
  });
  expect(last).toMatchObject({ state: 'done', agent: 'Test agent 1.0.0' });
  expect(rows['prompt']?.note).toEqual({ code: 'plain', detail: '“ok”' });
  expect(rows['terminals']?.note).toEqual({ code: 'through-app', detail: '' });
  expect(rows['usage']?.note?.detail).toBe('5 / 100');
  expect(rows['load']?.note?.detail).toBe('1');
  expect(rows['prompt']?.ms).toEqual(expect.any(Number));
  // Rows fill in one after the other.
  expect(states[0]?.rows.map(({ status }) => status)).toEqual(doctorChecks.map(() => 'waiting'));
  expect(states.length).toBeGreaterThan(doctorChecks.length);
  expect(log.after(0).map(({ method }) => method)).toContain('session/load');
  expect({ left, live }).toEqual({ left: [], live: [] });
}, 60_000);

test('an agent that cannot start has one failed row with its last words, and the rest skipped', async () => {
  const { rows, statuses, left, live } = await check(['crash-on-start.mjs']);
  expect(rows['start']).toMatchObject({ status: 'failed', note: { code: 'failed' } });
  expect(rows['start']?.note?.detail).toContain('MODEL_DIR');
  expect(new Set(Object.values(statuses))).toEqual(new Set(['failed', 'skipped']));
  expect({ left, live }).toEqual({ left: [], live: [] });
}, 30_000);

test('an agent that never answers is given up after its time, and nothing of it is left', async () => {
  const { rows, left, live } = await check(['never-answers.mjs'], { limits: { start: 300 } });
  expect(rows['start']).toMatchObject({ status: 'failed', note: { code: 'time-up' } });
  expect({ left, live }).toEqual({ left: [], live: [] });
}, 30_000);

test('leaving in the middle of a turn stops the check and ends the agent', async () => {
  const forever = JSON.stringify({ turns: [[{ tick: 'n' }]] });
  const { last, rows, left, live } = await check(['scripted-agent.mjs', forever], {
    onState: ({ rows: now }, stop) => {
      if (now.some(({ check: name, status }) => name === 'prompt' && status === 'running')) stop();
    },
  });
  expect(last.state).toBe('stopped');
  expect(rows['prompt']).toMatchObject({ status: 'skipped', note: { code: 'cancelled' } });
  expect({ left, live }).toEqual({ left: [], live: [] });
}, 30_000);

test('of what an agent asks for during a check one harmless command is allowed, once, and nothing else', () => {
  const options = [
    { optionId: 'a', name: 'Always', kind: 'allow_always' },
    { optionId: 'o', name: 'Once', kind: 'allow_once' },
    { optionId: 'r', name: 'No', kind: 'reject_once' },
  ] as const;
  const about = (rawInput: unknown) => answer({ toolCall: { toolCallId: 't', rawInput }, options });
  expect(about({ command: 'echo switchyard-check' })).toMatchObject({ optionId: 'o' });
  expect(about({ command: ['bash', '-lc', 'echo switchyard-check'] })).toMatchObject({ optionId: 'o' });
  for (const input of [
    { command: 'echo switchyard-check; rm -rf ~' },
    { command: 'rm -rf ~' },
    { path: '/etc/passwd' },
    undefined,
  ]) {
    expect(about(input)).toMatchObject({ optionId: 'r' });
  }
  const noReject = answer({ toolCall: { toolCallId: 't' }, options: options.slice(0, 2) });
  expect(noReject).toEqual({ outcome: 'cancelled', why: 'closed' });
});
