/** The agent's side of the protocol: which request does what. All state belongs to one connection. */
import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import {
  agent,
  type AgentApp,
  type AgentContext,
  type ClientCapabilities,
  type InitializeResponse,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type SessionInfo,
} from '@agentclientprotocol/sdk/unstable';
import { dataFolder, History } from './history/history.ts';
import { type JournalRecord, lastOf } from './history/record.ts';
import { modeNamed, restoredOptions, startingOptions, withConfigOption } from './options.ts';
import { Session } from './session.ts';
import { Workspace } from './workspace/workspace.ts';

export type AgentParts = {
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** One line for the log, which is standard error. */
  readonly log: (line: string) => void;
};

export type BundledAgent = {
  readonly app: AgentApp;
  /** Cancels every turn and resolves when their commands are gone. */
  readonly close: () => Promise<void>;
};

const PAGE = 100;

export function createAgent(parts: AgentParts): BundledAgent {
  const history = new History(dataFolder(parts.env, parts.platform), parts.log);
  const sessions = new Map<string, Session>();
  let capabilities: ClientCapabilities = {};

  const opened = (sessionId: string): Session => {
    const session = sessions.get(sessionId);
    if (session === undefined) throw RequestError.sessionNotFound(sessionId);
    return session;
  };
  const common = (client: AgentContext) => ({
    client,
    clientCapabilities: capabilities,
    history,
    log: parts.log,
  });

  /** An update that must come after the response which makes the session known. */
  const afterResponse = (work: () => Promise<void>): void => {
    setTimeout(() => void work().catch((error: unknown) => parts.log(String(error))), 0);
  };

  /** Load and resume: the conversation of the journal, in the folder that it belongs to. */
  const reopen = async (
    { sessionId, cwd }: { readonly sessionId: string; readonly cwd: string },
    client: AgentContext,
  ): Promise<{ readonly session: Session; readonly records: readonly JournalRecord[] }> => {
    const records = await history.read(sessionId);
    const header = records?.[0];
    if (records === null || header?.type !== 'session') throw RequestError.sessionNotFound(sessionId);
    const workspace = await openWorkspace(cwd);
    if (!(await isSameFolder(header.cwd, workspace.cwd))) {
      throw new RequestError(-32602, `This conversation belongs to another folder: ${header.cwd}`, {
        sessionId,
        cwd,
      });
    }
    const live = sessions.get(sessionId);
    if (live !== undefined) {
      if (live.busy)
        throw new RequestError(-32600, 'This session is open and working. Cancel its turn first.', {
          sessionId,
        });
      return { session: live, records };
    }
    const kept = lastOf(records, 'options');
    const options = restoredOptions(kept?.options, parts.env);
    const session = Session.restore({ ...common(client), sessionId, workspace, options }, records);
    sessions.set(sessionId, session);
    return { session, records };
  };

  const close = async (sessionId: string): Promise<void> => {
    const session = sessions.get(sessionId);
    sessions.delete(sessionId);
    await session?.close();
  };

  const app = agent({ name: 'switchyard-agent' })
    .onRequest(methods.agent.initialize, ({ params }) => {
      capabilities = params.clientCapabilities ?? {};
      return initialized(parts.version);
    })
    .onRequest(methods.agent.session.new, async ({ params, client }) => {
      const workspace = await openWorkspace(params.cwd);
      if (params.mcpServers.length > 0) parts.log('MCP servers are not used by this agent');
      const sessionId = randomUUID();
      const options = startingOptions(parts.env);
      const session = Session.create({ ...common(client), sessionId, workspace, options });
      sessions.set(sessionId, session);
      afterResponse(() => session.announceCommands());
      return { sessionId, ...session.settings };
    })
    .onRequest(methods.agent.session.load, async ({ params, client }) => {
      const { session, records } = await reopen(params, client);
      await session.replay(records);
      afterResponse(() => session.announceCommands());
      return session.settings;
    })
    .onRequest(methods.agent.session.resume, async ({ params, client }) => {
      const { session } = await reopen(params, client);
      afterResponse(async () => {
        await session.announceCommands();
        await session.announceUsage();
      });
      return session.settings;
    })
    .onRequest(methods.agent.session.list, async ({ params }) => {
      const listed = await history.list();
      const folder = params.cwd == null ? null : await realFolder(params.cwd);
      const matching: SessionInfo[] = [];
      for (const entry of listed) {
        if (folder === null || (await realFolder(entry.cwd)) === folder) matching.push({ ...entry });
      }
      const start =
        params.cursor == null ? 0 : matching.findIndex((entry) => cursorOf(entry) === params.cursor) + 1;
      if (params.cursor != null && start === 0)
        throw RequestError.invalidParams({ cursor: params.cursor }, 'unknown cursor');
      const page = matching.slice(start, start + PAGE);
      const last = page.at(-1);
      return start + PAGE < matching.length && last !== undefined
        ? { sessions: page, nextCursor: cursorOf(last) }
        : { sessions: page };
    })
    .onRequest(methods.agent.session.close, async ({ params }) => {
      opened(params.sessionId);
      await close(params.sessionId);
      return {};
    })
    .onRequest(methods.agent.session.delete, async ({ params }) => {
      const known = sessions.has(params.sessionId);
      await close(params.sessionId);
      if (!(await history.delete(params.sessionId)) && !known)
        throw RequestError.sessionNotFound(params.sessionId);
      return {};
    })
    .onRequest(methods.agent.session.setMode, async ({ params }) => {
      const session = opened(params.sessionId);
      const mode = modeNamed(params.modeId);
      if (mode === null) throw RequestError.invalidParams({ modeId: params.modeId }, 'unknown mode');
      await session.setOptions({ ...session.options, mode });
      return {};
    })
    .onRequest(methods.agent.session.setConfigOption, async ({ params }) => {
      const session = opened(params.sessionId);
      const options = withConfigOption(session.options, params);
      if (options === null) {
        throw RequestError.invalidParams(
          { configId: params.configId, value: params.value },
          'unknown option or value',
        );
      }
      await session.setOptions(options);
      return { configOptions: session.settings.configOptions };
    })
    .onRequest(methods.agent.session.prompt, ({ params, signal }) =>
      opened(params.sessionId).prompt(params, signal),
    )
    .onNotification(methods.agent.session.cancel, ({ params }) => sessions.get(params.sessionId)?.cancel());

  return {
    app,
    close: async () => {
      await Promise.all([...sessions.keys()].map(close));
    },
  };
}

function initialized(version: string): InitializeResponse {
  return {
    // The only version spoken; a client that wants another one must leave (ACP initialization).
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name: 'switchyard-agent', title: 'Switchyard Agent', version },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: false, audio: false, embeddedContext: false },
      // It takes the list and does nothing with it; the protocol has no word for that.
      mcpCapabilities: { http: false, sse: false, _meta: { stdio: false } },
      sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
    },
    authMethods: [],
  };
}

async function openWorkspace(cwd: string): Promise<Workspace> {
  const workspace = await Workspace.open(cwd);
  if (workspace === null) {
    throw new RequestError(
      -32602,
      `The working directory must be an absolute path of an existing folder: ${cwd}`,
      { cwd },
    );
  }
  return workspace;
}

async function realFolder(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

async function isSameFolder(one: string, other: string): Promise<boolean> {
  return (await realFolder(one)) === (await realFolder(other));
}

function cursorOf(entry: SessionInfo): string {
  return Buffer.from(`${entry.updatedAt ?? ''} ${entry.sessionId}`).toString('base64url');
}
