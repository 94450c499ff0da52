/** The only place that decides the words a session is described with. Pure functions of the state. */
import type { ContentBlock, ToolKind } from './content.ts';
import { diffStatsOf } from './diff-stats.ts';
import type { AgentOffer, FailureCode, StartStage } from './event.ts';
import type {
  Entry,
  PendingPermission,
  PendingQuestion,
  SessionState,
  SubagentEntry,
  ToolCallEntry,
  Turn,
} from './state.ts';
import { subjectOf } from './subject.ts';
import type { UsageDay } from './usage-days.ts';

/** In order of precedence: the first that holds is the status. */
export type SessionStatus =
  | 'needs-permission'
  | 'needs-answer'
  | 'failed'
  /** The app ended under its turn; it can go on. */
  | 'interrupted'
  | 'running'
  | 'finished-unread'
  | 'idle';

/** What the second line of a session row says, as data for the message catalogue. */
export type Activity =
  | { readonly type: 'starting'; readonly stage: StartStage }
  | { readonly type: 'asks'; readonly kind: ToolKind; readonly subject: string }
  | { readonly type: 'question'; readonly subject: string }
  | { readonly type: 'sign-in' }
  | { readonly type: 'signing-in' }
  | { readonly type: 'tool'; readonly kind: ToolKind; readonly subject: string }
  /** Nothing but a sub-agent, whose title is `subject`. */
  | { readonly type: 'subagent'; readonly subject: string }
  | { readonly type: 'thinking' }
  | { readonly type: 'writing' }
  | { readonly type: 'waiting' } // turn runs, nothing has come yet
  | { readonly type: 'cancelling' }
  /** The turn runs, without a sign of life since then, ms since the epoch. */
  | { readonly type: 'silent'; readonly since: number }
  /** It ended by itself and is started again. */
  | { readonly type: 'restarting'; readonly attempt: number; readonly of: number }
  | { readonly type: 'failed'; readonly code: FailureCode; readonly exitCode: number | null }
  | { readonly type: 'turn-failed'; readonly message: string }
  | { readonly type: 'finished' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'refused' }
  | { readonly type: 'limit' }
  | { readonly type: 'stopped' }
  | { readonly type: 'interrupted' }
  | { readonly type: 'idle' };

export type SessionSummary = {
  readonly id: string;
  readonly workspaceId: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly cwd: string;
  readonly createdAt: number;
  /** Alias, else the agent's title, else the first words of the first prompt, else null. Untrusted text. */
  readonly title: string | null;
  /** What each of them is, also when the other is shown. Untrusted text. */
  readonly agentTitle: string | null;
  readonly alias: string | null;
  readonly pinned: boolean;
  readonly archived: boolean;
  /** When something last happened in it, ms since the epoch: the order of the list. */
  readonly changedAt: number;
  /** Of the last event. */
  readonly seq: number;
  readonly status: SessionStatus;
  readonly activity: Activity;
  /** When the current status began, ms since the epoch. */
  readonly since: number;
  readonly unread: boolean;
  readonly added: number;
  readonly removed: number;
  /** Requests that wait for the person, oldest first. */
  readonly pending: readonly {
    readonly requestId: string;
    readonly kind: ToolKind;
    readonly subject: string;
    readonly askedAt: number;
  }[];
  /** Questions that wait for the person, oldest first. */
  readonly questions: readonly {
    readonly questionId: string;
    readonly subject: string;
    readonly askedAt: number;
  }[];
  readonly processRunning: boolean;
  /** Its idle process was stopped; the next prompt starts it again. */
  readonly parked: boolean;
  /** Prompts that wait. */
  readonly queued: number;
  /** What it took, by day; absent: its record is older than that. */
  readonly usageDays?: readonly UsageDay[];
  /** What of its record stands between the person and all of it. */
  readonly record: RecordState;
  /** Absent: it began by itself. */
  readonly forkedFrom?: Lineage;
  /** The agent's id of its conversation; absent: it has none yet, or its record is older than that. */
  readonly acpSessionId?: string;
  /** What the agent can be asked for now. */
  readonly offers: readonly AgentOffer[];
};

/** `turnId`: the last turn that it took over; null: all that there was. */
export type Lineage = { readonly sessionId: string; readonly turnId: string | null };

export type RecordState =
  | { readonly type: 'saved' }
  /** Nothing more is saved until the disk takes it again; then it goes on by itself. */
  | { readonly type: 'paused'; readonly fault: 'disk-full' | 'io' | 'no-permission' }
  /** `by`: the version of the app that wrote it, or the process that writes it. Untrusted text. */
  | {
      readonly type: 'read-only';
      readonly why: 'newer-format' | 'in-use' | 'lock-lost';
      readonly by: string | null;
      /** Nobody knows whether another one still writes it: the person may say that none does. */
      readonly canTakeOver?: boolean;
    }
  /** Only that it is there is known. `path`: where. */
  | { readonly type: 'unreadable'; readonly why: string; readonly path: string };

/** What does not change about a session and is not in its state. */
export type SessionFacts = Pick<
  SessionSummary,
  'id' | 'workspaceId' | 'agentId' | 'agentName' | 'cwd' | 'createdAt' | 'forkedFrom'
>;

/**
 * What waits for the person. `key` names the occasion: acknowledging it keeps the same one from coming back
 * and lets a new one through.
 */
export type AttentionItem = {
  readonly key: string;
  readonly sessionId: string;
  readonly kind: 'permission' | 'answer' | 'failed' | 'interrupted' | 'finished';
  /** ms since the epoch. */
  readonly since: number;
};

/** Longest title made of a prompt, in UTF-16 units. */
const LONGEST_TITLE = 80;

/** Of a question, in a list. UTF-16 units. */
const LONGEST_SUBJECT = 120;

/** Open calls are looked for among so many of the newest entries. */
const OPEN_CALL_SEARCH = 50;

export function statusOf(state: SessionState): SessionStatus {
  if (state.permissions.length > 0) return 'needs-permission';
  if (state.questions.length > 0 || wantsSignIn(state)) return 'needs-answer';
  if (isSigningIn(state)) return 'running';
  if (state.phase.name === 'failed') return isRestarting(state) ? 'running' : 'failed';
  if (isInterrupted(state)) return 'interrupted';
  const unread = isUnread(state);
  if (unread && runningTurn(state) === null && lastTurn(state)?.outcome?.type === 'failed') return 'failed';
  if (runningTurn(state) !== null || state.phase.name === 'starting') return 'running';
  return unread ? 'finished-unread' : 'idle';
}

/** The person has to sign in before the agent goes on. */
export function wantsSignIn({ signIn }: SessionState): boolean {
  return signIn?.status === 'needed' || signIn?.status === 'failed';
}

/** Broken off by the end of the app, and nobody went on since. */
export function isInterrupted(state: SessionState): boolean {
  const { phase } = state;
  if (phase.name !== 'stopped' || phase.how !== 'interrupted') return false;
  return lastTurn(state)?.outcome?.type === 'interrupted';
}

/** Its agent ended by itself and is about to be started again. */
export function isRestarting({ phase, restart }: SessionState): boolean {
  return phase.name === 'failed' && restart?.type === 'restarting';
}

function isSigningIn({ signIn }: SessionState): boolean {
  return signIn?.status === 'running';
}

/** A turn or a start ended after the person last looked. */
export function isUnread(state: SessionState): boolean {
  return state.settledSeq > state.readSeq;
}

export function activityOf(state: SessionState, cwd: string | null = null): Activity {
  const [asked] = state.permissions;
  if (asked !== undefined) return { type: 'asks', ...askedOf(state, asked, cwd) };
  const [question] = state.questions;
  if (question !== undefined) return { type: 'question', subject: subjectOfQuestion(question) };
  if (wantsSignIn(state)) return { type: 'sign-in' };
  if (isSigningIn(state)) return { type: 'signing-in' };
  const { phase } = state;
  if (phase.name === 'starting') return { type: 'starting', stage: phase.stage };
  if (phase.name === 'failed') {
    const { restart } = state;
    if (restart?.type === 'restarting') {
      return { type: 'restarting', attempt: restart.attempt, of: restart.of };
    }
    return { type: 'failed', code: phase.failure.code, exitCode: phase.failure.exitCode };
  }
  const turn = runningTurn(state);
  if (turn !== null) {
    if (state.cancelling) return { type: 'cancelling' };
    if (state.silentSince !== null) return { type: 'silent', since: state.silentSince };
    return activityOfTurn(turn, cwd);
  }
  if (isInterrupted(state)) return { type: 'interrupted' };
  if (phase.name === 'stopped' && phase.how !== 'clean') return { type: 'stopped' };
  return activityAfter(state);
}

/** Cheap but not free (it visits the running turn): made when a summary is due, not on every event. */
export function summaryOf(
  facts: SessionFacts,
  state: SessionState,
  record: RecordState = { type: 'saved' },
): SessionSummary {
  const { added, removed } = diffStatsOf(state);
  return {
    id: facts.id,
    workspaceId: facts.workspaceId,
    agentId: facts.agentId,
    agentName: facts.agentName,
    cwd: facts.cwd,
    createdAt: facts.createdAt,
    title: state.alias ?? state.agentTitle ?? titleOfPrompts(state),
    agentTitle: state.agentTitle,
    alias: state.alias,
    pinned: state.pinned,
    archived: state.archived,
    changedAt: state.changedAt === 0 ? facts.createdAt : state.changedAt,
    seq: state.seq,
    parked: state.phase.name === 'parked',
    queued: state.queue.length,
    usageDays: state.usageDays,
    record,
    ...(facts.forkedFrom === undefined ? {} : { forkedFrom: facts.forkedFrom }),
    ...(state.acpSessionId === null ? {} : { acpSessionId: state.acpSessionId }),
    status: statusOf(state),
    activity: activityOf(state, facts.cwd),
    since: sinceOf(state),
    unread: isUnread(state),
    added,
    removed,
    pending: state.permissions.map((pending) => ({
      requestId: pending.requestId,
      ...askedOf(state, pending, facts.cwd),
      askedAt: pending.askedAt,
    })),
    questions: state.questions.map((question) => ({
      questionId: question.questionId,
      subject: subjectOfQuestion(question),
      askedAt: question.askedAt,
    })),
    offers: state.phase.name === 'ready' ? (state.agent?.offers ?? []) : [],
    processRunning: state.phase.name === 'starting' || state.phase.name === 'ready',
  };
}

/** What blocks an agent comes first, then failures, then what is done; oldest first within each. */
export function attentionOf(summaries: readonly SessionSummary[]): readonly AttentionItem[] {
  const items: AttentionItem[] = [];
  for (const { id, status, since, pending, questions } of summaries) {
    for (const { requestId, askedAt } of pending) {
      items.push({ key: `permission:${id}:${requestId}`, sessionId: id, kind: 'permission', since: askedAt });
    }
    for (const { questionId, askedAt } of questions) {
      items.push({ key: `answer:${id}:${questionId}`, sessionId: id, kind: 'answer', since: askedAt });
    }
    const kind = KIND_OF_STATUS[status];
    if (kind !== null && !(kind === 'answer' && questions.length > 0))
      items.push({ key: `${kind}:${id}:${since}`, sessionId: id, kind, since });
  }
  return items.sort((a, b) => RANK[a.kind] - RANK[b.kind] || a.since - b.since);
}

const KIND_OF_STATUS: Readonly<
  Record<SessionStatus, 'answer' | 'failed' | 'interrupted' | 'finished' | null>
> = {
  'needs-permission': null, // each of its requests is an item
  'needs-answer': 'answer', // each of its questions is one, else it is the sign-in
  failed: 'failed',
  interrupted: 'interrupted',
  running: null,
  'finished-unread': 'finished',
  idle: null,
};
const RANK: Readonly<Record<AttentionItem['kind'], number>> = {
  permission: 0,
  answer: 0,
  failed: 1,
  interrupted: 1,
  finished: 2,
};

/** The turn that works for the person now; history that is being read in is none. */
function runningTurn(state: SessionState): Turn | null {
  return state.replaying ? null : state.active;
}

/** The last turn that the person started. */
function lastTurn(state: SessionState): Turn | undefined {
  for (let index = state.turns.length - 1; index >= 0; index -= 1) {
    const turn = state.turns[index];
    if (turn !== undefined && turn.outcome !== null) return turn;
  }
  return undefined;
}

function activityOfTurn(turn: Turn, cwd: string | null): Activity {
  const last = turn.entries[turn.entries.length - 1];
  if (last === undefined) return { type: 'waiting' };
  if (last.type === 'message' && last.role === 'agent') return { type: 'writing' };
  if (last.type === 'thought') return { type: 'thinking' };
  const open = newestOpenCall(turn.entries);
  if (open === null) {
    const helper = newestRunningSubagent(turn.entries);
    return helper === null ? { type: 'waiting' } : { type: 'subagent', subject: helper.title };
  }
  return { type: 'tool', kind: open.kind, subject: subjectOf(open, cwd) };
}

function newestRunningSubagent(entries: readonly Entry[]): SubagentEntry | null {
  const oldest = Math.max(0, entries.length - OPEN_CALL_SEARCH);
  for (let index = entries.length - 1; index >= oldest; index -= 1) {
    const entry = entries[index];
    if (entry?.type === 'subagent' && entry.state === 'running') return entry;
  }
  return null;
}

function newestOpenCall(entries: readonly Entry[]): ToolCallEntry | null {
  const oldest = Math.max(0, entries.length - OPEN_CALL_SEARCH);
  for (let index = entries.length - 1; index >= oldest; index -= 1) {
    const entry = entries[index];
    if (entry?.type !== 'tool-call') continue;
    if (entry.status === 'pending' || entry.status === 'in_progress') return entry;
  }
  return null;
}

function activityAfter(state: SessionState): Activity {
  const outcome = lastTurn(state)?.outcome ?? null;
  if (outcome === null) return { type: 'idle' };
  switch (outcome.type) {
    case 'failed':
      return { type: 'turn-failed', message: outcome.error.message };
    case 'interrupted':
      return { type: 'stopped' };
    case 'stopped':
      switch (outcome.reason) {
        case 'cancelled':
          return { type: 'cancelled' };
        case 'refusal':
          return { type: 'refused' };
        case 'max_tokens':
        case 'max_turn_requests':
          return { type: 'limit' };
        case 'end_turn':
          return isUnread(state) ? { type: 'finished' } : { type: 'idle' };
      }
  }
}

function sinceOf(state: SessionState): number {
  const [asked] = state.permissions;
  if (asked !== undefined) return asked.askedAt;
  const [question] = state.questions;
  if (question !== undefined) return question.askedAt;
  if (state.phase.name !== 'ready') return state.phaseSince;
  return runningTurn(state)?.startedAt ?? lastTurn(state)?.endedAt ?? state.phaseSince;
}

function askedOf(
  state: SessionState,
  pending: PendingPermission,
  cwd: string | null,
): { readonly kind: ToolKind; readonly subject: string } {
  const call = callOf(stateOfRequest(state, pending), pending.toolCallId);
  return call === null ? { kind: 'other', subject: '' } : { kind: call.kind, subject: subjectOf(call, cwd) };
}

/** The state that a request's call stands in: the session's own, or that of the sub-agent that asks. */
export function stateOfRequest(state: SessionState, { subagentId }: PendingPermission): SessionState {
  const child =
    subagentId !== undefined && Object.hasOwn(state.subagents, subagentId)
      ? state.subagents[subagentId]
      : undefined;
  return child ?? state;
}

/** The first line of what it says. Untrusted text. */
function subjectOfQuestion({ question }: PendingQuestion): string {
  const line =
    question.message
      .slice(0, LONGEST_SUBJECT * 4)
      .trim()
      .split(/[\r\n]/, 1)[0] ?? '';
  return line.length > LONGEST_SUBJECT ? `${line.slice(0, LONGEST_SUBJECT - 1)}…` : line;
}

/** The newest call of that id, in the running turn or a settled one. */
export function callOf(state: SessionState, toolCallId: string): ToolCallEntry | null {
  for (let turn = state.turns.length; turn >= 0; turn -= 1) {
    const entries = (turn === state.turns.length ? state.active : state.turns[turn])?.entries ?? [];
    for (let index = entries.length - 1; index >= 0; index -= 1) {
      const entry = entries[index];
      if (entry?.type === 'tool-call' && entry.toolCallId === toolCallId) return entry;
    }
  }
  return null;
}

function titleOfPrompts(state: SessionState): string | null {
  for (const turn of state.turns) {
    const title = turn.prompt === null ? null : titleOf(turn.prompt);
    if (title !== null) return title;
  }
  const prompt = state.active?.prompt ?? state.queue[0]?.prompt;
  return prompt == null ? null : titleOf(prompt);
}

function titleOf(prompt: readonly ContentBlock[]): string | null {
  for (const block of prompt) {
    if (block.type !== 'text') continue;
    const words = block.text
      .slice(0, LONGEST_TITLE * 4)
      .replace(/\s+/g, ' ')
      .trim();
    if (words === '') continue;
    return words.length > LONGEST_TITLE ? `${words.slice(0, LONGEST_TITLE - 1).trimEnd()}…` : words;
  }
  return null;
}
