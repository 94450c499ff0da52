/**
 * How the parts of one session's view (transcript, composer, prompts) reach its state and its actions.
 * Each shown session has its own vanilla store; a component subscribes to the narrowest slice it needs.
 */
import { createContext, use, type ReactNode } from 'react';
import { useStore, type StoreApi } from 'zustand';
import type { Client, CodeOf } from '../../shared/ipc/client.ts';
import type { PromptPart } from '../../shared/ipc/contract/sessions.ts';
import type { Mode } from '../../shared/permission/rule.ts';
import type { IpcError } from '../../shared/ipc/method.ts';
import type { Result } from '../../shared/result.ts';
import type { SessionSummary } from '../../shared/session/select.ts';
import type { SessionState } from '../../shared/session/state.ts';
import type { Remember } from '../permissions/always.ts';
import type { OlderTurns } from './older-turns.ts';

export type SessionView = {
  readonly state: SessionState;
  /** From the list of all sessions; null for a moment while both streams start. */
  readonly summary: SessionSummary | null;
  /** False until the first snapshot came. */
  readonly loaded: boolean;
};

/** What the person makes of a question; `accept` of a page is the consent to open it. */
export type QuestionAnswer =
  | { readonly action: 'accept'; readonly content: Record<string, string | number | boolean | string[]> }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

type Answer<Value, Name extends Parameters<Client['request']>[0]> = Promise<
  Result<Value, IpcError<CodeOf<Name>>>
>;

/** Everything a person can do to one session. None of them rejects. */
export type SessionActions = {
  prompt(parts: readonly PromptPart[]): Answer<{ readonly queued: boolean }, 'session.prompt'>;
  unqueue(queueId: string): Answer<null, 'session.unqueue'>;
  editQueued(queueId: string, parts: readonly PromptPart[]): Answer<null, 'session.editQueued'>;
  /** `before` null: to the end. */
  moveQueued(queueId: string, before: string | null): Answer<null, 'session.moveQueued'>;
  sendNow(queueId: string): Answer<null, 'session.sendNow'>;
  cancel(): Answer<null, 'session.cancel'>;
  /** `remember`: it becomes a rule as well. */
  answerPermission(
    requestId: string,
    optionId: string,
    remember?: Remember,
  ): Answer<null, 'session.answerPermission'>;
  /** The app's own mode; null: as the workspace has it. */
  chooseMode(mode: Mode | null): Answer<null, 'session.chooseMode'>;
  revokeRule(ruleId: string): Answer<null, 'session.revokeRule'>;
  answerQuestion(questionId: string, answer: QuestionAnswer): Answer<null, 'session.answerQuestion'>;
  cancelSubagent(subagentId: string): Answer<null, 'session.cancelSubagent'>;
  signIn(methodId: string): Answer<null, 'signIn.start'>;
  signInInput(line: string): Answer<null, 'signIn.input'>;
  cancelSignIn(): Answer<null, 'signIn.cancel'>;
  signOut(): Answer<null, 'signIn.signOut'>;
  deleteAtAgent(): Answer<null, 'session.deleteAtAgent'>;
  setMode(modeId: string): Answer<null, 'session.setMode'>;
  setOption(optionId: string, value: string | boolean): Answer<null, 'session.setOption'>;
  rename(alias: string | null): Answer<null, 'session.rename'>;
  restart(): Answer<null, 'session.restart'>;
  keepWaiting(): Answer<null, 'session.keepWaiting'>;
  stopAndRestart(): Answer<null, 'session.stopAndRestart'>;
  stopRestarting(): Answer<null, 'session.stopRestarting'>;
  markRead(): Answer<null, 'session.markRead'>;
};

export type OpenSession = {
  readonly id: string;
  readonly store: StoreApi<SessionView>;
  readonly actions: SessionActions;
  readonly older: OlderTurns;
};

const SessionContext = createContext<OpenSession | null>(null);

export function SessionProvider({
  session,
  children,
}: {
  readonly session: OpenSession;
  readonly children: ReactNode;
}) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useOpenSession(): OpenSession {
  const session = use(SessionContext);
  if (session === null) throw new Error('no session around this component');
  return session;
}

/** `selector` must return a primitive or an object that the store keeps as it is. */
export function useSession<Slice>(selector: (view: SessionView) => Slice): Slice {
  return useStore(useOpenSession().store, selector);
}

export function useSessionActions(): SessionActions {
  return useOpenSession().actions;
}
