/**
 * One agent process with its ACP connection, as the session engine sees it. A port: tests put a fake
 * behind it; the real one is made by `start-agent.ts`.
 */
import type {
  ConfigOption,
  ContentBlock,
  PermissionOption,
  PermissionOutcome,
  SessionModes,
  StopReason,
  ToolCallPatch,
  TurnTokens,
} from '../../shared/session/content.ts';
import type { Question, QuestionOutcome } from '../../shared/session/question.ts';
import type { AgentDescription, Failure, SessionEventBody, StartStage } from '../../shared/session/event.ts';
import type { JsonRecord } from '../../shared/session/json-value.ts';
import type { ShellDoubt } from '../../shared/permission/shell-reading.ts';
import type { ProtocolLog } from './protocol-log.ts';
import type { BeginEffect } from './write-ahead.ts';

/** How to start an agent, from its catalogue entry. */
export type AgentLaunch = {
  readonly agentId: string;
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the environment that `processes/` builds; wins over it. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables of the person's environment that it gets although they are held back as a rule. */
  readonly granted?: readonly string[];
  /** What the person wants new sessions to begin with, by the agent's own ids. */
  readonly defaults?: {
    readonly mode: string | null;
    readonly options: Readonly<Record<string, string | boolean>>;
  };
  /** How long a turn may be silent, and an idle process may run, before something is done about it; 0: never. */
  readonly silenceMinutes?: number;
  readonly idleMinutes?: number;
  /** By the agent's own id of the provider; null: it is to be switched off. */
  readonly providers?: Readonly<Record<string, ProviderChoice | null>>;
};

export type OpenedSession = {
  readonly acpSessionId: string;
  readonly modes: SessionModes | null;
  readonly options: readonly ConfigOption[] | null;
};

/** A conversation that the agent keeps by itself. Texts are untrusted. */
export type KeptSession = {
  readonly acpSessionId: string;
  readonly cwd: string;
  readonly title: string | null;
  /** ms since the epoch; null: not told. */
  readonly updatedAt: number | null;
  readonly archived: boolean;
};

/** Where an agent sends its requests for one of its providers. Headers may hold secrets. */
export type ProviderChoice = {
  readonly apiType: string;
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

type NamedValue = { readonly name: string; readonly value: string };

/** An MCP server as the protocol writes it. Values may be secrets. */
export type AcpMcpServer =
  | {
      readonly name: string;
      /** Absolute. */
      readonly command: string;
      readonly args: readonly string[];
      readonly env: readonly NamedValue[];
    }
  | {
      readonly type: 'http' | 'sse';
      readonly name: string;
      readonly url: string;
      readonly headers: readonly NamedValue[];
    };

export type PermissionAsk = {
  readonly toolCall: ToolCallPatch;
  readonly options: readonly PermissionOption[];
  /** The app asks about what it is to do for the agent; absent: the agent asks about what it does itself. */
  readonly own?: OwnAsk;
};

export type OwnAsk = {
  /** Allowed shortly before, by the agent's own question about this very thing: only a denial still counts. */
  readonly covered: boolean;
  /** Leaves nothing in the session when it is allowed at once: reading is free and frequent. */
  readonly quiet: boolean;
  /** What it would write, in bytes; 0: nothing. */
  readonly bytes: number;
  /** No rule has seen all of it, so none allows it. */
  readonly doubt: ShellDoubt | null;
};

export type QuestionAsk = {
  readonly question: Question;
  readonly toolCallId: string | null;
};

/** `runId`: the tag that all of its processes carry. */
export type StartedAgent = { readonly runId: string; readonly pid: number; readonly startedAt: number };

/** What the agent may do to us. Every call carries the agent's own session id. */
export type AgentHandlers = {
  /** Synchronous, in arrival order: also before the response that names the session. */
  onEvents(acpSessionId: string, events: readonly SessionEventBody[]): void;
  /** `signal` aborts when the agent withdraws the request ($/cancel_request) or goes away. */
  onPermission(acpSessionId: string, ask: PermissionAsk, signal: AbortSignal): Promise<PermissionOutcome>;
  /**
   * A question that belongs to a session, or to no session yet (null: while the agent signs in). `signal` as
   * for a permission.
   */
  onQuestion(acpSessionId: string | null, ask: QuestionAsk, signal: AbortSignal): Promise<QuestionOutcome>;
  /** What a page was opened for is done. */
  onQuestionCompleted(elicitationId: string): void;
  /** Its process has been started. `startedAt`: ms since the epoch. */
  onProcess?(started: StartedAgent): void;
  /** Before something is done outside the app on the agent's behalf. Absent: nothing is on record. */
  readonly onEffect?: BeginEffect;
  /** Called once when the process ended without `stop` having been asked for. */
  onExit(failure: Failure): void;
  /** Where what is said is kept. */
  readonly protocolLog?: ProtocolLog;
};

export const MAX_KEPT_SESSIONS = 2000;

export type StopHow = 'clean' | 'forced' | 'leaked';

export interface AgentLink {
  readonly agent: AgentDescription;
  /** session/new. Rejects with AgentFailure (`session-refused`, `auth-required`). */
  openSession(cwd: string, mcpServers?: readonly AcpMcpServer[]): Promise<OpenedSession>;
  /** session/resume where offered, else session/load (history arrives as events before it resolves), else null. */
  reopenSession(
    cwd: string,
    acpSessionId: string,
    mcpServers?: readonly AcpMcpServer[],
  ): Promise<(OpenedSession & { readonly replayed: boolean }) | null>;
  /** session/fork: a new session that knows what that one knows. History may arrive as events before it resolves. */
  forkSession(
    cwd: string,
    acpSessionId: string,
    mcpServers?: readonly AcpMcpServer[],
  ): Promise<OpenedSession>;
  /** Waits as long as a person takes. Rejects with AgentRequestError, or AgentFailure when the process went away. */
  authenticate(methodId: string, signal: AbortSignal): Promise<void>;
  logout(): Promise<void>;
  setTitle(acpSessionId: string, title: string): Promise<void>;
  deleteSession(acpSessionId: string): Promise<void>;
  /** session/archive and session/unarchive: hides it from the agent's own list, or shows it there again. */
  archiveSession(acpSessionId: string, archived: boolean): Promise<void>;
  /** All that it keeps of a folder, newest first as a rule, at most `MAX_KEPT_SESSIONS`. */
  listSessions(cwd: string): Promise<readonly KeptSession[]>;
  /** Pending for the whole turn. Rejects with AgentRequestError, or AgentFailure when the process went away. */
  prompt(acpSessionId: string, prompt: readonly ContentBlock[]): Promise<StopReason>;
  /** What the prompt that was answered last took; null: the agent did not tell. */
  turnTokens(acpSessionId: string): TurnTokens | null;
  /** session/cancel, a notification: the turn's promise settles when the agent hears it. */
  cancel(acpSessionId: string): void;
  setMode(acpSessionId: string, modeId: string): Promise<void>;
  /** Resolves with the full list, which replaces the old one. */
  setOption(
    acpSessionId: string,
    optionId: string,
    value: string | boolean,
  ): Promise<readonly ConfigOption[]>;
  /** Ends one command that the app runs for the agent (`terminal/create`). False when it does not run. */
  stopTerminal(acpSessionId: string, terminalId: string): boolean;
  /** The whole stop ladder; resolves when nothing of the process tree is left or it had to be given up. Idempotent. */
  stop(): Promise<StopHow>;
}

/** The connection as it is, for looking an agent over: answers come back unread. */
export interface RawAgent {
  /** The whole answer to initialize. */
  readonly initialize: JsonRecord;
  /** Rejects with AgentRequestError, or AgentFailure when the process went away. */
  request(method: string, params: object, ms: number): Promise<unknown>;
}

export type StartAgent = (
  launch: AgentLaunch,
  cwd: string,
  handlers: AgentHandlers,
  onStage: (stage: StartStage) => void,
  /** Aborting it during start stops the process and rejects. */
  signal: AbortSignal,
) => Promise<AgentLink>;

/** The agent process could not be had or was lost. */
export class AgentFailure extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'AgentFailure';
    this.failure = failure;
  }
}

/** The agent answered one request with a JSON-RPC error; the connection lives on. */
export class AgentRequestError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.name = 'AgentRequestError';
    this.code = code;
  }
}
