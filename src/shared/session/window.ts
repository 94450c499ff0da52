/**
 * A window onto a session: its newest turns, without the older ones. A window holds everything from its start
 * on, and nothing that stands before. Turns and entries are counted from the session's beginning. Pure.
 */
import { messageSize } from '../ipc/message-size.ts';
import type { Entry, SessionState, Turn } from './state.ts';

/** `turn`: how many turns are left out. `entry`: how many of the oldest entries of the next one are, too. */
export type WindowStart = { readonly turn: number; readonly entry: number };

/** `bytes` as `messageSize` counts them. */
export type WindowBudget = { readonly entries: number; readonly bytes: number };

/** What stands before a window's start, from `start` on. */
export type WindowPart = {
  readonly start: WindowStart;
  /** Whole turns, but for the first when `start` lies inside of it. */
  readonly turns: readonly Turn[];
  /** The older entries of the turn that the window began in. */
  readonly entries: readonly Entry[];
};

/** What a session is opened with: some screens, and less than what takes long to send. */
export const openingBudget: WindowBudget = { entries: 200, bytes: 256 * 1024 };

/** So many entries earlier a cut may move, to stand before something that was said and not between two calls. */
const CUT_REACH = 64;

const WHOLE: WindowStart = { turn: 0, entry: 0 };

/** Where what a state holds begins. */
export function startOf(state: SessionState): WindowStart {
  return { turn: state.earlier, entry: (state.turns[0] ?? state.active)?.earlier ?? 0 };
}

export function isBefore(a: WindowStart, b: WindowStart): boolean {
  return a.turn < b.turn || (a.turn === b.turn && a.entry < b.entry);
}

/** The turn of that number, the running one too; undefined when there is none, or it is not in the state. */
export function turnAt(state: SessionState, turn: number): Turn | undefined {
  const index = turn - state.earlier;
  return index === state.turns.length ? (state.active ?? undefined) : state.turns[index];
}

/** The same entries with fewer before them. */
export function windowOf(state: SessionState, start: WindowStart): SessionState {
  if (!isBefore(startOf(state), start)) return state;
  const turns = state.turns.slice(start.turn - state.earlier);
  const { active } = state;
  const [first] = turns;
  if (first !== undefined) turns[0] = cutTurn(first, start.entry);
  return {
    ...state,
    turns,
    active: first === undefined && active !== null ? cutTurn(active, start.entry) : active,
    earlier: start.turn,
  };
}

/** Where a window of that budget starts: whole turns where they fit, at least the newest entry. */
export function startWithin(state: SessionState, budget: WindowBudget): WindowStart {
  const end: WindowStart = { turn: state.earlier + state.turns.length + 1, entry: 0 };
  const start = startBefore(state, end, budget);
  return start === end ? startOf(state) : start;
}

/** So far back from `from` as the budget allows; at least one entry more where there is one. */
export function startBefore(state: SessionState, from: WindowStart, budget: WindowBudget): WindowStart {
  const first = startOf(state);
  let { entries, bytes } = budget;
  let start = from;
  const spent = () => entries <= 0 || bytes <= 0;
  for (let number = from.entry > 0 ? from.turn : from.turn - 1; number >= first.turn; number -= 1) {
    const turn = turnAt(state, number);
    if (turn === undefined) continue;
    const offset = turn.earlier ?? 0;
    const end = number === from.turn ? from.entry : offset + turn.entries.length;
    bytes -= messageSize(turn.prompt, bytes);
    let entry = end;
    while (entry > offset && (!spent() || start === from)) {
      entry -= 1;
      entries -= 1;
      bytes -= sizeOf(turn.entries[entry - offset], bytes);
      // The first that is taken, whatever its size.
      if (start === from) start = { turn: number, entry };
    }
    const fits = entry === offset && (!spent() || end - offset <= 1);
    if (fits) {
      start = { turn: number, entry: offset };
      continue;
    }
    // What would be left of this turn is worth its cut only where little else is in the window.
    const hasEnough = budget.entries - entries - (end - entry) >= budget.entries / 2;
    if (!hasEnough && entry < end) start = { turn: number, entry: goodCut(turn, entry, offset) };
    break;
  }
  return start;
}

/** What stands from `start` up to `end`, which is a later start. */
export function partBetween(state: SessionState, start: WindowStart, end: WindowStart): WindowPart {
  const last = turnAt(state, end.turn);
  const slice = (from: number): readonly Entry[] => {
    const offset = last?.earlier ?? 0;
    return last?.entries.slice(Math.max(0, from - offset), Math.max(0, end.entry - offset)) ?? [];
  };
  if (start.turn === end.turn) return { start, turns: [], entries: slice(start.entry) };
  const turns: Turn[] = [];
  for (let number = start.turn; number < end.turn; number += 1) {
    const turn = turnAt(state, number);
    if (turn !== undefined) turns.push(number === start.turn ? cutTurn(turn, start.entry) : turn);
  }
  return { start, turns, entries: slice(0) };
}

/** The window with what stands right before it. */
export function withEarlier(state: SessionState, part: WindowPart): SessionState {
  const whole = part.turns.length > 0 || part.start.entry === 0;
  const grown = (turn: Turn): Turn => {
    const { earlier: _gone, ...rest } = turn;
    const entries = part.entries.length === 0 ? turn.entries : [...part.entries, ...turn.entries];
    return whole ? { ...rest, entries } : { ...rest, entries, earlier: part.start.entry };
  };
  const [first, ...later] = state.turns;
  const touchesFirst = part.entries.length > 0 || ((first ?? state.active)?.earlier ?? 0) > 0;
  const turns = [...part.turns];
  if (first !== undefined) turns.push(touchesFirst ? grown(first) : first, ...later);
  const { active } = state;
  return {
    ...state,
    turns,
    active: first === undefined && active !== null && touchesFirst ? grown(active) : active,
    earlier: part.start.turn,
  };
}

/**
 * At `start` or before it, so that all that waits for the person is in the window: what is asked stands at its
 * call, and that is where the person answers.
 */
export function withWhatWaits(state: SessionState, start: WindowStart): WindowStart {
  const waiting = new Set<string>();
  for (const { subagentId, toolCallId } of state.permissions) {
    waiting.add(subagentId === undefined ? `call ${toolCallId}` : `subagent ${subagentId}`);
  }
  for (const { questionId } of state.questions) waiting.add(`question ${questionId}`);
  let found = start;
  for (let number = state.earlier + state.turns.length; waiting.size > 0; number -= 1) {
    if (number < state.earlier) break;
    const turn = turnAt(state, number);
    const offset = turn?.earlier ?? 0;
    for (let index = (turn?.entries.length ?? 0) - 1; index >= 0; index -= 1) {
      const subject = subjectOf(turn?.entries[index]);
      if (subject === null || !waiting.delete(subject)) continue;
      const place = { turn: number, entry: offset + index };
      if (isBefore(place, found)) found = place;
    }
  }
  return found;
}

/** `entryId` null: the turn's beginning. `turnId` null: only the entry is known. */
export type Target = { readonly turnId: string | null; readonly entryId: string | null };

/** Where that stands; null: not in the state. */
export function placeOf(state: SessionState, { turnId, entryId }: Target): WindowStart | null {
  for (let number = state.earlier + state.turns.length; number >= state.earlier; number -= 1) {
    const turn = turnAt(state, number);
    if (turn === undefined || (turnId !== null && turn.id !== turnId)) continue;
    const offset = turn.earlier ?? 0;
    // The beginning of a turn that is cut is not there.
    if (entryId === null) return turnId === null || offset > 0 ? null : { turn: number, entry: 0 };
    const index = turn.entries.findIndex(({ id }) => id === entryId);
    if (index >= 0) return { turn: number, entry: offset + index };
    if (turnId !== null) return null;
  }
  return null;
}

export function isWhole(state: SessionState): boolean {
  return !isBefore(WHOLE, startOf(state));
}

function cutTurn(turn: Turn, entry: number): Turn {
  const offset = turn.earlier ?? 0;
  return entry <= offset ? turn : { ...turn, entries: turn.entries.slice(entry - offset), earlier: entry };
}

function goodCut(turn: Turn, entry: number, offset: number): number {
  for (let at = entry; at >= Math.max(offset, entry - CUT_REACH); at -= 1) {
    const type = turn.entries[at - offset]?.type;
    if (type === 'message' || type === 'thought') return at;
  }
  return entry;
}

/** Of a settled entry it is asked again and again. */
const sizes = new WeakMap<Entry, number>();

function sizeOf(entry: Entry | undefined, limit: number): number {
  if (entry === undefined) return 0;
  const known = sizes.get(entry);
  if (known !== undefined) return known;
  const most = Math.max(limit, openingBudget.bytes);
  const size = messageSize(entry, most);
  if (size <= most) sizes.set(entry, size);
  return size;
}

function subjectOf(entry: Entry | undefined): string | null {
  if (entry?.type === 'tool-call') return `call ${entry.toolCallId}`;
  if (entry?.type === 'subagent') return `subagent ${entry.subagentId}`;
  return entry?.type === 'question' ? `question ${entry.questionId}` : null;
}
