/** How many sessions stand how: over all, and by workspace. Those that were put away do not count. */
import type { SessionStatus } from '../../shared/session/select.ts';
import type { SessionList } from './list-store.ts';

export type Counts = {
  readonly total: number;
  readonly needs: number;
  readonly running: number;
  /** Failed and interrupted. */
  readonly failed: number;
  readonly unread: number;
};
export type CountedStatus = keyof Omit<Counts, 'total'>;

export const noCounts: Counts = { total: 0, needs: 0, running: 0, failed: 0, unread: 0 };

/** The statuses that are counted together. */
export const countedStatuses: Readonly<Record<CountedStatus, readonly SessionStatus[]>> = {
  needs: ['needs-permission', 'needs-answer'],
  running: ['running'],
  failed: ['failed', 'interrupted'],
  unread: ['finished-unread'],
};
const countedAs = new Map(
  Object.entries(countedStatuses).flatMap(([name, statuses]) =>
    statuses.map((status) => [status, name as CountedStatus] as const),
  ),
);

export type ListCounts = { readonly all: Counts; readonly byWorkspace: ReadonlyMap<string, Counts> };

const known = new WeakMap<SessionList['byId'], ListCounts>();

/** Counted once for each state of the list, however many ask. */
export function countSessions({ byId }: SessionList): ListCounts {
  const before = known.get(byId);
  if (before !== undefined) return before;
  const all: Mutable = { ...noCounts };
  const byWorkspace = new Map<string, Mutable>();
  for (const { status, archived, workspaceId } of byId.values()) {
    if (archived) continue;
    let counts = byWorkspace.get(workspaceId);
    if (counts === undefined) byWorkspace.set(workspaceId, (counts = { ...noCounts }));
    const name = countedAs.get(status);
    for (const each of [all, counts]) {
      each.total += 1;
      if (name !== undefined) each[name] += 1;
    }
  }
  const counted = { all, byWorkspace };
  known.set(byId, counted);
  return counted;
}

type Mutable = { -readonly [Name in keyof Counts]: number };
