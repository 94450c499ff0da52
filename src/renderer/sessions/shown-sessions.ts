/** Which sessions are shown, with one store each: made when the first view asks, disposed with the last. */
import { createStore, type StoreApi } from 'zustand';
import type { Client } from '../../shared/ipc/client.ts';
import type { SessionList } from './list-store.ts';
import { openSession, type ShownSession } from './session-store.ts';

export type ShownSessions = {
  readonly store: StoreApi<ReadonlyMap<string, ShownSession>>;
  /** A view now shows the session. Returns what the view calls when it no longer does. */
  show(id: string): () => void;
};

export function createShownSessions(client: Client, list: StoreApi<SessionList>): ShownSessions {
  const store = createStore<ReadonlyMap<string, ShownSession>>(() => new Map());
  const views = new Map<string, number>();

  function hide(id: string): void {
    const left = (views.get(id) ?? 1) - 1;
    if (left > 0) {
      views.set(id, left);
      return;
    }
    views.delete(id);
    store.getState().get(id)?.dispose();
    const rest = new Map(store.getState());
    rest.delete(id);
    store.setState(rest, true);
  }

  return {
    store,
    show(id) {
      views.set(id, (views.get(id) ?? 0) + 1);
      if (!store.getState().has(id)) {
        store.setState(new Map(store.getState()).set(id, openSession(client, id, list)), true);
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
