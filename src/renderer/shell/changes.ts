/** The pane with a change: which session's it is, and how to open it without a card. */
import { fileDiffs } from '../cards/tool-diffs.ts';
import { closeDiff, openDiff, review } from '../review/review-store.ts';
import type { SessionState } from '../../shared/session/state.ts';
import type { Services } from './services.tsx';

/** Opens the latest change of the selected session, or closes the pane. */
export async function toggleChanges(services: Services): Promise<void> {
  if (review.getState().open !== null) {
    closeDiff();
    return;
  }
  const id = services.view.getState().selectedId;
  const session = id === null ? undefined : services.shown.store.getState().get(id);
  if (id === null || session === undefined) return;
  const cwd = services.sessions.getState().byId.get(id)?.cwd ?? '';
  const find = () => latestChange(session.store.getState().state, cwd);
  // It may lie further back than what is loaded.
  while (find() === null && (await session.older.load()));
  const latest = find();
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
