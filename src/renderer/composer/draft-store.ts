/**
 * Drafts by session: they survive going to another session, and main keeps them over restarts. Bounded: the
 * least recently changed drafts go first.
 */
import { createStore, type StoreApi } from 'zustand';
import type { Client } from '../../shared/ipc/client.ts';
import {
  type KeptDraft,
  MAX_DRAFT_MEDIA,
  MAX_DRAFT_TEXT,
  MAX_DRAFTS,
  MAX_SENT_TEXT,
} from '../../shared/ipc/contract/drafts.ts';
import { emptyDraft, isEmptyDraft, type Draft } from './draft.ts';

export type Drafts = {
  readonly store: StoreApi<ReadonlyMap<string, Draft>>;
  /** Texts that were sent, over all sessions, newest first. */
  readonly sent: StoreApi<readonly string[]>;
  readonly get: (sessionId: string) => Draft;
  /** An empty draft is forgotten. */
  readonly set: (sessionId: string, draft: Draft) => void;
  readonly change: (sessionId: string, change: (draft: Draft) => Draft) => void;
  readonly noteSent: (text: string) => void;
  /** From now on `keeper` has them too. What it has and was not changed meanwhile is taken over. */
  readonly connect: (keeper: DraftKeeper) => Promise<void>;
  /** Tells the keeper what waits to be told. */
  readonly flush: () => void;
};

export type DraftKeeper = {
  readonly all: () => Promise<{
    readonly drafts: readonly { readonly place: string; readonly draft: KeptDraft }[];
    readonly sent: readonly string[];
  } | null>;
  readonly keep: (sessionId: string, draft: KeptDraft | null) => void;
  readonly sent: (text: string) => void;
};

/** Main gathers too: this only keeps it from one message a key. */
const tellDelayMs = 100;
const mostSent = 100;

/** `schedule` runs `tell` a little later and returns how to call it off. */
export function createDrafts(schedule: (tell: () => void, ms: number) => () => void = later): Drafts {
  const store = createStore<ReadonlyMap<string, Draft>>(() => new Map());
  const sent = createStore<readonly string[]>(() => []);
  const changed = new Set<string>();
  let keeper: DraftKeeper | null = null;
  let callOff: (() => void) | null = null;

  const tell = () => {
    callOff = null;
    if (keeper === null) return;
    for (const id of changed) keeper.keep(id, keepable(get(id)));
    changed.clear();
  };
  const set = (sessionId: string, draft: Draft) => {
    const next = new Map(store.getState());
    next.delete(sessionId);
    if (!isEmptyDraft(draft) || draft.text !== '') next.set(sessionId, draft);
    for (const id of next.keys()) {
      if (next.size <= MAX_DRAFTS) break;
      next.delete(id);
    }
    store.setState(next, true);
    changed.add(sessionId);
    callOff ??= schedule(tell, tellDelayMs);
  };
  const get = (sessionId: string) => store.getState().get(sessionId) ?? emptyDraft;
  return {
    store,
    sent,
    get,
    set,
    change: (sessionId, change) => set(sessionId, change(get(sessionId))),
    noteSent(text) {
      const words = text.trim();
      if (words === '' || words.length > MAX_SENT_TEXT) return;
      sent.setState((all) => [words, ...all.filter((each) => each !== words)].slice(0, mostSent), true);
      keeper?.sent(words);
    },
    async connect(next) {
      const kept = await next.all();
      keeper = next;
      if (kept !== null) {
        const mine = store.getState();
        const fresh = kept.drafts.filter(({ place }) => !mine.has(place) && !changed.has(place));
        store.setState(new Map([...fresh.map(({ place, draft }) => [place, draft] as const), ...mine]), true);
        sent.setState((all) => [...all, ...kept.sent.filter((text) => !all.includes(text))], true);
      }
      if (changed.size > 0) tell();
    },
    flush: () => {
      if (callOff === null) return;
      callOff();
      tell();
    },
  };
}

function later(tell: () => void, ms: number): () => void {
  const timer = setTimeout(tell, ms);
  return () => clearTimeout(timer);
}

/** As much of it as main takes; null: nothing is left. */
function keepable(draft: Draft): KeptDraft | null {
  if (draft.text.trim() === '' && draft.attachments.length === 0) return null;
  let room = MAX_DRAFT_MEDIA;
  const attachments = draft.attachments.filter((each) => {
    if (each.type === 'file') return true;
    if (each.data.length > room) return false;
    room -= each.data.length;
    return true;
  });
  return { text: draft.text.slice(0, MAX_DRAFT_TEXT), attachments: [...attachments].slice(0, 100) };
}

let shared: Drafts | null = null;

/** The drafts of this window. */
export function windowDrafts(): Drafts {
  if (shared === null) {
    shared = createDrafts();
    window.addEventListener('pagehide', shared.flush);
    window.addEventListener('blur', shared.flush);
  }
  return shared;
}

/** Main as the keeper of drafts. */
export function mainKeeper(client: Client): DraftKeeper {
  return {
    all: async () => {
      const answer = await client.request('drafts.all', {});
      return answer.ok ? answer.value : null;
    },
    keep: (place, draft) => void client.request('drafts.keep', { place, draft }),
    sent: (text) => void client.request('drafts.sent', { text }),
  };
}
