/**
 * The summaries of all sessions. One write per batch, and a summary that says the same keeps its object,
 * so that a row which selects its own summary renders only when what it shows has changed.
 */
import { createStore, type StoreApi } from 'zustand';
import type { SessionsFrame } from '../../shared/ipc/contract/sessions.ts';
import type { SessionSummary } from '../../shared/session/select.ts';

export type SessionList = {
  /** False until the first full list came. */
  readonly loaded: boolean;
  /** Newest first; the array changes only when a session comes or goes. */
  readonly ids: readonly string[];
  readonly byId: ReadonlyMap<string, SessionSummary>;
};

export const emptySessionList: SessionList = { loaded: false, ids: [], byId: new Map() };

/** Folds a batch of frames. Returns `list` itself when nothing changed. */
export function applySessionsFrames(list: SessionList, frames: readonly SessionsFrame[]): SessionList {
  if (frames.length === 0) return list;
  const byId = new Map(list.byId);
  let changed = !list.loaded;
  let loaded = list.loaded;
  let membership = false;
  for (const frame of frames) {
    if (frame.type === 'all') {
      loaded = true;
      const kept = new Set(frame.summaries.map((summary) => summary.id));
      for (const id of byId.keys()) if (!kept.has(id)) membership = byId.delete(id) || membership;
    } else {
      for (const id of frame.removed) membership = byId.delete(id) || membership;
    }
    for (const summary of frame.summaries) {
      const before = byId.get(summary.id);
      if (before !== undefined && saysTheSame(before, summary)) continue;
      changed = true;
      if (before === undefined) membership = true;
      byId.set(summary.id, summary);
    }
  }
  if (!changed && !membership) return list;
  return { loaded, ids: membership ? orderOf(byId) : list.ids, byId };
}

export function createSessionList(): StoreApi<SessionList> {
  return createStore<SessionList>(() => emptySessionList);
}

function orderOf(byId: ReadonlyMap<string, SessionSummary>): readonly string[] {
  return [...byId.values()]
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
    .map((summary) => summary.id);
}

function saysTheSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => saysTheSame((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  );
}
