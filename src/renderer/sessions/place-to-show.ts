/**
 * Where in which session the person wants to be: whoever finds a place puts it here, the transcript of that
 * session takes it from here once it is shown.
 */
import { createStore } from 'zustand';

export type PlaceToShow = {
  readonly sessionId: string;
  /** Null: only the entry is known. */
  readonly turnId: string | null;
  /** Null: the prompt that the turn began with. */
  readonly entryId: string | null;
  /** What was found there, to be marked: the `n`th match of the place, from 0. */
  readonly match?: { readonly text: string; readonly caseSensitive: boolean; readonly n: number };
};

export const placeToShow = createStore<PlaceToShow | null>(() => null);

/** The session must be selected, or be shown already. */
export function showPlace(place: PlaceToShow): void {
  placeToShow.setState({ ...place }, true);
}

/** Whoever takes it shows it. */
export function takePlace(sessionId: string): PlaceToShow | null {
  const place = placeToShow.getState();
  if (place?.sessionId !== sessionId) return null;
  placeToShow.setState(null, true);
  return place;
}
