/**
 * What may be done to a session in the state it is in: a command becomes the events that carry it out, or a
 * refusal. Pure; the session appends the events and sees to their effects.
 */
import { err, ok, type Result } from '../../shared/result.ts';
import type { ContentBlock, PermissionOption } from '../../shared/session/content.ts';
import type { SessionEventBody } from '../../shared/session/event.ts';
import type { Mode, Rule, RuleText } from '../../shared/permission/rule.ts';
import { problemsOf } from '../../shared/session/question-answer.ts';
import type { QuestionContent, QuestionOutcome } from '../../shared/session/question.ts';
import { isUnread } from '../../shared/session/select.ts';
import type { AuthMethod } from '../../shared/session/sign-in.ts';
import type { SessionState } from '../../shared/session/state.ts';
import { type CancelReason, drained } from './permission-broker.ts';
import { drainedQuestions } from './question-broker.ts';

/** Prompts that may wait. */
export const MAX_QUEUED = 50;

export type Refusal<Code extends string> = { readonly code: Code; readonly message: string };
export type Decision<Code extends string = never> = Result<readonly SessionEventBody[], Refusal<Code>>;

/**
 * Starts a turn when the agent is free for it; else the prompt waits in the queue. `serves` false: the agent is
 * being stopped.
 */
export function decidePrompt(
  state: SessionState,
  {
    prompt,
    id,
    serves = true,
  }: { readonly prompt: readonly ContentBlock[]; readonly id: string; readonly serves?: boolean },
): Decision<'not-running' | 'queue-full'> {
  if (state.phase.name === 'failed' && state.signIn !== null) {
    return refused('not-running', 'the agent asks for a sign-in first');
  }
  if (state.phase.name === 'ready' && serves && state.active === null && nextInQueue(state) === null) {
    return ok([{ type: 'turn-started', turnId: id, prompt }]);
  }
  if (state.queue.length >= MAX_QUEUED) return refused('queue-full', `${MAX_QUEUED} prompts wait already`);
  return ok([{ type: 'prompt-queued', queueId: id, prompt }]);
}

/**
 * Sends the next prompt of the queue, if one may go. A held prompt waits until the person sends another one: that one goes first, and the turn it starts lets
 * the held ones follow.
 */
export function decideNext(state: SessionState, { id }: { readonly id: string }): Decision {
  const next = nextInQueue(state);
  if (state.phase.name !== 'ready' || state.active !== null || next === null) return ok([]);
  return ok([
    { type: 'prompt-unqueued', queueId: next.queueId },
    { type: 'turn-started', turnId: id, prompt: next.prompt },
  ]);
}

export function decideUnqueue(
  state: SessionState,
  { queueId }: { readonly queueId: string },
): Decision<'not-queued'> {
  return state.queue.some((queued) => queued.queueId === queueId)
    ? ok([{ type: 'prompt-unqueued', queueId }])
    : refused('not-queued', 'it was sent or removed already');
}

export function decideEditQueued(
  state: SessionState,
  { queueId, prompt }: { readonly queueId: string; readonly prompt: readonly ContentBlock[] },
): Decision<'not-queued'> {
  return state.queue.some((queued) => queued.queueId === queueId)
    ? ok([{ type: 'prompt-edited', queueId, prompt }])
    : refused('not-queued', 'it was sent or removed already');
}

/** `before` null: to the end. Moving one that is held lets it go on with the others behind it. */
export function decideMoveQueued(
  state: SessionState,
  { queueId, before }: { readonly queueId: string; readonly before: string | null },
): Decision<'not-queued'> {
  if (!state.queue.some((queued) => queued.queueId === queueId)) {
    return refused('not-queued', 'it was sent or removed already');
  }
  return ok(before === queueId ? [] : [{ type: 'prompt-moved', queueId, before }]);
}

/** First of all, and nothing holds it. */
export function decideSendNow(
  state: SessionState,
  { queueId }: { readonly queueId: string },
): Decision<'not-queued'> {
  const [first] = state.queue;
  if (!state.queue.some((queued) => queued.queueId === queueId)) {
    return refused('not-queued', 'it was sent or removed already');
  }
  const before = first?.queueId === queueId ? (state.queue[1]?.queueId ?? null) : (first?.queueId ?? null);
  return ok([{ type: 'prompt-moved', queueId, before, release: true }]);
}

export function decidePin(state: SessionState, { pinned }: { readonly pinned: boolean }): Decision {
  return ok(state.pinned === pinned ? [] : [{ type: 'pinned', pinned }]);
}

export function decideArchive(state: SessionState, { archived }: { readonly archived: boolean }): Decision {
  return ok(state.archived === archived ? [] : [{ type: 'archived', archived }]);
}

/** Cancelling twice is cancelling. Open questions are answered first: the protocol wants it so. */
export function decideCancel(state: SessionState): Decision<'no-turn'> {
  if (state.active === null || state.replaying) return refused('no-turn', 'no turn runs');
  if (state.cancelling) return ok([]);
  return ok([...allDrained(state, 'turn-cancelled'), { type: 'turn-cancelling' }]);
}

/** Settles everything that waits for the person. */
export function allDrained(state: SessionState, why: CancelReason): readonly SessionEventBody[] {
  return [...drained(state, why), ...drainedQuestions(state, why)];
}

export type QuestionAnswer =
  | { readonly action: 'accept'; readonly content: QuestionContent }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

export function decideAnswerQuestion(
  state: SessionState,
  { questionId, answer }: { readonly questionId: string; readonly answer: QuestionAnswer },
): Decision<'already-settled' | 'bad-answer'> {
  const pending = state.questions.find((question) => question.questionId === questionId);
  if (pending === undefined) return refused('already-settled', 'it was answered or taken back already');
  const { question } = pending;
  const settled = (outcome: QuestionOutcome) =>
    ok([{ type: 'question-settled' as const, questionId, outcome }]);
  switch (answer.action) {
    case 'decline':
      return settled({ outcome: 'declined' });
    case 'cancel':
      return settled({ outcome: 'cancelled', why: 'person' });
    case 'accept': {
      const content = question.mode === 'form' ? answer.content : {};
      const [problem] = question.mode === 'form' ? problemsOf(question.fields, content) : [];
      if (problem !== undefined) return refused('bad-answer', `${problem[0]}: ${problem[1].code}`);
      return settled({ outcome: 'accepted', content });
    }
  }
}

/** Which method it is, as the agent offers it. */
export function decideSignIn(
  state: SessionState,
  { methodId }: { readonly methodId: string },
): Result<
  Extract<AuthMethod, { readonly type: 'agent' | 'terminal' }>,
  Refusal<'not-needed' | 'no-method' | 'signing-in'>
> {
  if (state.signIn === null) return refused('not-needed', 'the agent asks for no sign-in');
  if (state.signIn.status === 'running') return refused('signing-in', 'a sign-in runs already');
  const method = state.agent?.authMethods?.find(({ id }) => id === methodId);
  if (method === undefined || method.type === 'environment') {
    return refused('no-method', 'the agent does not offer that');
  }
  return ok(method);
}

/** Rules of a session are added before the answer that they come from: both are on record together. */
export function decideAnswer(
  state: SessionState,
  {
    requestId,
    optionId,
    rules = [],
  }: { readonly requestId: string; readonly optionId: string; readonly rules?: readonly Rule[] },
): Decision<'already-settled' | 'no-option'> {
  const pending = state.permissions.find((permission) => permission.requestId === requestId);
  if (pending === undefined) return refused('already-settled', 'it was answered or taken back already');
  const option = pending.options.find((offered: PermissionOption) => offered.optionId === optionId);
  if (option === undefined) return refused('no-option', 'the agent did not offer that');
  const outcome = { outcome: 'selected', optionId, kind: option.kind } as const;
  return ok([
    ...rules.map((rule) => ({ type: 'rule-added' as const, rule })),
    { type: 'permission-settled', requestId, outcome },
  ]);
}

/** What the request offered to remember; a yes for once has to go with it. */
export function offeredRules(
  state: SessionState,
  {
    requestId,
    optionId,
    offer,
  }: { readonly requestId: string; readonly optionId: string; readonly offer: number },
): readonly RuleText[] | null {
  const pending = state.permissions.find((permission) => permission.requestId === requestId);
  const option = pending?.options.find((offered) => offered.optionId === optionId);
  return option?.kind === 'allow_once' ? (pending?.offers?.[offer] ?? null) : null;
}

export function decideChooseMode(state: SessionState, { mode }: { readonly mode: Mode | null }): Decision {
  return ok(state.chosenMode === mode ? [] : [{ type: 'mode-chosen', mode }]);
}

export function decideRevokeRule(state: SessionState, { ruleId }: { readonly ruleId: string }): Decision {
  return ok(state.rules.some(({ id }) => id === ruleId) ? [{ type: 'rule-revoked', ruleId }] : []);
}

/** Blank names are none. */
export function decideRename(state: SessionState, { alias }: { readonly alias: string | null }): Decision {
  const name = alias === null || alias.trim() === '' ? null : alias.trim();
  return ok(name === state.alias ? [] : [{ type: 'renamed', alias: name }]);
}

export function decideMarkRead(state: SessionState): Decision {
  return ok(isUnread(state) ? [{ type: 'marked-read' }] : []);
}

/** For what is asked of the agent itself: a mode, an option. */
export function decideUseAgent(state: SessionState): Decision<'not-running'> {
  return state.phase.name === 'ready' ? ok([]) : refused('not-running', 'the agent does not run');
}

export function decideRestart(state: SessionState): Decision<'still-running'> {
  if (state.signIn?.status === 'running') return refused('still-running', 'a sign-in runs');
  const { name } = state.phase;
  return name === 'failed' || name === 'stopped' || name === 'parked'
    ? ok([{ type: 'agent-starting', stage: 'starting' }])
    : refused('still-running', 'the agent runs');
}

/** The prompt that may go next, if one may. */
export function nextInQueue(state: SessionState) {
  return state.queue.find(({ held }) => held !== true) ?? null;
}

function refused<Code extends string>(code: Code, message: string) {
  return err({ code, message });
}
