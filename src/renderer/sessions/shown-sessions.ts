/**
 * Which sessions are shown, with one store each: made when the first view asks, disposed with the last. What the
 * last ones held is kept, so that going back to one shows it at once.
 */
import { createStore, type StoreApi } from 'zustand';
import type { Client } from '../../shared/ipc/client.ts';
import type { SessionState } from '../../shared/session/state.ts';
import { openingStart } from '../../shared/session/window-feed.ts';
import { windowOf } from '../../shared/session/window.ts';
import type { SessionList } from './list-store.ts';
import { openSession, type ShownSession } from './session-store.ts';

export type ShownSessions = {
  readonly store: StoreApi<ReadonlyMap<string, ShownSession>>;
  /** A view now shows the session. Returns what the view calls when it no longer does. */
  show(id: string): () => void;
};

/** Sessions. */
const mostKept = 24;

export function createShownSessions(client: Client, list: StoreApi<SessionList>): ShownSessions {
  const store = createStore<ReadonlyMap<string, ShownSession>>(() => new Map());
  const views = new Map<string, number>();
  /** As much of each as opening it brings, the one that was shown last at the end. */
  const kept = new Map<string, SessionState>();

  function hide(id: string): void {
    const left = (views.get(id) ?? 1) - 1;
    if (left > 0) {
      views.set(id, left);
      return;
    }
    views.delete(id);
    const session = store.getState().get(id);
    session?.dispose();
    const view = session?.store.getState();
    if (view?.loaded === true) keep(id, view.state);
    const rest = new Map(store.getState());
    rest.delete(id);
    store.setState(rest, true);
  }

  function keep(id: string, state: SessionState): void {
    kept.delete(id);
    kept.set(id, windowOf(state, openingStart(state)));
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(oldest);
    }
  }

  return {
    store,
    show(id) {
      views.set(id, (views.get(id) ?? 0) + 1);
      if (!store.getState().has(id)) {
        store.setState(new Map(store.getState()).set(id, openSession(client, id, list, kept.get(id))), true);
      }
      let over = false;
      return () => {
        if (over) return;
        over = true;
        hide(id);
      };
    },
  };
}
