/** The pane with a change: which session's it is, and how to open it without a card. */
import { fileDiffs } from '../cards/tool-diffs.ts';
import { closeDiff, openDiff, review } from '../review/review-store.ts';
import type { SessionState } from '../../shared/session/state.ts';
import type { Services } from './services.tsx';

/** Opens the latest change of the selected session, or closes the pane. */
export function toggleChanges(services: Services): void {
  if (review.getState().open !== null) {
    closeDiff();
    return;
  }
  const id = services.view.getState().selectedId;
  const state = id === null ? undefined : services.shown.store.getState().get(id)?.store.getState().state;
  if (id === null || state === undefined) return;
  const latest = latestChange(state, services.sessions.getState().byId.get(id)?.cwd ?? '');
  if (latest !== null) openDiff({ sessionId: id, ...latest });
}

/** The last file change of the last call that has one. */
export function latestChange(
  state: SessionState,
  cwd: string,
): { readonly toolCallId: string; readonly index: number } | null {
  const turns = state.active === null ? state.turns : [...state.turns, state.active];
  for (const turn of [...turns].reverse()) {
    for (const entry of [...turn.entries].reverse()) {
      if (entry.type !== 'tool-call') continue;
      const count = fileDiffs(entry, cwd).length;
      if (count > 0) return { toolCallId: entry.toolCallId, index: count - 1 };
    }
  }
  return null;
}
