/**
 * What the person did to the view of one transcript: what is unfolded, where they scrolled. Kept while the
 * window lives, so that going to another session and back finds everything as it was; never part of the session.
 */
import { createStore, type StoreApi } from 'zustand';
import type { RowSizes } from './row-sizes.ts';
import { recallPlace, type ReadingPlace } from './place-memory.ts';

export type TranscriptView = {
  /** Keys of the folds that are open; these change which rows there are. */
  readonly openFolds: ReadonlySet<string>;
  /** Everything else that can be open or shut, by key; absent means the default of that place. */
  readonly toggles: ReadonlyMap<string, boolean>;
};

export type TranscriptViewStore = StoreApi<TranscriptView> & {
  /** Where the person was when the transcript was last shown; null: at the end. */
  scroll: ReadingPlace | null;
  /** What the last showing measured; null: nothing yet. */
  sizes: RowSizes | null;
};

const mostKept = 64;
const kept = new Map<string, TranscriptViewStore>();

export function transcriptView(sessionId: string): TranscriptViewStore {
  const known = kept.get(sessionId);
  const view = known ?? createTranscriptView(recallPlace(sessionId));
  // Last used goes to the end; the one at the front is the oldest.
  kept.delete(sessionId);
  kept.set(sessionId, view);
  for (const id of kept.keys()) {
    if (kept.size <= mostKept) break;
    kept.delete(id);
  }
  return view;
}

export function createTranscriptView(scroll: ReadingPlace | null = null): TranscriptViewStore {
  const store = createStore<TranscriptView>(() => ({ openFolds: new Set(), toggles: new Map() }));
  return { ...store, scroll, sizes: null };
}

export function toggleFold(view: TranscriptViewStore, key: string): void {
  view.setState(({ openFolds }) => {
    const next = new Set(openFolds);
    if (!next.delete(key)) next.add(key);
    return { openFolds: next };
  });
}

export function setToggle(view: TranscriptViewStore, key: string, open: boolean): void {
  view.setState(({ toggles }) => ({ toggles: new Map(toggles).set(key, open) }));
}
