/**
 * The one reducer: live traffic, replayed history, a reopened journal and the window all fold with it. Pure,
 * synchronous and total: no event of any order makes it throw, and one that means nothing only moves `seq`.
 */
import { type Draft, beginDraft } from './draft.ts';
import type { SessionEvent } from './event.ts';
import { childEvent, ownChild } from './reduce-child.ts';
import { beginEffect, endEffect } from './reduce-effect.ts';
import { addNotice, addUnknown, upsertCompaction } from './reduce-entries.ts';
import { addChunk } from './reduce-message.ts';
import { askQuestion, completeQuestion, settleQuestion } from './reduce-question.ts';
import { endSignIn, setAccount, signOut, startSignIn } from './reduce-sign-in.ts';
import { settleChild, upsertSubagent } from './reduce-subagent.ts';
import { removePlan, setPlan, setPlanDocument } from './reduce-plan.ts';
import { askPermission, settlePermission, upsertToolCall } from './reduce-tool-call.ts';
import {
  agentFailed,
  agentReady,
  agentStopped,
  cancelTurn,
  endReplay,
  park,
  startAgent,
  startReplay,
  startTurn,
  turnEnded,
} from './reduce-turn.ts';
import { editPrompt, movePrompt, queuePrompt, unqueuePrompt } from './reduce-queue.ts';
import type { SessionState } from './state.ts';
import { withCost } from './usage-days.ts';

export function reduce(state: SessionState, event: SessionEvent): SessionState {
  return reduceAll(state, [event]);
}

/**
 * Folds a batch; equal to folding its events one by one, but what they change is copied once a batch.
 * Events that the state has already seen (`seq` not above its own) are passed over.
 */
export function reduceAll(state: SessionState, events: readonly SessionEvent[]): SessionState {
  const fold = beginFold(state);
  fold.add(events);
  return fold.end();
}

export type Fold = {
  add(events: readonly SessionEvent[]): void;
  /** The state, which is never written to again: nothing can be added after it. */
  end(): SessionState;
};

/** Folds many batches as if they were one: a long turn is not copied for each. For reading a whole record. */
export function beginFold(state: SessionState): Fold {
  let draft: Draft | null = null;
  let isOver = false;
  return {
    add(events) {
      if (isOver) throw new Error('the fold has ended');
      for (const event of events) {
        if (event.seq <= (draft?.next ?? state).seq) continue;
        draft ??= beginDraft(state);
        apply(draft, event);
        draft.next.seq = event.seq;
        if (!isAboutTheList(event)) draft.next.changedAt = event.at;
      }
    },
    end() {
      isOver = true;
      return draft?.next ?? state;
    },
  };
}

function apply(draft: Draft, event: SessionEvent): void {
  const { next } = draft;
  switch (event.type) {
    case 'message-chunk':
      return addChunk(draft, event);
    case 'tool-call':
      return upsertToolCall(draft, event);
    case 'plan':
      return setPlan(draft, event);
    case 'plan-document':
      return setPlanDocument(draft, event);
    case 'plan-removed':
      return removePlan(draft, event);
    case 'usage':
      next.usageDays = withCost(next.usageDays, next.usage?.cost ?? null, event.usage.cost, event.at);
      next.usage = event.usage;
      return;
    case 'notice':
      return addNotice(draft, event);
    case 'compaction':
      return upsertCompaction(draft, event);
    case 'subagent':
      return upsertSubagent(draft, event);
    case 'unknown':
      return addUnknown(draft, event);
    case 'commands':
      next.commands = event.commands;
      return;
    case 'mode':
      next.modes = { available: next.modes?.available ?? [], currentModeId: event.modeId };
      return;
    case 'options':
      next.options = event.options;
      return;
    case 'mcp-servers':
      next.mcpServers = event.servers;
      return;
    case 'info':
      if (event.title !== undefined) next.agentTitle = event.title;
      return;
    case 'renamed':
      next.alias = event.alias;
      return;
    case 'permission-asked':
      return askPermission(draft, event);
    case 'permission-settled':
      return settlePermission(draft, event);
    case 'prompt-queued':
      return queuePrompt(draft, event);
    case 'prompt-unqueued':
      return unqueuePrompt(draft, event);
    case 'turn-started':
      return startTurn(draft, event);
    case 'turn-cancelling':
      return cancelTurn(draft);
    case 'turn-ended':
      return turnEnded(draft, event);
    case 'agent-starting':
      return startAgent(draft, event);
    case 'agent-ready':
      return agentReady(draft, event);
    case 'agent-failed':
      return agentFailed(draft, event);
    case 'agent-stopped':
      return agentStopped(draft, event);
    case 'agent-described':
      next.agent = event.agent;
      return;
    case 'question-asked':
      return askQuestion(draft, event);
    case 'question-settled':
      return settleQuestion(draft, event);
    case 'question-completed':
      return completeQuestion(draft, event);
    case 'sign-in-started':
      return startSignIn(draft, event);
    case 'sign-in-ended':
      return endSignIn(draft, event);
    case 'signed-out':
      return signOut(draft);
    case 'turn-silent':
      next.silentSince = next.active === null ? null : event.since;
      return;
    case 'restart-planned':
      next.restart = event.plan;
      return;
    case 'account':
      return setAccount(draft, event);
    case 'child':
      apply(ownChild(draft, event.subagentId, event), childEvent(event));
      // A sub-agent of a sub-agent, which stands beside it.
      if (event.body.type === 'subagent' && event.body.state === 'idle') {
        settleChild(draft, event.body.subagentId, event);
      }
      return;
    case 'replay-started':
      return startReplay(draft, event);
    case 'replay-ended':
      return endReplay(draft, event);
    case 'marked-read':
      next.readSeq = event.seq;
      return;
    case 'parked':
      return park(draft, event);
    case 'prompt-edited':
      return editPrompt(draft, event);
    case 'prompt-moved':
      return movePrompt(draft, event);
    case 'pinned':
      next.pinned = event.pinned;
      return;
    case 'archived':
      next.archived = event.archived;
      return;
    case 'rule-added':
      next.rules = [...next.rules.filter(({ id }) => id !== event.rule.id), event.rule];
      return;
    case 'rule-revoked':
      next.rules = next.rules.filter(({ id }) => id !== event.ruleId);
      return;
    case 'mode-chosen':
      next.chosenMode = event.mode;
      return;
    case 'effect-begun':
      return beginEffect(draft, event);
    case 'effect-ended':
      return endEffect(draft, event);
    default:
      return unreachable(event);
  }
}

/** What the person does with a session in the list does not make it newer. */
function isAboutTheList({ type }: SessionEvent): boolean {
  return type === 'marked-read' || type === 'pinned' || type === 'archived';
}

/** Events of a later version of the app may stand in a record: they only move `seq`. */
function unreachable(_event: never): void {}
