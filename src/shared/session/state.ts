/** What a session is, folded from its events by `reduce`. Immutable: a changed part is a new object. */
import type { SessionMcpServers } from '../mcp/session-servers.ts';
import type {
  ConfigOption,
  ContentBlock,
  PermissionOption,
  PermissionOutcome,
  PlanStep,
  SessionModes,
  SlashCommand,
  ToolContent,
  ToolKind,
  ToolLocation,
  ToolStatus,
  TurnTokens,
  Usage,
} from './content.ts';
import type {
  AgentDescription,
  AgentStopHow,
  Effect,
  Failure,
  NoticeCode,
  RestartPlan,
  StartStage,
  TurnOutcome,
} from './event.ts';
import type { Mode, Rule, RuleText } from '../permission/rule.ts';
import type { HookNote } from '../permission/hook-answer.ts';
import type { VerdictReason } from '../permission/verdict.ts';
import type { UsageDay } from './usage-days.ts';
import type { Question, QuestionOutcome } from './question.ts';
import type { AgentAccount, SignIn } from './sign-in.ts';

export type Phase =
  | { readonly name: 'new' }
  | { readonly name: 'starting'; readonly stage: StartStage }
  | { readonly name: 'ready' }
  | { readonly name: 'failed'; readonly failure: Failure }
  | { readonly name: 'stopped'; readonly how: AgentStopHow }
  /** As `ready` to the person: the next prompt starts the agent again. */
  | { readonly name: 'parked' };

/** `id` of every entry: unique in the session, stable, derived from seq so that replays agree. */
type EntryBase = { readonly id: string; readonly at: number };

export type MessageEntry = EntryBase & {
  readonly type: 'message';
  readonly role: 'user' | 'agent';
  readonly messageId: string | null;
  /** Adjacent text blocks are one block. */
  readonly blocks: readonly ContentBlock[];
};
export type ThoughtEntry = EntryBase & {
  readonly type: 'thought';
  readonly messageId: string | null;
  readonly text: string;
  /** Time of the last chunk, ms since the epoch: `endedAt - at` is how long it thought. */
  readonly endedAt: number;
};
export type ToolCallEntry = EntryBase & {
  readonly type: 'tool-call';
  readonly toolCallId: string;
  readonly title: string;
  readonly name: string | null;
  readonly kind: ToolKind;
  readonly status: ToolStatus;
  readonly content: readonly ToolContent[];
  readonly locations: readonly ToolLocation[];
  readonly rawInput: unknown;
  readonly rawOutput: unknown;
  readonly terminal: TerminalView | null;
  readonly parentToolCallId: string | null;
  /** Time of the last change; with `at` gives the duration once the status is final. */
  readonly updatedAt: number;
  /** Decisions made about this call, oldest first. */
  readonly decisions: readonly Decision[];
};
export type TerminalView = {
  readonly terminalId: string;
  /** The app runs the command itself, so the person can stop it. */
  readonly stoppable?: true;
  /** The tail of the output, at most 64 KiB of UTF-16 units. */
  readonly output: string;
  readonly truncated: boolean;
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
};
export type Decision = {
  readonly requestId: string;
  readonly outcome: PermissionOutcome;
  readonly optionName: string | null;
  readonly at: number;
};
/** Left in the transcript when a plan is complete or its turn ends. */
export type PlanEntry = EntryBase & {
  readonly type: 'plan';
  readonly planId: string | null;
  readonly steps: readonly PlanStep[];
  readonly document: { readonly format: 'markdown' | 'file'; readonly text: string } | null;
};
export type NoticeEntry = EntryBase & {
  readonly type: 'notice';
  readonly severity: 'info' | 'warning' | 'error';
  /** Set when the notice is the app's own: the catalogue has its words. */
  readonly code?: NoticeCode;
  readonly title: string;
  readonly description: string | null;
};
export type CompactionEntry = EntryBase & {
  readonly type: 'compaction';
  readonly compactionId: string;
  readonly status: 'in_progress' | 'completed' | 'failed' | 'cancelled';
  readonly summary: string;
};
export type SubagentEntry = EntryBase & {
  readonly type: 'subagent';
  readonly subagentId: string;
  readonly title: string;
  readonly description: string | null;
  readonly state: string;
  /** It may be stopped alone. */
  readonly canCancel: boolean;
};
export type QuestionEntry = EntryBase & {
  readonly type: 'question';
  readonly questionId: string;
  readonly toolCallId: string | null;
  readonly question: Question;
  /** Null while it waits. */
  readonly outcome: QuestionOutcome | null;
  /** For a page: the agent said that it is done there. */
  readonly completed: boolean;
};
/** Something of the record is missing or damaged here. It is no event: it is found again on every reading. */
export type GapEntry = EntryBase & {
  readonly type: 'gap';
  readonly reason: 'damaged' | 'torn' | 'unreadable' | 'missing' | 'blob' | 'not-saved' | 'conflict';
  /** Numbers of the events that are gone; null: maybe none. */
  readonly missing: { readonly from: number; readonly to: number } | null;
  /** Where the bytes stand, for whoever wants to look: a file of the session's folder, from and to. */
  readonly file: string;
  readonly from: number;
  readonly to: number;
};
export type UnknownEntry = EntryBase & {
  readonly type: 'unknown';
  readonly variant: string;
  readonly raw: unknown;
};

export type Entry =
  | MessageEntry
  | ThoughtEntry
  | ToolCallEntry
  | PlanEntry
  | NoticeEntry
  | CompactionEntry
  | SubagentEntry
  | QuestionEntry
  | GapEntry
  | UnknownEntry;

/**
 * One prompt and all that follows. `prompt` null: entries that came outside any turn (replayed history
 * without a prompt, or an agent's background work).
 */
export type Turn = {
  readonly id: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly prompt: readonly ContentBlock[] | null;
  /** The agent's id of the prompt's message, in replayed history that has one: tells two prompts in a row apart. */
  readonly promptMessageId?: string;
  readonly entries: readonly Entry[];
  /** How many of its oldest entries are not in `entries`. Only in the first turn of a window. */
  readonly earlier?: number;
  readonly outcome: TurnOutcome | null;
  readonly tokens?: TurnTokens;
};

export type PendingPermission = {
  readonly requestId: string;
  readonly toolCallId: string;
  readonly askedAt: number;
  readonly options: readonly PermissionOption[];
  readonly diffMismatch: boolean;
  /** The sub-agent that asks: its call stands in that one's own rows. */
  readonly subagentId?: string;
  /** Why it is asked. */
  readonly reason?: VerdictReason;
  /** What “always” may mean, narrowest first. */
  readonly offers?: readonly (readonly RuleText[])[];
  /** What hooks say about it; untrusted text. */
  readonly notes?: readonly HookNote[];
};

export type PendingQuestion = {
  readonly questionId: string;
  readonly askedAt: number;
  readonly question: Question;
};

/** Begun and not known to have ended. */
export type PendingEffect = { readonly effectId: string; readonly effect: Effect; readonly at: number };

export type QueuedPrompt = {
  readonly queueId: string;
  readonly prompt: readonly ContentBlock[];
  /**
   * Waits for the person: a turn before it was cancelled, refused or failed. The next prompt that the person
   * sends goes first and lets the held ones follow.
   */
  readonly held?: true;
  /** The person said so: nothing holds it. */
  readonly now?: true;
};

export type SessionState = {
  readonly phase: Phase;
  /** When the phase (by name) began, ms since the epoch. */
  readonly phaseSince: number;
  readonly agent: AgentDescription | null;
  readonly acpSessionId: string | null;
  readonly agentTitle: string | null;
  /** The person's own name for the session; wins over the agent's title. */
  readonly alias: string | null;
  /** Settled turns, oldest first. A late update replaces one of them, never mutates it. */
  readonly turns: readonly Turn[];
  /** The turn that runs, or null. */
  readonly active: Turn | null;
  readonly cancelling: boolean;
  /** The running turn gives no sign of life since then, ms since the epoch; null: it does. */
  readonly silentSince: number | null;
  /** Whether an agent that ended by itself is started again; null: nothing is known of that. */
  readonly restart: RestartPlan | null;
  readonly permissions: readonly PendingPermission[];
  readonly questions: readonly PendingQuestion[];
  /** Null: nothing is known to be missing. */
  readonly signIn: SignIn | null;
  /** What the agent says about its own sign-in; null: nothing. */
  readonly account: AgentAccount | null;
  /**
   * What each sub-agent did, by its id, folded like a session of its own; those of sub-agents stand here too
   * and not in their parent's.
   */
  readonly subagents: Readonly<Record<string, SessionState>>;
  readonly queue: readonly QueuedPrompt[];
  /** The plan shown above the composer. */
  readonly plan: PlanEntry | null;
  readonly modes: SessionModes | null;
  readonly options: readonly ConfigOption[] | null;
  readonly commands: readonly SlashCommand[];
  readonly usage: Usage | null;
  /** What it took, by day, oldest first. */
  readonly usageDays: readonly UsageDay[];
  /** What its agent was given at the last start; null: nothing is known. */
  readonly mcpServers: SessionMcpServers | null;
  readonly replaying: boolean;
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly effects: readonly PendingEffect[];
  /** The person's permission rules for it alone, and our mode of it; null: as the workspace has it. */
  readonly rules: readonly Rule[];
  readonly chosenMode: Mode | null;
  /** How many of the oldest turns are not in `turns`. Above 0 only in a window that has not loaded them. */
  readonly earlier: number;
  readonly seq: number;
  readonly readSeq: number;
  /** seq of the last turn end or failure outside replay: unread when above `readSeq`. */
  readonly settledSeq: number;
  readonly changedAt: number;
};

export const emptySessionState: SessionState = {
  phase: { name: 'new' },
  phaseSince: 0,
  agent: null,
  acpSessionId: null,
  agentTitle: null,
  alias: null,
  turns: [],
  active: null,
  cancelling: false,
  silentSince: null,
  restart: null,
  permissions: [],
  questions: [],
  signIn: null,
  account: null,
  subagents: {},
  queue: [],
  plan: null,
  modes: null,
  options: null,
  commands: [],
  usage: null,
  usageDays: [],
  mcpServers: null,
  replaying: false,
  pinned: false,
  archived: false,
  effects: [],
  rules: [],
  chosenMode: null,
  earlier: 0,
  seq: 0,
  readSeq: 0,
  settledSeq: 0,
  changedAt: 0,
};
