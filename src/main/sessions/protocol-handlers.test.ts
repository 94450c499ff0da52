import { expect, test } from 'vitest';
import type { ProtocolFrame } from '../../shared/ipc/contract/protocol.ts';
import { emptySessionState } from '../../shared/session/state.ts';
import { REDACTED, redactLine, redactText } from '../../shared/text/redact.ts';
import type { AgentLaunch } from '../agents/agent-link.ts';
import { ProtocolLog } from '../agents/protocol-log.ts';
import { failureReport } from './failure-report.ts';
import { pretty } from './protocol-body.ts';
import { exportLines, protocolHandlers } from './protocol-handlers.ts';
import type { SessionDirectory } from './session-directory.ts';

const launch: AgentLaunch = {
  agentId: 'helper',
  name: 'Helper',
  command: '/home/dev/bin/helper',
  args: ['--api-key', 'cli-secret-1', '--acp'],
  env: { HELPER_PASSWORD: 'env-secret-22', HELPER_MODE: 'quiet-mode-1' },
};
const sessionId = '00000000-0000-4000-8000-000000000001';

function filled(): ProtocolLog {
  const log = new ProtocolLog();
  const out = (message: object) => log.sent(message, JSON.stringify(message));
  log.processStarted('pid 7');
  out({ id: 1, method: 'session/prompt', params: { text: 'use env-secret-22', apiKey: 'body-secret' } });
  log.stderr('cannot read /home/dev/.config with token=stderr-secret');
  log.received({ id: 1, error: {} }, '{"id":1,"error":{"message":"| no ![x](y)"}}');
  log.mark('process-stopped', 'forced');
  return log;
}

function directoryWith(log: ProtocolLog) {
  const ends: (() => void)[] = [];
  const session = {
    facts: { agentId: 'helper', agentName: 'Helper' },
    state: {
      ...emptySessionState,
      phase: {
        name: 'failed',
        failure: { code: 'exited', message: 'gone', exitCode: 9, signal: null, stderrTail: [] },
      },
    },
    protocolLog: log,
    process: { runId: 'run-1', pid: 7, startedAt: 0 },
    watch: ({ onEnd }: { onEnd: () => void }) => {
      ends.push(onEnd);
      return { stop: () => {} };
    },
  };
  const get = (id: string) => (id === sessionId ? session : null);
  const open = (id: string) => Promise.resolve(get(id));
  const hold = (id: string) => {
    const session = get(id);
    return Promise.resolve(session === null ? null : { session, release: () => undefined });
  };
  return { directory: { open, hold } as unknown as SessionDirectory, ends };
}

const samples = [
  {
    at: 1000,
    processes: [
      { pid: 7, ppid: 1, name: 'helper', rssBytes: 64 * 1024 ** 2, threads: 3, handles: 20 },
      { pid: 8, ppid: 7, name: 'a|b', rssBytes: 36 * 1024 ** 2, threads: 2, handles: null },
    ],
  },
];

function handlersOf(log: ProtocolLog) {
  const { directory, ends } = directoryWith(log);
  const versions = [['Switchyard', '1.2.3']] as const;
  return {
    ends,
    handlers: protocolHandlers({
      directory,
      launchOf: () => launch,
      versions,
      home: '/home/dev',
      samplesOf: (runId) => (runId === 'run-1' ? samples : []),
    }),
  };
}

test('a watcher gets everything first, then batches with late answers, and an end when the session ends', async () => {
  const log = new ProtocolLog();
  log.sent({ id: 1, method: 'initialize' }, '{}');
  const { handlers, ends } = handlersOf(log);
  const frames: ProtocolFrame[] = [];
  const ended: unknown[] = [];
  let heard: () => void = () => {};
  const stop = await handlers['protocol.watch'](
    { sessionId },
    {
      emit: (frame) => {
        frames.push(frame);
        heard();
      },
      end: (error) => ended.push(error),
      signal: new AbortController().signal,
    },
  );
  const next = new Promise<void>((resolve) => {
    heard = resolve;
  });
  log.received({ id: 1 }, '{}');
  log.stderr('one');
  await next;
  expect(frames.map(({ type, entries }) => [type, entries.map(({ seq }) => seq)])).toEqual([
    ['all', [1]],
    ['more', [2, 3]],
  ]);
  expect(frames[1]?.answered).toEqual([{ seq: 1, ms: expect.any(Number) }]);
  ends.forEach((end) => end());
  expect(ended).toEqual([null]);
  stop?.();
});

test('a session that is not there is said so', async () => {
  const { handlers } = handlersOf(new ProtocolLog());
  const ended: unknown[] = [];
  await handlers['protocol.watch'](
    { sessionId: '00000000-0000-4000-8000-000000000002' },
    { emit: () => {}, end: (error) => ended.push(error), signal: new AbortController().signal },
  );
  expect(ended).toMatchObject([{ code: 'no-session' }]);
});

test('exported lines are JSON, whole, and free of secrets and of the home folder', () => {
  const { text, count } = exportLines(filled(), null, {
    home: '/home/dev',
    values: Object.values(launch.env),
  });
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(count).toBe(5);
  expect(lines.map(({ type, method, body }) => ({ type, method, body }))).toEqual([
    { type: 'mark', method: 'process-started', body: 'pid 7' },
    {
      type: 'request',
      method: 'session/prompt',
      body: {
        id: 1,
        method: 'session/prompt',
        params: { text: `use ${REDACTED}`, apiKey: REDACTED },
      },
    },
    { type: 'stderr', method: undefined, body: `cannot read ~/.config with token=${REDACTED}` },
    { type: 'response', method: 'session/prompt', body: { id: 1, error: { message: '| no ![x](y)' } } },
    { type: 'mark', method: 'process-stopped', body: 'forced' },
  ]);
  expect(exportLines(filled(), [3], {}).count).toBe(1);
});

test('a report tells how it ended, names variables and holds no value, no secret and no body', async () => {
  const { handlers } = handlersOf(filled());
  const signal = new AbortController().signal;
  const answer = await handlers['protocol.report']({ sessionId, bodies: false }, { signal });
  if (!answer.ok) throw new Error('no report');
  const { text } = answer.value;
  for (const secret of [
    'cli-secret-1',
    'env-secret-22',
    'quiet-mode-1',
    'stderr-secret',
    'body-secret',
    '/home/dev',
  ]) {
    expect(text).not.toContain(secret);
  }
  for (const said of [
    '- Failure: exited',
    '- Exit code: 9',
    '- Stopping its processes: forced',
    '- Switchyard: 1.2.3',
    `- Command: ~/bin/helper --api-key \\${REDACTED.replace(']', '\\]')} --acp`,
    '- Variables set for it: HELPER\\_MODE, HELPER\\_PASSWORD',
    'cannot read ~/.config',
    '| session/prompt |',
    'The most memory in 1 looks: 100 MiB.',
    '| 1970-01-01T00:00:01.000Z | 2 | 100 | 5 |  | helper, a\\|b |',
  ]) {
    expect(text).toContain(said);
  }
  const withBodies = await handlers['protocol.report']({ sessionId, bodies: true }, { signal });
  if (!withBodies.ok) throw new Error('no report');
  expect(withBodies.value.text).toContain('"id":1,"method":"session/prompt"');
  expect(withBodies.value.text).not.toContain('body-secret');
  expect(withBodies.value.text).not.toContain('env-secret-22');
});

test('what an agent wrote cannot leave its place in a report', () => {
  const log = new ProtocolLog();
  log.stderr('```\n# not a heading');
  log.mark('failed', '![x](http://example.com/pixel) | a | b');
  log.received({ method: 'a|b\n<img src=x>' }, '{}');
  const text = failureReport({
    state: emptySessionState,
    agentName: '# [x](y)',
    launch: null,
    entries: log.after(0),
    bodyOf: null,
    versions: [],
    samples: [],
    redact: (each) => redactText(each),
    redactBody: (each) => redactLine(each),
  });
  expect(text).toContain('````text\n```\n# not a heading\n````');
  expect(text).toContain('\\!\\[x\\](http://example.com/pixel) \\| a \\| b');
  expect(text).toContain('a\\|b \\<img src=x\\>');
});

test('a body is indented where it is JSON, and never longer than can be shown', () => {
  expect(pretty('{"a":[1]}', false)).toEqual({
    text: '{\n  "a": [\n    1\n  ]\n}',
    format: 'json',
    cut: false,
  });
  expect(pretty('{"a":', false)).toEqual({ text: '{"a":', format: 'text', cut: false });
  expect(pretty('{"a":1', true)).toEqual({ text: '{"a":1', format: 'text', cut: true });
  const long = pretty(JSON.stringify({ a: 'x'.repeat(300 * 1024) }), false);
  expect({ length: long.text.length, cut: long.cut }).toEqual({ length: 256 * 1024, cut: true });
});
