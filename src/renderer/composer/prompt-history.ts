/** Earlier prompts of the session under ArrowUp, like a shell. */
import { promptText } from '../../shared/session/past.ts';
import type { SessionState, Turn } from '../../shared/session/state.ts';

const mostRemembered = 100;

/**
 * Texts of earlier prompts, newest first, repeats of the one before left out. `older`: those of all turns as
 * they were known when the history was first asked for, for a state that has only its newest. `sent`: those that
 * were sent elsewhere come last.
 */
export function promptHistory(
  state: Pick<SessionState, 'turns' | 'active' | 'queue'>,
  older: readonly string[] = [],
  sent: readonly string[] = [],
): readonly string[] {
  const texts: string[] = [];
  const add = (prompt: Turn['prompt']) => {
    const text = promptText(prompt);
    if (text !== '' && texts.at(-1) !== text && texts.length < mostRemembered) texts.push(text);
  };
  for (let index = state.queue.length - 1; index >= 0; index -= 1) add(state.queue[index]?.prompt ?? null);
  add(state.active?.prompt ?? null);
  for (let index = state.turns.length - 1; index >= 0; index -= 1) add(state.turns[index]?.prompt ?? null);
  const known = overlap(texts, older);
  const own = [...texts, ...older.slice(known)].slice(0, mostRemembered);
  const said = new Set(own);
  return [...own, ...sent.filter((text) => !said.has(text))];
}

/** How many of `older` are at the end of `texts` already. */
function overlap(texts: readonly string[], older: readonly string[]): number {
  for (let from = 0; from < texts.length; from += 1) {
    const tail = texts.slice(from);
    if (tail.every((text, index) => text === older[index])) return tail.length;
  }
  return 0;
}

/** `at` null: the composer shows what the person wrote, not an earlier prompt. */
export type HistoryPlace = { readonly at: number | null };

/**
 * One step back or forth. Starts only from an empty composer, goes on only while the text is still the one
 * from the history, and never replaces what a person wrote. Null: the key keeps its ordinary meaning.
 */
export function stepHistory(
  history: readonly string[],
  place: HistoryPlace,
  text: string,
  direction: 'back' | 'forth',
): { readonly place: HistoryPlace; readonly text: string } | null {
  const onHistory = place.at !== null && text === history[place.at];
  if (text !== '' && !onHistory) return null;
  const from = onHistory && place.at !== null ? place.at : -1;
  const to = direction === 'back' ? from + 1 : from - 1;
  if (direction === 'forth' && from === -1) return null;
  if (to === -1) return { place: { at: null }, text: '' };
  const next = history[to];
  return next === undefined ? null : { place: { at: to }, text: next };
}
