/** Turns, and the agent process's coming and going. */
import { type Draft, type EventOf, openActive, ownActive, settleActive } from './draft.ts';
import type { SessionEvent, TurnOutcome } from './event.ts';
import { eachChild } from './reduce-child.ts';
import { nobodyKnows } from './reduce-effect.ts';
import { unpinPlan } from './reduce-plan.ts';
import { dropQuestions } from './reduce-question.ts';
import { signInAfterFailure, signInAfterTurn } from './reduce-sign-in.ts';
import { closeAllToolCalls, closeToolCalls, dropPermissions } from './reduce-tool-call.ts';
import type { Phase } from './state.ts';
import { withTurn } from './usage-days.ts';

function setPhase(draft: Draft, phase: Phase, at: number): void {
  if (draft.next.phase.name !== phase.name) draft.next.phaseSince = at;
  draft.next.phase = phase;
}

export function startAgent(draft: Draft, event: EventOf<'agent-starting'>): void {
  setPhase(draft, { name: 'starting', stage: event.stage }, event.at);
  draft.next.restart = null;
  // A new process announces its commands anew, sometimes before its session is open.
  if (event.stage === 'starting' && draft.next.commands.length > 0) draft.next.commands = [];
}

export function agentReady(draft: Draft, event: EventOf<'agent-ready'>): void {
  const resumed = draft.next.acpSessionId === event.acpSessionId;
  setPhase(draft, { name: 'ready' }, event.at);
  draft.next.signIn = null;
  draft.next.agent = event.agent;
  draft.next.acpSessionId = event.acpSessionId;
  // Some agents leave these out of the answer to a resume: they are as they were.
  draft.next.modes = event.modes ?? (resumed ? draft.next.modes : null);
  draft.next.options = event.options ?? (resumed ? draft.next.options : null);
}

export function agentFailed(draft: Draft, event: EventOf<'agent-failed'>): void {
  agentGone(draft, event);
  setPhase(draft, { name: 'failed', failure: event.failure }, event.at);
  draft.next.settledSeq = event.seq;
  signInAfterFailure(draft, event.failure);
}

export function agentStopped(draft: Draft, event: EventOf<'agent-stopped'>): void {
  agentGone(draft, event);
  if (event.how === 'interrupted') {
    draft.next.settledSeq = event.seq;
    if (draft.next.signIn?.status === 'running') draft.next.signIn = null;
  }
  setPhase(draft, { name: 'stopped', how: event.how }, event.at);
}

/** Only an idle one is parked: there is nothing to settle. */
export function park(draft: Draft, event: EventOf<'parked'>): void {
  if (draft.next.active !== null) return;
  setPhase(draft, { name: 'parked' }, event.at);
}

function agentGone(draft: Draft, event: SessionEvent): void {
  dropPermissions(draft, event);
  dropQuestions(draft, event);
  nobodyKnows(draft, event);
  if (draft.next.active !== null) endTurn(draft, { type: 'interrupted' }, event);
  closeAllToolCalls(draft, event);
  eachChild(draft, event, (child) => {
    settleActive(child, null, event.at);
    closeAllToolCalls(child, event);
  });
  draft.next.replaying = false;
  draft.next.restart = null;
}

export function startTurn(draft: Draft, event: EventOf<'turn-started'>): void {
  // Cannot happen in a session of ours: the actor starts no turn while one runs.
  if (draft.next.active !== null) endTurn(draft, { type: 'interrupted' }, event);
  openActive(draft, { id: event.turnId, startedAt: event.at, prompt: event.prompt });
  draft.next.cancelling = false;
  if (draft.next.queue.some(({ held }) => held)) {
    draft.next.queue = draft.next.queue.map(({ queueId, prompt }) => ({ queueId, prompt }));
  }
}

export function turnEnded(draft: Draft, event: EventOf<'turn-ended'>): void {
  // Some agents answer a cancelled prompt twice: only the running turn can end.
  if (draft.next.active?.id !== event.turnId || draft.next.replaying) return;
  const active = event.tokens === undefined ? null : ownActive(draft);
  if (active !== null && event.tokens !== undefined) active.tokens = event.tokens;
  draft.next.usageDays = withTurn(draft.next.usageDays, event.tokens, event.at);
  endTurn(draft, event.outcome, event);
  signInAfterTurn(draft, event.outcome);
}

export function cancelTurn(draft: Draft): void {
  if (draft.next.active !== null && !draft.next.replaying) draft.next.cancelling = true;
}

export function startReplay(draft: Draft, event: SessionEvent): void {
  if (draft.next.replaying) return;
  if (draft.next.active !== null) endTurn(draft, { type: 'interrupted' }, event);
  draft.next.replaying = true;
}

export function endReplay(draft: Draft, event: SessionEvent): void {
  if (!draft.next.replaying) return;
  endTurn(draft, null, event);
  draft.next.replaying = false;
}

/** `null`: the end of a turn of the history, whose outcome nobody told. */
export function endTurn(draft: Draft, outcome: TurnOutcome | null, event: SessionEvent): void {
  unpinPlan(draft, event);
  const active = ownActive(draft);
  if (active !== null) closeToolCalls(draft, active.entries, outcome, event.at);
  settleActive(draft, draft.next.replaying ? null : outcome, event.at);
  if (!draft.next.replaying) {
    draft.next.settledSeq = event.seq;
    if (draft.next.cancelling || !letsTheQueueGoOn(outcome)) holdQueue(draft);
  }
  draft.next.cancelling = false;
  draft.next.silentSince = null;
}

function letsTheQueueGoOn(outcome: TurnOutcome | null): boolean {
  return outcome?.type === 'stopped' && outcome.reason !== 'cancelled' && outcome.reason !== 'refusal';
}

function holdQueue(draft: Draft): void {
  if (draft.next.queue.length === 0) return;
  draft.next.queue = draft.next.queue.map((queued) =>
    queued.now === true ? queued : { ...queued, held: true },
  );
}
