/**
 * Where each tool call stands among the entries of a turn. Looking through them for every update would make a
 * long turn cost the square of its length. Only the reducer's own files use it.
 */
import type { Entry, Turn } from './state.ts';

/** `covered`: how many entries it has taken in. */
type CallIndex = { readonly places: Map<string, number>; covered: number };

/** Of one array each: entries are only ever added at its end, or replaced by later versions of themselves. */
const indexes = new WeakMap<readonly Entry[], CallIndex>();

/** The newest call of that id; -1 when there is none. */
export function placeOfCall(entries: readonly Entry[], toolCallId: string): number {
  let index = indexes.get(entries);
  if (index === undefined) {
    index = { places: new Map(), covered: 0 };
    indexes.set(entries, index);
  }
  for (; index.covered < entries.length; index.covered += 1) {
    const entry = entries[index.covered];
    if (entry?.type === 'tool-call') index.places.set(entry.toolCallId, index.covered);
  }
  return index.places.get(toolCallId) ?? -1;
}

/** `copy` goes on where `entries` stood. Those make a new index should anybody go on from them, too. */
export function handOverIndex(entries: readonly Entry[], copy: readonly Entry[]): void {
  const index = indexes.get(entries);
  if (index === undefined) return;
  indexes.delete(entries);
  indexes.set(copy, index);
}

/** So many lookups are made one turn after the other before an index over the turns is worth its making. */
const PATIENCE = 32;

/** In which of the settled turns the newest call of an id stands, for folds that ask often. One of each fold. */
export class SettledCalls {
  readonly #turns = new Map<string, number>();
  #lookups = 0;
  #covered = -1;

  /** Null when there is none from the turn `oldest` on. `oldest` must not go down from one call to the next. */
  find(turns: readonly Turn[], toolCallId: string, oldest: number): SettledPlace | null {
    this.#lookups += 1;
    if (this.#lookups <= PATIENCE) return findSettled(turns, toolCallId, oldest);
    if (this.#covered < 0) this.#covered = oldest;
    for (; this.#covered < turns.length; this.#covered += 1) {
      for (const entry of turns[this.#covered]?.entries ?? []) this.added(this.#covered, entry);
    }
    const turn = this.#turns.get(toolCallId) ?? -1;
    if (turn < oldest) return null;
    return { turn, index: placeOfCall(turns[turn]?.entries ?? [], toolCallId) };
  }

  /** A settled turn got another entry. */
  added(turn: number, entry: Entry): void {
    if (entry.type === 'tool-call' && this.#covered >= 0) this.#turns.set(entry.toolCallId, turn);
  }
}

export type SettledPlace = { readonly turn: number; readonly index: number };

export function findSettled(turns: readonly Turn[], toolCallId: string, oldest: number): SettledPlace | null {
  for (let turn = turns.length - 1; turn >= oldest; turn -= 1) {
    const found = placeOfCall(turns[turn]?.entries ?? [], toolCallId);
    if (found >= 0) return { turn, index: found };
  }
  return null;
}
