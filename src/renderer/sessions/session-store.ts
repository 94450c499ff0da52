/** One shown session: its store, fed by `session.watch`, and what a person can do to it. */
import { createStore, type StoreApi } from 'zustand';
import type { Client } from '../../shared/ipc/client.ts';
import { foldFrames } from '../../shared/session/fold-frames.ts';
import { emptySessionState } from '../../shared/session/state.ts';
import type { SessionList } from './list-store.ts';
import { olderTurns } from './older-turns.ts';
import type { OpenSession, SessionActions, SessionView } from './session-context.tsx';

export type ShownSession = OpenSession & { readonly dispose: () => void };

export function openSession(client: Client, id: string, list: StoreApi<SessionList>): ShownSession {
  const store = createStore<SessionView>(() => ({
    state: emptySessionState,
    summary: list.getState().byId.get(id) ?? null,
    loaded: false,
  }));
  const windowId = crypto.randomUUID();
  const stopStream = client.subscribe(
    'session.watch',
    { sessionId: id, windowId },
    {
      onBatch: (frames) => {
        // A batch is one write to the store.
        store.setState(({ state }) => ({ state: foldFrames(state, frames), loaded: true }));
      },
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
    older: olderTurns(client, { sessionId: id, windowId }, store),
    dispose: () => {
      stopStream();
      stopSummary();
    },
  };
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
