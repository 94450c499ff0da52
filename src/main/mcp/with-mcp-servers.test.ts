import { describe, expect, it } from 'vitest';
import type { Failure, SessionEventBody } from '../../shared/session/event.ts';
import { AgentFailure } from '../agents/agent-link.ts';
import type { AcpMcpServer, AgentHandlers, AgentLink, StartAgent } from '../agents/agent-link.ts';
import { ProtocolLog } from '../agents/protocol-log.ts';
import type { SelectedServers } from './select-servers.ts';
import { withMcpServers } from './with-mcp-servers.ts';

const SECRET = 'secret-value-1234';
const server: AcpMcpServer = {
  name: 'tracker',
  command: '/bin/tracker',
  args: [],
  env: [{ name: 'TOKEN', value: SECRET }],
};
const selected: SelectedServers = {
  servers: [server],
  passed: [{ name: 'tracker', source: 'user', kind: 'stdio' }],
  left: [{ name: 'old', source: 'user', reason: 'agent-without-sse', detail: '' }],
  hidden: [SECRET],
};
const failure = (message: string): Failure => ({
  code: 'session-refused',
  message,
  exitCode: null,
  signal: null,
  stderrTail: [`has ${SECRET}`],
});

async function started(refuse = false) {
  const asked: (readonly [string, readonly AcpMcpServer[] | undefined])[] = [];
  const events: (readonly [string, SessionEventBody])[] = [];
  const exits: Failure[] = [];
  const log = new ProtocolLog();
  let exit: (failure: Failure) => void = () => undefined;
  const opened = (acpSessionId: string) => ({ acpSessionId, modes: null, options: null });
  const link = {
    agent: { mcp: { stdio: true, http: true, sse: false } },
    openSession: async (_cwd: string, servers?: readonly AcpMcpServer[]) => {
      asked.push(['open', servers]);
      const line = JSON.stringify({ id: 1, method: 'session/new', params: { mcpServers: servers } });
      log.sent({ id: 1, method: 'session/new' }, line);
      if (refuse) throw new AgentFailure(failure(`cannot use ${SECRET}`));
      return opened('a');
    },
    reopenSession: async (_cwd: string, id: string, servers?: readonly AcpMcpServer[]) => {
      asked.push(['reopen', servers]);
      return { ...opened(id), replayed: false };
    },
    forkSession: async (_cwd: string, _id: string, servers?: readonly AcpMcpServer[]) => {
      asked.push(['fork', servers]);
      return opened('c');
    },
  } as unknown as AgentLink;
  const start: StartAgent = async (_launch, _cwd, handlers) => {
    exit = handlers.onExit;
    return link;
  };
  const handlers = {
    onEvents: (id: string, bodies: readonly SessionEventBody[]) =>
      events.push(...bodies.map((body) => [id, body] as const)),
    onExit: (how: Failure) => exits.push(how),
    protocolLog: log,
  } as unknown as AgentHandlers;
  const launch = { agentId: 'helper', name: 'Helper', command: 'x', args: [], env: {} };
  const wrapped = await withMcpServers(start, async () => selected)(
    launch,
    '/w',
    handlers,
    () => undefined,
    new AbortController().signal,
  );
  return { wrapped, asked, events, exits, log, exit };
}

describe('opening a session', () => {
  it('hands over the servers however it is opened, and says which', async () => {
    const { wrapped, asked, events } = await started();
    await wrapped.openSession('/w');
    await wrapped.reopenSession('/w', 'b');
    await wrapped.forkSession('/w', 'b');
    expect(asked).toEqual([
      ['open', [server]],
      ['reopen', [server]],
      ['fork', [server]],
    ]);
    const { passed, left } = selected;
    expect(events).toEqual(
      ['a', 'b', 'c'].map((id) => [id, { type: 'mcp-servers', servers: { passed, left } }]),
    );
    expect(JSON.stringify(events)).not.toContain(SECRET);
  });

  it('shows no secret to who looks at what was said, although it was sent', async () => {
    const { wrapped, log } = await started();
    await wrapped.openSession('/w');
    const [entry] = log.after(0);
    const shown = log.body(entry?.seq ?? 0)?.text ?? '';
    expect(shown).toContain('"command":"/bin/tracker"');
    expect(shown).toContain('[redacted]');
    expect(shown).not.toContain(SECRET);
    expect(log.search(SECRET, 0)).toEqual([]);
    log.stderr(`echo ${SECRET}`);
    expect(JSON.stringify(log.after(0))).not.toContain(SECRET);
  });

  it('keeps secrets out of failures', async () => {
    const { wrapped, exits, exit } = await started(true);
    await expect(wrapped.openSession('/w')).rejects.toMatchObject({
      failure: { message: 'cannot use [redacted]', stderrTail: ['has [redacted]'] },
    });
    exit(failure(`died of ${SECRET}`));
    expect(JSON.stringify(exits)).not.toContain(SECRET);
  });
});
