/** Loads the turns of a shown session that its window has not: a page at a time, or down to a place. */
import { createStore, type StoreApi } from 'zustand';
import type { Client } from '../../shared/ipc/client.ts';
import type { SessionState } from '../../shared/session/state.ts';
import {
  isBefore,
  isWhole,
  placeOf,
  startOf,
  type Target,
  type WindowStart,
} from '../../shared/session/window.ts';

export type OlderTurns = {
  /** Whether something is on its way. */
  readonly loading: StoreApi<boolean>;
  /** The page before the window, one at a time; false when there is none, or it did not come. */
  load(): Promise<boolean>;
  /** Everything down to that place, a part at a time, so that the page stays alive. False: it is not there. */
  reach(target: Target): Promise<boolean>;
};

/** Entries. As many as there are already, within these: the further back somebody goes, the fewer steps it takes. */
const page = { least: 400, most: 2000 };

export function olderTurns(
  client: Client,
  window: { readonly sessionId: string; readonly windowId: string },
  store: StoreApi<{ readonly state: SessionState }>,
  /** The window's stream has begun, or never will: before that nobody knows the window. */
  begun: Promise<void>,
): OlderTurns {
  const loading = createStore(() => false);
  const state = () => store.getState().state;
  let asked: Promise<void> | null = null;

  async function ask(entries: number, target: Target | null): Promise<void> {
    loading.setState(true, true);
    const answer = await client.request('session.turns', { ...window, entries, target });
    if (answer.ok) await comesTo(answer.value.start);
    loading.setState(false, true);
  }

  /** What it answers may wait on the stream for a frame. A later start: the stream began anew. */
  function comesTo(start: WindowStart): Promise<void> {
    const before = startOf(state());
    return new Promise((resolve) => {
      const look = () => {
        const now = startOf(state());
        if (isBefore(start, now) && !isBefore(before, now)) return;
        stop();
        resolve();
      };
      const stop = store.subscribe(look);
      look();
    });
  }

  const one = (entries: number, target: Target | null): Promise<void> => {
    asked ??= ask(entries, target).finally(() => {
      asked = null;
    });
    return asked;
  };

  return {
    loading,
    load: async () => {
      await begun;
      const before = startOf(state());
      const { turns } = state();
      const has = turns.reduce((sum, turn) => sum + turn.entries.length, 0);
      const entries = Math.min(page.most, Math.max(page.least, has));
      if (!isWhole(state())) await one(entries, null);
      return isBefore(startOf(state()), before);
    },
    reach: async (target) => {
      await begun;
      const has = () => placeOf(state(), target) !== null;
      while (!has()) {
        const before = startOf(state());
        if (isWhole(state())) return false;
        await one(page.most, target);
        if (!isBefore(startOf(state()), before)) return has();
      }
      return true;
    },
  };
}
