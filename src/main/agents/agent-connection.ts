/**
 * The client's half of ACP over one agent's pipes: requests with their limits, answers read, the
 * sessions that were opened here. Knows nothing of processes.
 */
import { RequestError, client } from '@agentclientprotocol/sdk/unstable';
import type { ConfigOption, ContentBlock, StopReason, TurnTokens } from '../../shared/session/content.ts';
import { decodeConfigOptions } from '../../shared/session/decode-config.ts';
import { decodeUpdate } from '../../shared/session/decode.ts';
import type { AgentDescription, FailureCode, SessionEventBody } from '../../shared/session/event.ts';
import { isRecord } from '../../shared/session/json-value.ts';
import type { JsonRecord } from '../../shared/session/json-value.ts';
import { within } from '../waking-clock.ts';
import type { Waits } from '../waking-clock.ts';
import type { FileAccess } from '../workspaces/file-access.ts';
import {
  readInitialize,
  readNewSession,
  readReopened,
  readStopReason,
  readTurnTokens,
} from './agent-answers.ts';
import { decodeAccount } from '../../shared/session/sign-in.ts';
import { AgentFailure, AgentRequestError } from './agent-link.ts';
import type {
  AcpMcpServer,
  AgentHandlers,
  AgentLaunch,
  KeptSession,
  OpenedSession,
  RawAgent,
} from './agent-link.ts';
import { accountEvent, chooseProviders, hearAccount } from './agent-account.ts';
import { answerAgentRequests } from './agent-requests.ts';
import { AgentRpc, REQUEST_CANCELLED, asLinkError } from './agent-rpc.ts';
import { AgentStream } from './agent-stream.ts';
import type { AgentStreamOptions } from './agent-stream.ts';
import { AgentFiles } from './files/agent-files.ts';
import { clientCapabilities } from './client-capabilities.ts';
import { asFailure, namesNoSession } from './connection-failures.ts';
import type { MakeFailure } from './connection-failures.ts';
import { listKeptSessions } from './kept-sessions.ts';
import { untilQuiet } from './late-replay.ts';
import { toAcpBlocks, unwelcomeBlock } from './prompt-blocks.ts';
import type { Quirks } from './quirks.ts';
import { AgentTerminals } from './terminals/agent-terminals.ts';
import type { StartTerminal } from './terminals/agent-terminals.ts';
import { answerTerminalRequests } from './terminals/terminal-requests.ts';

const PROTOCOL_VERSION = 1;
const METHOD_NOT_FOUND = -32601;

/** Milliseconds. */
export type AgentTimeouts = {
  readonly initialize: number;
  /** session/new; for load and resume, the longest silence. */
  readonly openSession: number;
  /** set_mode and set_config_option. */
  readonly setting: number;
};

export const ORDINARY_TIMEOUTS: AgentTimeouts = { initialize: 30_000, openSession: 60_000, setting: 30_000 };

export type AgentConnectionOptions = {
  readonly stream: Omit<AgentStreamOptions, 'onUpdate'>;
  /** For agents that do not introduce themselves. */
  readonly name: string;
  readonly clientVersion: string;
  readonly quirks: Quirks;
  readonly providers?: AgentLaunch['providers'];
  readonly timeouts: AgentTimeouts;
  readonly handlers: Omit<AgentHandlers, 'onExit'>;
  readonly filesFor: (cwd: string) => Promise<FileAccess>;
  /** Runs a command for the agent. Without it terminals are not offered. */
  readonly startTerminal?: StartTerminal;
  /** For limits of time; the machine's own without it. */
  readonly clock?: Waits;
  /** A failure with what else is known of the process. */
  readonly failure: MakeFailure;
};

type OpenSession = {
  readonly files: FileAccess;
  /** Answers of its running prompts. */
  readonly turns: Set<Promise<unknown>>;
  cancelled: boolean;
  tokens: TurnTokens | null;
};

export class AgentConnection {
  readonly stream: AgentStream;
  readonly #options: AgentConnectionOptions;
  readonly #rpc: AgentRpc;
  readonly #terminals: AgentTerminals | null = null;
  readonly #files: AgentFiles | null;
  readonly #sessions = new Map<string, OpenSession>();
  /** Called for each update of a session that is being taken up again. */
  readonly #signsOfLife = new Map<string, () => void>();
  #reopenMethods: readonly ReopenMethod[] = [];
  #initializeAnswer: JsonRecord = {};
  #agent: AgentDescription | null = null;
  #canClose = false;
  #tellsAccount = false;

  constructor(options: AgentConnectionOptions) {
    this.#options = options;
    this.stream = new AgentStream({
      ...options.stream,
      onUpdate: (acpSessionId, update) => this.#takeUpdate(acpSessionId, update),
    });
    const filesOf = (acpSessionId: string) => this.#sessions.get(acpSessionId)?.files ?? null;
    const { handlers } = options;
    this.#files = options.quirks.files === 'offered' ? new AgentFiles({ filesOf, handlers }) : null;
    const app = answerAgentRequests(client({ name: 'switchyard' }), {
      onPermission: async (acpSessionId, ask, signal) => {
        const outcome = await options.handlers.onPermission(acpSessionId, ask, signal);
        this.#terminals?.decided(acpSessionId, ask, outcome);
        this.#files?.decided(acpSessionId, ask, outcome);
        return outcome;
      },
      onQuestion: options.handlers.onQuestion,
      onQuestionCompleted: options.handlers.onQuestionCompleted,
      isOpen: (acpSessionId) => this.#sessions.has(acpSessionId),
      files: this.#files,
    });
    hearAccount(app, (account) => this.tellAll([accountEvent(account)]));
    if (options.startTerminal !== undefined) {
      this.#terminals = new AgentTerminals({
        start: options.startTerminal,
        filesOf,
        handlers,
      });
      answerTerminalRequests(app, this.#terminals);
    }
    this.#rpc = new AgentRpc(app.connect(this.stream), options.clock);
  }

  get raw(): RawAgent {
    return {
      initialize: this.#initializeAnswer,
      request: async (method, params, ms) => {
        try {
          return await this.#rpc.request(method, params, ms);
        } catch (error) {
          throw asLinkError(error);
        }
      },
    };
  }

  /** Ends one command that the app runs for the agent. False when it does not run. */
  stopTerminal(acpSessionId: string, terminalId: string): boolean {
    return this.#terminals?.stop(acpSessionId, terminalId) ?? false;
  }

  /** Ends all commands that the app runs for the agent; none begins any more. */
  async closeTerminals(): Promise<void> {
    await this.#terminals?.close();
  }

  get sessionIds(): readonly string[] {
    return [...this.#sessions.keys()];
  }

  /** Rejects with AgentFailure. */
  async initialize(): Promise<AgentDescription> {
    const { name, clientVersion, quirks, timeouts, failure } = this.#options;
    const answer = await this.#rpc
      .request(
        'initialize',
        {
          protocolVersion: PROTOCOL_VERSION,
          clientCapabilities: clientCapabilities(quirks, this.#terminals !== null),
          clientInfo: { name: 'switchyard', title: 'Switchyard', version: clientVersion },
        },
        timeouts.initialize,
      )
      .catch((error: unknown) => {
        throw this.#asFailure(error, 'no-handshake');
      });
    if (isRecord(answer)) this.#initializeAnswer = answer;
    const read = readInitialize(answer, name);
    if (read === null) {
      const detail = { code: 'unusable-answer', method: 'initialize' } as const;
      throw new AgentFailure(failure('no-handshake', 'its answer to initialize cannot be read', detail));
    }
    if (read.protocolVersion !== PROTOCOL_VERSION) {
      const message = `it speaks version ${read.protocolVersion} of the protocol`;
      throw new AgentFailure(failure('protocol-version', message));
    }
    this.#reopenMethods = [
      ...(read.canResume ? (['session/resume'] as const) : []),
      ...(read.canLoad ? (['session/load'] as const) : []),
    ];
    this.#agent = read.agent;
    this.#canClose = read.canClose;
    this.#tellsAccount = read.tellsAccount;
    await this.#chooseProviders();
    return read.agent;
  }

  async #chooseProviders(): Promise<void> {
    const { providers, failure } = this.#options;
    if (providers === undefined) return;
    const offered = this.#agent?.offers?.includes('providers') === true;
    try {
      await chooseProviders(providers, {
        offered,
        request: (method, params) => this.#setting(method, params),
      });
    } catch (error) {
      if (!(error instanceof AgentRequestError)) throw error;
      throw new AgentFailure(failure('session-refused', error.message));
    }
  }

  /** The agent keeps the session open from now on; with whose account it works may be told a little later. */
  #opened(acpSessionId: string, files: FileAccess): void {
    this.#sessions.set(acpSessionId, newSession(files));
    if (!this.#tellsAccount) return;
    this.#rpc.request('auth/status', {}, this.#options.timeouts.setting).then(
      (answer) => {
        const account = decodeAccount(answer);
        if (account === null || !this.#sessions.has(acpSessionId)) return;
        this.#options.handlers.onEvents(acpSessionId, [accountEvent(account)]);
      },
      () => {
        // It is not known then, as of all agents that do not tell.
      },
    );
  }

  async openSession(cwd: string, mcpServers: readonly AcpMcpServer[] = []): Promise<OpenedSession> {
    const { timeouts, filesFor } = this.#options;
    const files = await filesFor(cwd);
    const answer = await this.#rpc
      .request('session/new', { cwd, mcpServers }, timeouts.openSession)
      .catch((error: unknown) => {
        throw this.#asFailure(error, 'session-refused');
      });
    const opened = readNewSession(answer);
    if (opened === null) {
      throw namesNoSession('session/new', this.#options.failure);
    }
    this.#opened(opened.acpSessionId, files);
    return opened;
  }

  async forkSession(
    cwd: string,
    acpSessionId: string,
    mcpServers: readonly AcpMcpServer[] = [],
  ): Promise<OpenedSession> {
    const files = await this.#options.filesFor(cwd);
    const params = { sessionId: acpSessionId, cwd, mcpServers };
    const answer = await this.#rpc
      .request('session/fork', params, this.#options.timeouts.openSession)
      .catch((error: unknown) => {
        throw this.#asFailure(error, 'session-refused');
      });
    const opened = readNewSession(answer);
    if (opened === null) {
      throw namesNoSession('session/fork', this.#options.failure);
    }
    this.#opened(opened.acpSessionId, files);
    return opened;
  }

  /** No time limit: a person signs in meanwhile. Aborting tells the agent and rejects. */
  async authenticate(methodId: string, signal: AbortSignal): Promise<void> {
    try {
      await this.#rpc.untilAborted('authenticate', { methodId }, signal);
    } catch (error) {
      throw asLinkError(error);
    }
  }

  async logout(): Promise<void> {
    await this.#setting('logout', {});
  }

  async setTitle(acpSessionId: string, title: string): Promise<void> {
    await this.#setting('session/set_title', { sessionId: acpSessionId, title });
  }

  async deleteSession(acpSessionId: string): Promise<void> {
    await this.#setting('session/delete', { sessionId: acpSessionId });
  }

  async archiveSession(acpSessionId: string, archived: boolean): Promise<void> {
    await this.#setting(archived ? 'session/archive' : 'session/unarchive', { sessionId: acpSessionId });
  }

  listSessions(cwd: string): Promise<readonly KeptSession[]> {
    return listKeptSessions(cwd, (params) => this.#setting('session/list', params));
  }

  /** Lets an agent that has a way for it put its sessions away, for `ms` at most. Never rejects. */
  async closeSessions(ms: number): Promise<void> {
    if (!this.#canClose) return;
    // A turn that did not hear its cancel will not hear this either.
    const idle = [...this.#sessions].filter(([, { turns }]) => turns.size === 0);
    await Promise.allSettled(
      idle.map(([sessionId]) => this.#rpc.request('session/close', { sessionId }, ms)),
    );
  }

  /** Null when the agent offers neither way. */
  async reopenSession(
    cwd: string,
    acpSessionId: string,
    mcpServers: readonly AcpMcpServer[] = [],
  ): Promise<(OpenedSession & { readonly replayed: boolean }) | null> {
    const files = await this.#options.filesFor(cwd);
    // Known from here on: what it asks while it replays concerns this session.
    this.#opened(acpSessionId, files);
    let refusal: unknown = null;
    for (const method of this.#reopenMethods) {
      try {
        const answer = await this.#reopen(method, { sessionId: acpSessionId, cwd, mcpServers });
        return { ...readReopened(answer, acpSessionId), replayed: method === 'session/load' };
      } catch (error) {
        refusal = error;
        // Only an agent that promised the method and lacks it is asked the other way.
        if (!(error instanceof RequestError && error.code === METHOD_NOT_FOUND)) break;
      }
    }
    this.#sessions.delete(acpSessionId);
    if (refusal === null) return null;
    throw this.#asFailure(refusal, 'session-refused');
  }

  async prompt(acpSessionId: string, blocks: readonly ContentBlock[]): Promise<StopReason> {
    const session = this.#sessions.get(acpSessionId);
    const unwelcome = this.#agent === null ? null : unwelcomeBlock(blocks, this.#agent);
    if (unwelcome !== null) throw new AgentRequestError(-32602, UNWELCOME[unwelcome]);
    if (session !== undefined) {
      session.cancelled = false;
      session.tokens = null;
    }
    this.#terminals?.turnStarts(acpSessionId);
    this.#files?.turnStarts(acpSessionId);
    const turn = this.#rpc.request('session/prompt', {
      sessionId: acpSessionId,
      prompt: toAcpBlocks(blocks),
    });
    session?.turns.add(turn);
    try {
      const answer = await turn;
      if (session !== undefined) session.tokens = readTurnTokens(answer);
      return readStopReason(answer);
    } catch (error) {
      // Some agents answer a cancelled prompt with the error for a cancelled request.
      const heard = error instanceof RequestError && error.code === REQUEST_CANCELLED;
      if (heard && session?.cancelled === true) return 'cancelled';
      throw asLinkError(error);
    } finally {
      session?.turns.delete(turn);
    }
  }

  turnTokens(acpSessionId: string): TurnTokens | null {
    return this.#sessions.get(acpSessionId)?.tokens ?? null;
  }

  cancel(acpSessionId: string): void {
    const session = this.#sessions.get(acpSessionId);
    if (session !== undefined) session.cancelled = true;
    this.#rpc.notify('session/cancel', { sessionId: acpSessionId });
  }

  /** Cancels whatever runs and waits for it to end, or for `ms`. Resolves at once when nothing runs. */
  async cancelAll(ms: number): Promise<void> {
    const turns: Promise<unknown>[] = [];
    for (const [acpSessionId, session] of this.#sessions) {
      if (session.turns.size > 0) this.cancel(acpSessionId);
      turns.push(...session.turns);
    }
    if (turns.length === 0) return;
    await within(Promise.allSettled(turns), ms, this.#options.clock);
  }

  async setMode(acpSessionId: string, modeId: string): Promise<void> {
    await this.#setting('session/set_mode', { sessionId: acpSessionId, modeId });
  }

  async setOption(
    acpSessionId: string,
    optionId: string,
    value: string | boolean,
  ): Promise<readonly ConfigOption[]> {
    const answer = await this.#setting('session/set_config_option', {
      sessionId: acpSessionId,
      configId: optionId,
      value,
      ...(typeof value === 'boolean' ? { type: 'boolean' } : {}),
    });
    const options = isRecord(answer) ? decodeConfigOptions(answer.configOptions) : null;
    if (options === null)
      throw new AgentRequestError(-32603, 'the agent did not say what its options are now');
    return options;
  }

  /** Everything that waits rejects with `error`. */
  close(error: AgentFailure): void {
    this.#rpc.close(error);
    this.stream.close(error);
  }

  /** To every session that is open here. */
  tellAll(events: readonly SessionEventBody[]): void {
    for (const acpSessionId of this.sessionIds) this.#options.handlers.onEvents(acpSessionId, events);
  }

  #takeUpdate(acpSessionId: string, update: JsonRecord): void {
    this.#signsOfLife.get(acpSessionId)?.();
    const events = decodeUpdate(update);
    const parent = this.#sessions.get(acpSessionId);
    for (const event of events) {
      // A child session works in its parent's folder, under its own id.
      if (event.type === 'subagent' && parent !== undefined && !this.#sessions.has(event.subagentId)) {
        this.#sessions.set(event.subagentId, newSession(parent.files));
      }
    }
    if (events.length > 0) this.#options.handlers.onEvents(acpSessionId, events);
    this.#terminals?.observe(acpSessionId, events);
    this.#files?.observe(acpSessionId, events);
  }

  async #reopen(method: ReopenMethod, params: ReopenParams): Promise<unknown> {
    const { sessionId: acpSessionId } = params;
    const limit = this.#rpc.limit(this.#options.timeouts.openSession);
    this.#signsOfLife.set(acpSessionId, () => limit.restart());
    try {
      const answer = await this.#rpc.limited(method, params, limit);
      if (method === 'session/load' && this.#options.quirks.replay === 'after-the-answer') {
        await untilQuiet((heard) => this.#signsOfLife.set(acpSessionId, heard));
      }
      return answer;
    } finally {
      this.#signsOfLife.delete(acpSessionId);
    }
  }

  async #setting(method: string, params: object): Promise<unknown> {
    try {
      return await this.#rpc.request(method, params, this.#options.timeouts.setting);
    } catch (error) {
      throw asLinkError(error);
    }
  }

  #asFailure(error: unknown, code: FailureCode): unknown {
    return asFailure(error, code, this.#options.failure);
  }
}

const UNWELCOME = {
  image: 'this agent takes no pictures',
  audio: 'this agent takes no sound',
  resource: 'this agent takes no embedded files',
} as const;

type ReopenParams = {
  readonly sessionId: string;
  readonly cwd: string;
  readonly mcpServers: readonly AcpMcpServer[];
};
type ReopenMethod = 'session/resume' | 'session/load';

function newSession(files: FileAccess): OpenSession {
  return { files, turns: new Set(), cancelled: false, tokens: null };
}
