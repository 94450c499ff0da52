/** A client of the app's contract whose streams are fed by hand, so that only the page's own work is measured. */
import type { Client } from '../../../src/shared/ipc/client.ts';
import type { SessionFrame, SessionsFrame } from '../../../src/shared/ipc/contract/sessions.ts';
import type { Workspace } from '../../../src/shared/ipc/contract/workspaces.ts';
import type { SessionState } from '../../../src/shared/session/state.ts';
import type { SessionSummary } from '../../../src/shared/session/select.ts';
import { agents, settingsState } from '../../stage/world.ts';

type OnBatch = (events: readonly unknown[]) => void;

export type Feed = {
  readonly client: Client;
  pushSession(id: string, frames: readonly SessionFrame[]): void;
  pushSummaries(summaries: readonly SessionSummary[]): void;
};

export type FeedWorld = {
  readonly summaries: readonly SessionSummary[];
  readonly states: ReadonlyMap<string, SessionState>;
  /** What a stream begins with; absent: the state as it is. */
  readonly snapshotOf?: (state: SessionState) => SessionState;
};

export function createFeed({ summaries, states, snapshotOf = (state) => state }: FeedWorld): Feed {
  const sessions = new Map<string, OnBatch>();
  let list: OnBatch | null = null;

  const client = {
    request: () =>
      Promise.resolve({ ok: false, error: { code: 'closed', message: 'the bench has no main' } }),
    subscribe(name: string, input: { sessionId?: string }, { onBatch }: { onBatch: OnBatch }) {
      const { sessionId } = input;
      const first = firstOf(name, sessionId);
      if (name === 'sessions.watch') list = onBatch;
      if (sessionId !== undefined) sessions.set(sessionId, onBatch);
      if (first !== null) queueMicrotask(() => onBatch([first]));
      return () => {
        if (sessionId !== undefined) sessions.delete(sessionId);
      };
    },
  };

  function firstOf(name: string, sessionId: string | undefined): unknown {
    switch (name) {
      case 'sessions.watch':
        return { type: 'all', summaries } satisfies SessionsFrame;
      case 'session.watch': {
        const state = states.get(sessionId ?? '');
        return state === undefined
          ? null
          : ({ type: 'snapshot', state: snapshotOf(state) } satisfies SessionFrame);
      }
      case 'workspaces.watch':
        return workspacesOf(summaries);
      case 'agents.watch':
        return agents;
      case 'settings.watch':
        return settingsState({ theme: 'dark' });
      default:
        return null;
    }
  }

  return {
    client: client as unknown as Client,
    pushSession: (id, frames) => sessions.get(id)?.(frames),
    pushSummaries: (changed) =>
      list?.([{ type: 'changed', summaries: changed, removed: [] } satisfies SessionsFrame]),
  };
}

function workspacesOf(summaries: readonly SessionSummary[]): readonly Workspace[] {
  const ids = [...new Set(summaries.map(({ workspaceId }) => workspaceId))];
  return ids.map((id) => ({ id, path: `/home/dev/${id}`, name: id, state: 'present', openedAt: 0 }));
}
