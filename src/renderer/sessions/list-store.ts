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
  /**
   * Pinned ones first, archived ones last, else by when something last happened. While a session streams it keeps
   * its place: the array is a new one when a session comes or goes, changes its status, or is pinned or put away.
   */
  readonly ids: readonly string[];
  readonly byId: ReadonlyMap<string, SessionSummary>;
  /** What each place in `ids` was decided by: `changedAt` as of its last change of status. */
  readonly placedAt: ReadonlyMap<string, number>;
};

export const emptySessionList: SessionList = {
  loaded: false,
  ids: [],
  byId: new Map(),
  placedAt: new Map(),
};

/** Folds a batch of frames. Returns `list` itself when nothing changed. */
export function applySessionsFrames(list: SessionList, frames: readonly SessionsFrame[]): SessionList {
  if (frames.length === 0) return list;
  const byId = new Map(list.byId);
  const placed = new Map<string, number>();
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
      if (before === undefined || movesTo(before, summary)) placed.set(summary.id, summary.changedAt);
      byId.set(summary.id, summary);
    }
  }
  if (!changed && !membership) return list;
  if (!membership && placed.size === 0) return { ...list, loaded, byId };
  const placedAt = new Map([...list.placedAt, ...placed]);
  for (const id of placedAt.keys()) if (!byId.has(id)) placedAt.delete(id);
  return { loaded, ids: orderOf(byId, placedAt), byId, placedAt };
}

function movesTo(before: SessionSummary, now: SessionSummary): boolean {
  return before.status !== now.status || before.pinned !== now.pinned || before.archived !== now.archived;
}

export function createSessionList(): StoreApi<SessionList> {
  return createStore<SessionList>(() => emptySessionList);
}

function orderOf(
  byId: ReadonlyMap<string, SessionSummary>,
  placedAt: ReadonlyMap<string, number>,
): readonly string[] {
  const rank = ({ pinned, archived }: SessionSummary) => (archived ? 2 : pinned ? 0 : 1);
  const at = ({ id }: SessionSummary) => placedAt.get(id) ?? 0;
  return [...byId.values()]
    .sort((a, b) => rank(a) - rank(b) || at(b) - at(a) || b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
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
