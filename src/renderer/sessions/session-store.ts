/** One shown session: its store, fed by `session.watch`, and what a person can do to it. */
import { createStore, type StoreApi } from 'zustand';
import type { Client } from '../../shared/ipc/client.ts';
import { foldFrames } from '../../shared/session/fold-frames.ts';
import type { SessionFrame } from '../../shared/ipc/contract/sessions.ts';
import { emptySessionState, type SessionState } from '../../shared/session/state.ts';
import { isBefore, startOf } from '../../shared/session/window.ts';
import type { SessionList } from './list-store.ts';
import { olderTurns } from './older-turns.ts';
import type { OpenSession, SessionActions, SessionView } from './session-context.tsx';

export type ShownSession = OpenSession & { readonly dispose: () => void };

/** `known`: its state as the page last had it; shown at once if the list knows of nothing newer. */
export function openSession(
  client: Client,
  id: string,
  list: StoreApi<SessionList>,
  known: SessionState | null = null,
): ShownSession {
  const first = list.getState().byId.get(id) ?? null;
  const fresh = known !== null && known.seq === first?.seq ? known : null;
  const store = createStore<SessionView>(() => ({
    state: fresh ?? emptySessionState,
    summary: first,
    loaded: fresh !== null,
  }));
  const windowId = crypto.randomUUID();
  let begin = () => undefined as void;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const stopStream = client.subscribe(
    'session.watch',
    { sessionId: id, windowId },
    {
      onBatch: (frames) => {
        // A batch is one write to the store.
        store.setState((view) => ({
          state: foldFrames(view.state, withoutKnown(view, frames)),
          loaded: true,
        }));
        begin();
      },
      onEnd: () => begin(),
    },
  );
  const stopSummary = list.subscribe(({ byId }) => {
    const summary = byId.get(id) ?? null;
    if (summary !== store.getState().summary) store.setState({ summary });
  });
  return {
    id,
    store,
    actions: sessionActions(client, id),
    older: olderTurns(client, { sessionId: id, windowId }, store, begun),
    dispose: () => {
      stopStream();
      stopSummary();
    },
  };
}

/** A snapshot of what the store holds already would only make everything of it anew. */
function withoutKnown(
  { state, loaded }: SessionView,
  frames: readonly SessionFrame[],
): readonly SessionFrame[] {
  const [first, ...rest] = frames;
  return loaded && first?.type === 'snapshot' && isSameWindow(first.state, state) ? rest : frames;
}

/** States of one session are folded from the same events: the last one and where they start tell them apart. */
function isSameWindow(one: SessionState, other: SessionState): boolean {
  const [start, otherStart] = [startOf(one), startOf(other)];
  return one.seq === other.seq && !isBefore(start, otherStart) && !isBefore(otherStart, start);
}

export function sessionActions(client: Client, sessionId: string): SessionActions {
  return {
    prompt: (parts) => client.request('session.prompt', { sessionId, prompt: [...parts] }),
    unqueue: (queueId) => client.request('session.unqueue', { sessionId, queueId }),
    editQueued: (queueId, parts) =>
      client.request('session.editQueued', { sessionId, queueId, prompt: [...parts] }),
    moveQueued: (queueId, before) => client.request('session.moveQueued', { sessionId, queueId, before }),
    sendNow: (queueId) => client.request('session.sendNow', { sessionId, queueId }),
    cancel: () => client.request('session.cancel', { sessionId }),
    answerPermission: (requestId, optionId, remember) =>
      client.request('session.answerPermission', {
        sessionId,
        requestId,
        optionId,
        ...(remember === undefined ? {} : { remember }),
      }),
    chooseMode: (mode) => client.request('session.chooseMode', { sessionId, mode }),
    revokeRule: (ruleId) => client.request('session.revokeRule', { sessionId, ruleId }),
    answerQuestion: (questionId, answer) =>
      client.request('session.answerQuestion', { sessionId, questionId, answer }),
    cancelSubagent: (subagentId) => client.request('session.cancelSubagent', { sessionId, subagentId }),
    signIn: (methodId) => client.request('signIn.start', { sessionId, methodId }),
    signInInput: (line) => client.request('signIn.input', { sessionId, line }),
    cancelSignIn: () => client.request('signIn.cancel', { sessionId }),
    signOut: () => client.request('signIn.signOut', { sessionId }),
    deleteAtAgent: () => client.request('session.deleteAtAgent', { sessionId }),
    setMode: (modeId) => client.request('session.setMode', { sessionId, modeId }),
    setOption: (optionId, value) => client.request('session.setOption', { sessionId, optionId, value }),
    rename: (alias) => client.request('session.rename', { sessionId, alias }),
    restart: () => client.request('session.restart', { sessionId }),
    keepWaiting: () => client.request('session.keepWaiting', { sessionId }),
    stopAndRestart: () => client.request('session.stopAndRestart', { sessionId }),
    stopRestarting: () => client.request('session.stopRestarting', { sessionId }),
    markRead: () => client.request('session.markRead', { sessionId }),
  };
}
