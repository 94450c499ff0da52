/** Leads from a decision on the list to its place in the transcript. */
import type { AuditRow } from '../../shared/permission/audit-row.ts';
import type { SessionState } from '../../shared/session/state.ts';
import { showPlace } from '../sessions/place-to-show.ts';
import { selectSession } from '../shell/actions.ts';
import type { Services } from '../shell/services.tsx';

/** How long the session may take to be there, in ms. After that it stays where it was left. */
const PATIENCE_MS = 5000;

/** Selects the session, and shows the place once its newest turns are there and have it. */
export function openDecision(services: Services, { sessionId, requestId }: AuditRow): void {
  selectSession(services, sessionId);
  const { shown } = services;
  let stopStore = () => {};
  const timer = setTimeout(() => stop(), PATIENCE_MS);
  const stopShown = shown.store.subscribe(look);
  const stop = () => {
    clearTimeout(timer);
    stopShown();
    stopStore();
  };
  look();

  function look(): void {
    const session = shown.store.getState().get(sessionId);
    if (session === undefined) return;
    stopStore();
    const read = () => {
      const { loaded, state } = session.store.getState();
      if (!loaded) return;
      stop();
      const place = placeOf(state, requestId);
      if (place !== null) showPlace({ sessionId, ...place });
    };
    stopStore = session.store.subscribe(read);
    read();
  }
}

/** Where the decision stands; null: not in the turns that are loaded. */
export function placeOf(
  { turns, active }: Pick<SessionState, 'turns' | 'active'>,
  requestId: string,
): { readonly turnId: string; readonly entryId: string } | null {
  for (const turn of active === null ? turns : [...turns, active]) {
    for (const entry of turn.entries) {
      if (entry.type !== 'tool-call') continue;
      if (entry.decisions.some((decision) => decision.requestId === requestId))
        return { turnId: turn.id, entryId: entry.id };
    }
  }
  return null;
}
