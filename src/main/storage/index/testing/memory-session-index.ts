/** An index that lives in memory and knows what it is told: for tests of what stands on it. */
import type { IndexStatus, SearchPage } from '../../../../shared/session/search.ts';
import type { JournalListing } from '../../inspect-journal.ts';
import type { IndexChanges, LiveSession, SessionIndex, SettledTurns } from '../session-index.ts';

export type MemorySessionIndex = SessionIndex & {
  /** What was handed over of each session, oldest first. */
  readonly settled: ReadonlyMap<string, readonly SettledTurns[]>;
  readonly live: ReadonlySet<string>;
};

/** `onDisk` answers what the journals say when it is refreshed; `page` is what every search finds. */
export function createMemorySessionIndex({
  known = [],
  onDisk = async () => known,
  page = { groups: [], next: null, problems: [] },
}: {
  readonly known?: readonly JournalListing[];
  readonly onDisk?: () => Promise<readonly JournalListing[]>;
  readonly page?: SearchPage;
} = {}): MemorySessionIndex {
  const rows = new Map(known.map((listing) => [listing.id, listing]));
  const settled = new Map<string, SettledTurns[]>();
  const live = new Set<string>();
  const watchers = new Set<(status: IndexStatus) => void>();
  const status = (): IndexStatus => ({ state: 'ready', sessions: rows.size, unreadable: 0 });
  const tell = () => {
    for (const watcher of watchers) watcher(status());
  };
  return {
    settled,
    live,
    renewal: null,
    list: async () => [...rows.values()],
    async refresh(onChanges) {
      const found = new Map((await onDisk()).map((listing) => [listing.id, listing]));
      const changes: IndexChanges = {
        changed: [...found.values()].filter((listing) => !same(rows.get(listing.id), listing)),
        removed: [...rows.keys()].filter((id) => !found.has(id) && !live.has(id)),
      };
      for (const listing of changes.changed) rows.set(listing.id, listing);
      for (const id of changes.removed) rows.delete(id);
      const count = changes.changed.length + changes.removed.length;
      if (count > 0) onChanges?.(changes);
      tell();
      return count;
    },
    put({ facts, summary, seq, at }: LiveSession) {
      live.add(facts.id);
      rows.set(facts.id, {
        type: 'journal',
        id: facts.id,
        facts,
        app: null,
        writable: true,
        seq,
        at,
        bytes: 0,
        summary,
        tornBytes: 0,
        stamp: '',
      });
      tell();
    },
    indexTurns(sessionId, turns) {
      settled.set(sessionId, [...(settled.get(sessionId) ?? []), turns]);
    },
    release: (sessionId) => void live.delete(sessionId),
    remove(sessionId) {
      live.delete(sessionId);
      rows.delete(sessionId);
      tell();
    },
    search: async () => page,
    get status() {
      return status();
    },
    watchStatus(listener) {
      watchers.add(listener);
      listener(status());
      return () => void watchers.delete(listener);
    },
    verify: async () => ({
      sessions: [],
      checked: rows.size,
      ok: rows.size,
      orphans: 0,
      indexDamaged: false,
    }),
    repair: async () => ({ rebuilt: false, orphansRemoved: 0, sessionsRead: 0 }),
    close: async () => undefined,
  };
}

function same(a: JournalListing | undefined, b: JournalListing): boolean {
  if (a?.type === 'journal' && b.type === 'journal') return a.stamp === b.stamp;
  return a?.type === 'unreadable' && b.type === 'unreadable' && a.why === b.why;
}
