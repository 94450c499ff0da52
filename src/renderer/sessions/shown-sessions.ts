/** Which sessions are shown, with one store each: made when the first view asks, disposed with the last. */
import type { Client } from '../../shared/ipc/client.ts';
import type { StoreApi } from 'zustand';
import type { SessionList } from './list-store.ts';
import { openSession, type ShownSession } from './session-store.ts';

export type ShownSessions = {
  /** The store of a session that a view now shows. Every call is paired with `release`. */
  acquire(id: string): ShownSession;
  release(id: string): void;
  /** The store of a session if any view shows it. */
  peek(id: string): ShownSession | null;
};

export function createShownSessions(client: Client, list: StoreApi<SessionList>): ShownSessions {
  const shown = new Map<string, { readonly session: ShownSession; views: number }>();
  return {
    acquire(id) {
      const existing = shown.get(id);
      if (existing !== undefined) {
        existing.views += 1;
        return existing.session;
      }
      const session = openSession(client, id, list);
      shown.set(id, { session, views: 1 });
      return session;
    },
    release(id) {
      const entry = shown.get(id);
      if (entry === undefined) return;
      entry.views -= 1;
      if (entry.views > 0) return;
      shown.delete(id);
      entry.session.dispose();
    },
    peek: (id) => shown.get(id)?.session ?? null,
  };
}
