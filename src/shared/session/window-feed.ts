/**
 * Feeds one window with frames: a snapshot of the newest turns, then events, and older turns when they are
 * asked for, all in one order. The window folds them; what it cannot fold it is told the outcome of.
 */
import type { SessionFrame } from '../ipc/contract/sessions.ts';
import type { SessionEvent } from './event.ts';
import { reduce, reduceAll } from './reduce.ts';
import type { SessionState } from './state.ts';
import { changeOf, changesBefore } from './window-change.ts';
import {
  type Target,
  type WindowBudget,
  type WindowStart,
  isBefore,
  openingBudget,
  partBetween,
  placeOf,
  startBefore,
  startWithin,
  windowOf,
  withWhatWaits,
} from './window.ts';

/** Entries and text of one answer: about what a page takes in within a frame or two. */
export const mostAtOnce: WindowBudget = { entries: 2000, bytes: 2 * 1024 * 1024 };

/** Where the window starts now. */
export type Reach = { readonly start: WindowStart };

/** Where the window of a session begins when it is opened. */
export function openingStart(state: SessionState, budget = openingBudget): WindowStart {
  return withWhatWaits(state, startWithin(state, budget));
}

export class WindowFeed {
  readonly #emit: (frame: SessionFrame) => void;
  #state: SessionState;
  #start: WindowStart;

  /** Emits the snapshot. */
  constructor(state: SessionState, emit: (frame: SessionFrame) => void, budget = openingBudget) {
    this.#emit = emit;
    this.#state = state;
    this.#start = openingStart(state, budget);
    emit({ type: 'snapshot', state: windowOf(state, this.#start) });
  }

  /** `after`: the session as it is after them, or later. */
  events(events: readonly SessionEvent[], after: SessionState): void {
    const last = events[events.length - 1];
    if (last === undefined) return;
    const before = this.#state;
    this.#state = after.seq === last.seq ? after : reduceAll(before, events);
    if (!changesBefore(before, this.#state, this.#start)) {
      for (const event of events) this.#emitEvent(event);
      return;
    }
    let at = before;
    for (const event of events) {
      const next = reduce(at, event);
      this.#include(at, withWhatWaits(next, this.#start));
      if (changesBefore(at, next, this.#start)) {
        this.#emit({ type: 'change', change: changeOf(at, next, this.#start) });
      } else this.#emitEvent(event);
      at = next;
    }
  }

  /** Lets the window reach so much further back, or down to what is asked for as far as one answer may. */
  earlier(budget: WindowBudget, target: Target | null): Reach {
    const place = target === null ? null : placeOf(this.#state, target);
    const isThere = place !== null && !isBefore(place, this.#start);
    if (!isThere && (target === null || place !== null)) {
      const start = startBefore(this.#state, this.#start, place === null ? budget : mostAtOnce);
      this.#include(this.#state, start);
    }
    return { start: this.#start };
  }

  #include(state: SessionState, start: WindowStart): void {
    if (!isBefore(start, this.#start)) return;
    const part = partBetween(state, start, this.#start);
    this.#start = start;
    this.#emit({ type: 'earlier', part });
  }

  #emitEvent(event: SessionEvent): void {
    this.#emit({ type: 'event', event, firstSeq: event.first?.seq ?? event.seq });
  }
}
