/**
 * Drafts by session: they survive going to another session and, their text, a restart. Attachments last as
 * long as the window. Bounded: the least recently changed drafts go first.
 */
import { createStore, type StoreApi } from 'zustand';
import { z } from 'zod';
import { emptyDraft, isEmptyDraft, type Draft } from './draft.ts';

export type Drafts = {
  readonly store: StoreApi<ReadonlyMap<string, Draft>>;
  readonly get: (sessionId: string) => Draft;
  /** An empty draft is forgotten. */
  readonly set: (sessionId: string, draft: Draft) => void;
  readonly change: (sessionId: string, change: (draft: Draft) => Draft) => void;
  /** Writes what waits to be written. */
  readonly flush: () => void;
};

const key = 'switchyard.drafts';
export const mostDrafts = 60;
/** UTF-16 units: of one text that is kept over a restart, and of all of them. */
export const longestKept = 64 * 1024;
export const mostKept = 512 * 1024;
const writeDelayMs = 300;

const stored = z.array(z.tuple([z.string().max(100), z.string()])).max(mostDrafts);

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** `schedule` runs `write` a little later and returns how to call it off. */
export function createDrafts(
  storage: DraftStorage | null,
  schedule: (write: () => void, ms: number) => () => void = later,
): Drafts {
  const store = createStore<ReadonlyMap<string, Draft>>(() => recall(storage));
  let callOff: (() => void) | null = null;

  const write = () => {
    callOff = null;
    try {
      storage?.setItem(key, JSON.stringify(kept(store.getState())));
    } catch {
      // A full or forbidden storage: drafts then last as long as the window.
    }
  };
  const set = (sessionId: string, draft: Draft) => {
    const next = new Map(store.getState());
    next.delete(sessionId);
    if (!isEmptyDraft(draft) || draft.text !== '') next.set(sessionId, draft);
    for (const id of next.keys()) {
      if (next.size <= mostDrafts) break;
      next.delete(id);
    }
    store.setState(next, true);
    callOff ??= schedule(write, writeDelayMs);
  };
  const get = (sessionId: string) => store.getState().get(sessionId) ?? emptyDraft;
  return {
    store,
    get,
    set,
    change: (sessionId, change) => set(sessionId, change(get(sessionId))),
    flush: () => {
      if (callOff === null) return;
      callOff();
      write();
    },
  };
}

function later(write: () => void, ms: number): () => void {
  const timer = setTimeout(write, ms);
  return () => clearTimeout(timer);
}

function recall(storage: DraftStorage | null): ReadonlyMap<string, Draft> {
  try {
    const pairs = stored.parse(JSON.parse(storage?.getItem(key) ?? '[]'));
    return new Map(pairs.map(([id, text]) => [id, { text, attachments: [] }]));
  } catch {
    return new Map();
  }
}

/** Oldest first, as the map has them; the newest ones are kept where the room ends. */
function kept(drafts: ReadonlyMap<string, Draft>): readonly (readonly [string, string])[] {
  let room = mostKept;
  const pairs: [string, string][] = [];
  for (const [id, { text }] of [...drafts].reverse()) {
    if (text.trim() === '' || text.length > longestKept || text.length > room) continue;
    room -= text.length;
    pairs.push([id, text]);
  }
  return pairs.reverse();
}

let shared: Drafts | null = null;

/** The drafts of this window. */
export function windowDrafts(): Drafts {
  if (shared === null) {
    shared = createDrafts(window.localStorage);
    window.addEventListener('pagehide', shared.flush);
  }
  return shared;
}
