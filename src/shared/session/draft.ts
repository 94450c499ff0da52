/**
 * The working copy that a batch of events is folded into. What the batch has copied once it may write to in
 * place; everything else of the state before stays untouched, so that a batch costs one shallow copy of the
 * active turn however many chunks it has. Only the reducer's own files use it.
 */
import { type SettledCalls, handOverIndex } from './call-index.ts';
import type { SessionEvent, SessionEventType } from './event.ts';
import type { Entry, SessionState, Turn } from './state.ts';

export type EventOf<Type extends SessionEventType> = Extract<SessionEvent, { readonly type: Type }>;

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };
export type OwnedTurn = Omit<Mutable<Turn>, 'entries'> & { entries: Entry[] };

export type Draft = {
  readonly next: Mutable<SessionState>;
  /** `next.active`, once this batch has made it. */
  active: OwnedTurn | null;
  /** `next.turns`, once this batch has made it. The turns in it are never written to, only replaced. */
  turns: Turn[] | null;
  /** The sub-agents that this batch has written to. */
  children: Map<string, Draft> | null;
  settledCalls: SettledCalls | null;
};

/** Where an entry stands: in the running turn, or in a settled one by its index. */
export type Place = { readonly turn: 'active' | number; readonly index: number };

export function beginDraft(state: SessionState): Draft {
  return { next: { ...state }, active: null, turns: null, children: null, settledCalls: null };
}

/** seq and time of the first event that a possibly merged event stands for. */
export function firstOf(event: SessionEvent): { readonly seq: number; readonly at: number } {
  return event.first ?? event;
}

/** Derived from seq so that every fold of the same events agrees; no event makes two entries. */
export function entryIdOf(event: SessionEvent): string {
  return `e${firstOf(event).seq}`;
}

export function ownActive(draft: Draft): OwnedTurn | null {
  const { active } = draft.next;
  if (active === null) return null;
  if (draft.active === null) {
    const entries = [...active.entries];
    handOverIndex(active.entries, entries);
    draft.active = { ...active, entries };
    draft.next.active = draft.active;
  }
  return draft.active;
}

export function openActive(draft: Draft, turn: Omit<Turn, 'endedAt' | 'outcome' | 'entries'>): OwnedTurn {
  const opened: OwnedTurn = { ...turn, endedAt: null, outcome: null, entries: [] };
  draft.active = opened;
  draft.next.active = opened;
  return opened;
}

function ownTurns(draft: Draft): Turn[] {
  if (draft.turns === null) {
    draft.turns = [...draft.next.turns];
    draft.next.turns = draft.turns;
  }
  return draft.turns;
}

export function pushTurn(draft: Draft, turn: Turn): void {
  ownTurns(draft).push(turn);
}

export function replaceTurn(draft: Draft, index: number, turn: Turn): void {
  ownTurns(draft)[index] = turn;
}

/** Moves the active turn to the settled ones. */
export function settleActive(draft: Draft, outcome: Turn['outcome'], at: number): void {
  const active = ownActive(draft);
  if (active === null) return;
  active.outcome = outcome;
  active.endedAt = at;
  draft.active = null;
  draft.next.active = null;
  pushTurn(draft, active);
}

function entriesAt(draft: Draft, turn: Place['turn']): readonly Entry[] {
  return (turn === 'active' ? draft.next.active : draft.next.turns[turn])?.entries ?? [];
}

export function entryAt(draft: Draft, place: Place): Entry | undefined {
  return entriesAt(draft, place.turn)[place.index];
}

/** Puts `entry` in the place of the one that stands there; a settled turn is replaced for it. */
export function replaceEntry(draft: Draft, place: Place, entry: Entry, event: SessionEvent): void {
  if (place.turn === 'active') {
    const active = ownActive(draft);
    if (active !== null) active.entries[place.index] = entry;
    return;
  }
  const turn = draft.next.turns[place.turn];
  if (turn === undefined) return;
  const entries = [...turn.entries];
  handOverIndex(turn.entries, entries);
  entries[place.index] = entry;
  const endedAt = turn.outcome === null ? event.at : turn.endedAt;
  replaceTurn(draft, place.turn, { ...turn, endedAt, entries });
}

/**
 * Appends to the running turn. Outside one, history opens a turn of its own, and live traffic goes to a
 * settled turn without prompt and outcome behind the turns that the person started: agents work on in the
 * background, and what they say then is no part of an answer that has ended.
 */
export function appendEntry(draft: Draft, entry: Entry, event: SessionEvent): void {
  const first = firstOf(event);
  if (draft.next.active === null && draft.next.replaying) {
    openActive(draft, { id: `replay-${first.seq}`, startedAt: first.at, prompt: null });
  }
  const active = ownActive(draft);
  if (active !== null) {
    active.entries.push(entry);
    return;
  }
  const last = lastSettled(draft);
  if (last !== null && last.turn.outcome === null) {
    const entries = [...last.turn.entries, entry];
    handOverIndex(last.turn.entries, entries);
    draft.settledCalls?.added(last.index, entry);
    replaceTurn(draft, last.index, { ...last.turn, endedAt: event.at, entries });
    return;
  }
  pushTurn(draft, {
    id: `background-${first.seq}`,
    startedAt: first.at,
    endedAt: event.at,
    prompt: null,
    entries: [entry],
    outcome: null,
  });
}

export function lastSettled(draft: Draft): { readonly turn: Turn; readonly index: number } | null {
  const index = draft.next.turns.length - 1;
  const turn = draft.next.turns[index];
  return turn === undefined ? null : { turn, index };
}

/** The place of the newest entry of the newest turn, running or settled. */
export function lastPlace(draft: Draft): Place | null {
  const { active, turns } = draft.next;
  const turn = active === null ? turns.length - 1 : 'active';
  const index = entriesAt(draft, turn).length - 1;
  return index < 0 ? null : { turn, index };
}

/** The newest entry that `matches`, looking into the running turn and then at most `settled` settled ones. */
export function findNewest(draft: Draft, settled: number, matches: (entry: Entry) => boolean): Place | null {
  const { active, turns } = draft.next;
  const oldest = Math.max(0, turns.length - settled);
  for (let turn = turns.length; turn >= oldest; turn -= 1) {
    const entries = turn === turns.length ? (active?.entries ?? []) : (turns[turn]?.entries ?? []);
    for (let index = entries.length - 1; index >= 0; index -= 1) {
      const entry = entries[index];
      if (entry !== undefined && matches(entry)) {
        return { turn: turn === turns.length ? 'active' : turn, index };
      }
    }
  }
  return null;
}
