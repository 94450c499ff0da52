/**
 * The vocabulary of a session: everything that can happen to it, once. The journal, the reducer, the
 * IPC stream and replay all speak it. Events are facts: they are never edited, only followed by others.
 */
import type {
  ConfigOption,
  ContentBlock,
  PermissionOption,
  PermissionOutcome,
  PlanStep,
  SessionModes,
  SlashCommand,
  StopReason,
  ToolCallPatch,
  TurnTokens,
  Usage,
} from './content.ts';
import type { SessionMcpServers } from '../mcp/session-servers.ts';
import type { HookNote } from '../permission/hook-answer.ts';
import type { Mode, Rule, RuleText } from '../permission/rule.ts';
import type { VerdictReason } from '../permission/verdict.ts';
import type { Question, QuestionOutcome } from './question.ts';
import type { AgentAccount, AuthMethod, SignInOutcome } from './sign-in.ts';

/** Why an agent process is not there. Closed set: each has its own sentence and next step in the UI. */
export type FailureCode =
  | 'not-found' // the command does not exist or is not executable
  | 'exited-early' // ended before `initialize` was answered
  | 'no-handshake' // `initialize` unanswered in time, or garbage instead
  | 'protocol-version' // it speaks no version that we speak
  | 'auth-required' // ACP error -32000
  | 'session-refused' // session/new, load or resume failed or never answered
  | 'exited' // died after the session was open
  | 'frame-too-large' // one stdout line over the cap
  | 'bad-directory'; // the working directory is gone

/**
 * What the app itself has to say beyond the code, as data: `message` is then its English sentence. Without it
 * the message is what the agent or the system said.
 */
export type FailureDetail =
  | { readonly code: 'no-answer'; readonly method: string; readonly ms: number }
  | { readonly code: 'unusable-answer'; readonly method: string }
  | { readonly code: 'pipe-closed'; readonly pipe: 'input' | 'output' }
  | { readonly code: 'no-protocol' }
  /** The exit code or the signal is all that is known. */
  | { readonly code: 'exit' }
  | { readonly code: 'stopped' }
  | { readonly code: 'missing-command'; readonly command: string };

export type Failure = {
  readonly code: FailureCode;
  /** One line from the agent or the system, untrusted text. */
  readonly message: string;
  readonly detail?: FailureDetail;
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Last lines of stderr, oldest first, at most 200 lines / 64 KiB; untrusted text. */
  readonly stderrTail: readonly string[];
};

export type StartStage = 'starting' | 'handshake' | 'signing-in' | 'opening';

export type PromptFailure = { readonly code: number | null; readonly message: string };

export type TurnOutcome =
  | { readonly type: 'stopped'; readonly reason: StopReason }
  | { readonly type: 'failed'; readonly error: PromptFailure }
  | { readonly type: 'interrupted' }; // the process went away under it

/**
 * A notice of the app itself, not of the agent: the message catalogue has its words, and the event's own
 * title is the English text for logs and for readers without a catalogue.
 */
export type NoticeCode =
  | 'agent-unresponsive' // did not hear session/cancel in time: its process was ended
  | 'started-without-memory' // could not resume: the agent knows nothing of what stands above
  | 'updates-lost' // more updates than may be kept came before the session had an id
  | 'foreign-updates' // the agent keeps sending updates for sessions that it does not have here
  | 'forked' // begins as a copy of another conversation, whose history the agent did not tell
  | 'handed-over' // a new conversation of the agent that was given the transcript, or its summary, as context
  | 'imported' // begins with a conversation that was had outside the app
  | 'history-differs' // what the agent told of the conversation again is not what the record has
  | 'effect-unknown' // the app ended under it: whether it was done is not known (`description` says what)
  | 'message-left-out' // a message of the agent was too large to be read (`description` says how large)
  | 'not-saved'; // an event could not be written, so what depended on it was not done

export type AgentDescription = {
  readonly name: string;
  readonly version: string | null;
  readonly promptImages: boolean;
  readonly embeddedContext: boolean;
  readonly loadSession: boolean;
  /** Absent in records of before it was read, as is `offers`. */
  readonly authMethods?: readonly AuthMethod[];
  /** What can be asked of it beyond a conversation. */
  readonly offers?: readonly AgentOffer[];
  /** Prompts may hold sound. */
  readonly promptAudio?: boolean;
  /** Which kinds of MCP servers it takes. */
  readonly mcp?: { readonly stdio: boolean; readonly http: boolean; readonly sse: boolean };
};

/**
 * `fork`, `delete`, `archive` a session, give it a `title`, `list` those that it keeps, `logout` of the agent,
 * say where its requests go (`providers`).
 */
export const agentOffers = ['fork', 'delete', 'archive', 'title', 'list', 'logout', 'providers'] as const;
export type AgentOffer = (typeof agentOffers)[number];

/** What of a sub-agent's session is kept: all that stands in a transcript. */
export type ChildBody = Extract<
  SessionEventBody,
  {
    readonly type:
      | 'message-chunk'
      | 'tool-call'
      | 'plan'
      | 'plan-document'
      | 'plan-removed'
      | 'notice'
      | 'compaction'
      | 'subagent'
      | 'unknown';
  }
>;

/** What becomes of an agent that ended by itself. `at`: wall time, ms since the epoch. */
export type RestartPlan =
  | { readonly type: 'restarting'; readonly attempt: number; readonly of: number; readonly at: number }
  /** It was tried often enough, or must not be tried unasked: the person has to say so. */
  | { readonly type: 'needs-you'; readonly why: 'too-often' | 'within-a-turn' | 'cannot-resume' | 'stopped' };

export type SessionEventBody =
  | { readonly type: 'agent-starting'; readonly stage: StartStage }
  /** It introduced itself; its session is not open yet, and may need a sign-in first. */
  | { readonly type: 'agent-described'; readonly agent: AgentDescription }
  | {
      readonly type: 'agent-ready';
      readonly agent: AgentDescription;
      /** The agent's own id of the conversation; never mix it up with our session id. */
      readonly acpSessionId: string;
      readonly modes: SessionModes | null;
      readonly options: readonly ConfigOption[] | null;
    }
  | { readonly type: 'agent-failed'; readonly failure: Failure }
  /** The process was stopped on purpose. `clean` it left by itself, `forced` it had to be killed. */
  | { readonly type: 'agent-stopped'; readonly how: AgentStopHow }
  /** Whether and when the app starts an agent again that ended by itself; null: it does not, any more. */
  | { readonly type: 'restart-planned'; readonly plan: RestartPlan | null }
  /** The running turn gives no sign of life since then; null: it does again. */
  | { readonly type: 'turn-silent'; readonly since: number | null }
  /** The app stopped an idle process to save its memory; the next prompt wakes it. */
  | { readonly type: 'parked' }
  | { readonly type: 'prompt-queued'; readonly queueId: string; readonly prompt: readonly ContentBlock[] }
  | { readonly type: 'prompt-unqueued'; readonly queueId: string }
  | { readonly type: 'prompt-edited'; readonly queueId: string; readonly prompt: readonly ContentBlock[] }
  /** `before`: the one that it now stands before; null: the end. `release`: it waits for the person no longer. */
  | {
      readonly type: 'prompt-moved';
      readonly queueId: string;
      readonly before: string | null;
      readonly release?: true;
    }
  | { readonly type: 'turn-started'; readonly turnId: string; readonly prompt: readonly ContentBlock[] }
  | { readonly type: 'turn-cancelling' }
  | {
      readonly type: 'turn-ended';
      readonly turnId: string;
      readonly outcome: TurnOutcome;
      /** Of the turn alone, where the agent says it. */
      readonly tokens?: TurnTokens;
    }
  | {
      readonly type: 'message-chunk';
      readonly role: 'user' | 'agent' | 'thought';
      /** A change of id starts a new message; null: a change of role or a tool call does. */
      readonly messageId: string | null;
      readonly content: ContentBlock;
    }
  | { readonly type: 'tool-call'; readonly patch: ToolCallPatch }
  | { readonly type: 'plan'; readonly planId: string | null; readonly steps: readonly PlanStep[] }
  | {
      readonly type: 'plan-document';
      readonly planId: string;
      readonly format: 'markdown' | 'file';
      readonly text: string;
    }
  | { readonly type: 'plan-removed'; readonly planId: string }
  | { readonly type: 'commands'; readonly commands: readonly SlashCommand[] }
  | { readonly type: 'mode'; readonly modeId: string }
  | { readonly type: 'options'; readonly options: readonly ConfigOption[] }
  /** Which MCP servers the agent was given when its session was opened. */
  | { readonly type: 'mcp-servers'; readonly servers: SessionMcpServers }
  /** `null` clears, absent leaves. */
  | { readonly type: 'info'; readonly title?: string | null }
  | { readonly type: 'renamed'; readonly alias: string | null }
  | { readonly type: 'usage'; readonly usage: Usage }
  | {
      readonly type: 'notice';
      readonly severity: 'info' | 'warning' | 'error';
      /** Set when the notice is the app's own. */
      readonly code?: NoticeCode;
      readonly title: string;
      readonly description: string | null;
    }
  | {
      readonly type: 'compaction';
      readonly compactionId: string;
      readonly status: 'in_progress' | 'completed' | 'failed' | 'cancelled';
      readonly summaryDelta: string | null;
      /** The summary as a whole: replaces what came before. */
      readonly summary?: string;
    }
  | {
      readonly type: 'subagent';
      readonly subagentId: string;
      readonly title?: string;
      readonly description?: string | null;
      readonly state?: string;
      readonly canCancel?: boolean;
    }
  /** An update we do not know, kept whole. */
  | { readonly type: 'unknown'; readonly variant: string; readonly raw: unknown }
  | {
      readonly type: 'permission-asked';
      /** Ours, unique in the session; JSON-RPC ids may repeat. */
      readonly requestId: string;
      readonly toolCall: ToolCallPatch;
      readonly options: readonly PermissionOption[];
      /** For edits: the agent's old text does not match the file on disk. */
      readonly diffMismatch: boolean;
      /** The sub-agent that asks. */
      readonly subagentId?: string;
      /** Why no rule and no mode decided. */
      readonly reason?: VerdictReason;
      /** What “always” may mean, narrowest first: each a set of rules that covers the request. */
      readonly offers?: readonly (readonly RuleText[])[];
      /** What hooks say about it; untrusted text. */
      readonly notes?: readonly HookNote[];
    }
  | { readonly type: 'permission-settled'; readonly requestId: string; readonly outcome: PermissionOutcome }
  | {
      readonly type: 'question-asked';
      /** Ours, unique in the session. */
      readonly questionId: string;
      readonly question: Question;
      /** The call that it belongs to, where the agent says so. */
      readonly toolCallId: string | null;
    }
  | { readonly type: 'question-settled'; readonly questionId: string; readonly outcome: QuestionOutcome }
  /** What the person went to a page for is done there. */
  | { readonly type: 'question-completed'; readonly elicitationId: string }
  | { readonly type: 'sign-in-started'; readonly methodId: string; readonly how: 'agent' | 'terminal' }
  | { readonly type: 'sign-in-ended'; readonly outcome: SignInOutcome }
  | { readonly type: 'signed-out' }
  /** With whose account the agent works, as it says itself. */
  | { readonly type: 'account'; readonly account: AgentAccount }
  /** Traffic of a sub-agent's own session. */
  | { readonly type: 'child'; readonly subagentId: string; readonly body: ChildBody }
  | { readonly type: 'replay-started' }
  | { readonly type: 'replay-ended' }
  | { readonly type: 'marked-read' }
  /** The person keeps it at the top. */
  | { readonly type: 'pinned'; readonly pinned: boolean }
  /** The person put it away; it stays whole. */
  | { readonly type: 'archived'; readonly archived: boolean }
  /** Written before the app does something for the agent; `effect-ended` after. Without that nobody knows. */
  | { readonly type: 'effect-begun'; readonly effectId: string; readonly effect: Effect }
  /** A rule of the person for this session alone. */
  | { readonly type: 'rule-added'; readonly rule: Rule }
  | { readonly type: 'rule-revoked'; readonly ruleId: string }
  /** Our mode, not the agent's; null: as the workspace has it. */
  | { readonly type: 'mode-chosen'; readonly mode: Mode | null }
  | { readonly type: 'effect-ended'; readonly effectId: string; readonly done: boolean };

/** `interrupted`: the app itself ended under it, found when the record was opened again. */
export type AgentStopHow = 'clean' | 'forced' | 'leaked' | 'interrupted';

/** What the app does outside itself on an agent's behalf. `subject`: the path or the command, untrusted text. */
export type Effect = { readonly kind: 'file-write' | 'terminal'; readonly subject: string };

/**
 * `seq` counts from 1 without gaps; `at` is wall time in ms since the epoch (order is by seq alone).
 * `first` is there when `mergeEvents` joined several events into this one: `seq` and `at` are then those of
 * the last, `first` has those of the first, so that folding it equals folding them one by one.
 */
export type SessionEvent = SessionEventBody & {
  readonly seq: number;
  readonly at: number;
  readonly first?: { readonly seq: number; readonly at: number };
};
export type SessionEventType = SessionEventBody['type'];
