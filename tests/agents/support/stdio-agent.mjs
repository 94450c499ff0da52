/**
 * The proper half of a test agent: speaks ACP on its own stdin and stdout through the SDK's agent
 * side. Each program beside this folder adds its one way to misbehave. Runs on Node 18 and newer.
 */
import { Readable, Writable } from 'node:stream';
import { agent, ndJsonStream, RequestError } from '@agentclientprotocol/sdk/unstable';

export { RequestError };

export const AGENT_INFO = { name: 'test-agent', title: 'Test agent', version: '1.0.0' };

/**
 * @param {object} behaviour
 * @param {(turn: { sessionId: string, cwd: string, prompt: object[], client: object, signal: AbortSignal }) => Promise<string | void>} behaviour.prompt
 *   Gets the session's `mcpServers` too. Returns the stop reason; `end_turn` when it returns nothing.
 * @param {object} [behaviour.capabilities] added to agentCapabilities
 * @param {(session: { sessionId: string, cwd: string }) => object} [behaviour.session] added to the session/new answer
 * @param {object[]} [behaviour.authMethods] offered at initialize
 * @param {() => void} [behaviour.authorize] throws when session/new needs a sign-in
 * @param {(sessionId: string) => void} [behaviour.onCancel] told of every session/cancel
 * @param {object} [behaviour.usage] goes with the answer to each prompt
 * @param {(app: object) => void} [behaviour.extend] registers more handlers
 */
export function serveAgent({
  prompt,
  capabilities = {},
  session = () => ({}),
  authMethods = [],
  authorize = () => {},
  onCancel = () => {},
  usage,
  extend,
}) {
  const sessions = new Map();
  const open = (sessionId, cwd, mcpServers = []) => {
    sessions.set(sessionId, { cwd, mcpServers, turn: null });
    return session({ sessionId, cwd });
  };
  const app = agent({ name: AGENT_INFO.name })
    .onRequest('initialize', () => ({
      protocolVersion: 1,
      agentInfo: AGENT_INFO,
      authMethods,
      agentCapabilities: { promptCapabilities: { embeddedContext: true }, ...capabilities },
    }))
    .onRequest('session/new', ({ params }) => {
      authorize();
      const sessionId = `test-${process.pid}-${sessions.size + 1}`;
      return { sessionId, ...open(sessionId, params.cwd, params.mcpServers) };
    })
    .onRequest('session/prompt', async ({ params, client }) => {
      const entry = sessions.get(params.sessionId);
      const turn = new AbortController();
      entry.turn = turn;
      const { sessionId, prompt: blocks } = params;
      const { cwd, mcpServers } = entry;
      const reason = await prompt({
        sessionId,
        cwd,
        mcpServers,
        prompt: blocks,
        client,
        signal: turn.signal,
      });
      return { stopReason: reason ?? 'end_turn', ...(usage === undefined ? {} : { usage }) };
    })
    .onNotification('session/cancel', ({ params }) => {
      onCancel(params.sessionId);
      sessions.get(params.sessionId)?.turn?.abort();
    });
  extend?.(app, { open });
  return app.connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
}

export function say(client, sessionId, text) {
  return client.notify('session/update', {
    sessionId,
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
  });
}

/** Resolves after `ms`, or at once when the signal aborts. */
export function pause(ms, signal) {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/** The value behind `--name`, or the fallback. */
export function option(name, fallback) {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? fallback : process.argv[at + 1];
}

/** Keeps the process alive with its input open and unread answers never sent. */
export function stayAlive() {
  setInterval(() => {}, 1 << 30);
}
