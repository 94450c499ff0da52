/**
 * What an event does to a window that it cannot be folded into: it changes something that stands before the
 * window's start, where the reducer would not find it and begin it anew. Pure.
 */
import type { SessionState, Turn } from './state.ts';
import { type WindowStart, turnAt, windowOf } from './window.ts';

type Field = Exclude<keyof SessionState, 'turns' | 'earlier'>;

/** What is different in the window afterwards. */
export type WindowChange = {
  readonly fields: Partial<Pick<SessionState, Field>>;
  /** By their number, from the session's beginning. */
  readonly turns: readonly (readonly [number, Turn])[];
};

/** Whether something before `start` differs. */
export function changesBefore(before: SessionState, after: SessionState, start: WindowStart): boolean {
  if (before.turns !== after.turns) {
    for (let number = before.earlier; number < start.turn; number += 1) {
      if (turnAt(before, number) !== turnAt(after, number)) return true;
    }
  }
  if (start.entry === 0) return false;
  const one = turnAt(before, start.turn);
  const other = turnAt(after, start.turn);
  if (one === undefined || other === undefined || one.entries === other.entries) return one !== other;
  const count = start.entry - (one.earlier ?? 0);
  for (let index = 0; index < count; index += 1) {
    if (one.entries[index] !== other.entries[index]) return true;
  }
  return false;
}

export function changeOf(before: SessionState, after: SessionState, start: WindowStart): WindowChange {
  const was = windowOf(before, start);
  const is = windowOf(after, start);
  const fields: Partial<Record<Field, unknown>> = {};
  for (const key of Object.keys(is) as (keyof SessionState)[]) {
    if (key === 'turns' || key === 'earlier') continue;
    if (key === 'active' && before.active === after.active) continue;
    if (was[key] !== is[key]) fields[key] = is[key];
  }
  const turns: (readonly [number, Turn])[] = [];
  is.turns.forEach((turn, index) => {
    const number = is.earlier + index;
    if (turnAt(before, number) !== turnAt(after, number)) turns.push([number, turn]);
  });
  return { fields: fields as WindowChange['fields'], turns };
}

export function withChange(state: SessionState, { fields, turns }: WindowChange): SessionState {
  if (turns.length === 0) return { ...state, ...fields };
  const all = [...state.turns];
  for (const [number, turn] of turns) all[number - state.earlier] = turn;
  return { ...state, ...fields, turns: all };
}

/** Both, one after the other. */
export function joinChanges(first: WindowChange, next: WindowChange): WindowChange {
  const turns = new Map([...first.turns, ...next.turns]);
  return { fields: { ...first.fields, ...next.fields }, turns: [...turns].sort(([a], [b]) => a - b) };
}
