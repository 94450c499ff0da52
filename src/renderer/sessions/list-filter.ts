/** Which sessions of the list are shown. Pure. */
import type { SessionStatus, SessionSummary } from '../../shared/session/select.ts';
import type { SessionList } from './list-store.ts';

export type ListFilter = {
  /** Every word of it stands in the title, the agent's name or the workspace's. */
  readonly text: string;
  /** Empty: whatever it is. */
  readonly statuses: readonly SessionStatus[];
  readonly agentIds: readonly string[];
  /** Those that were put away, too. */
  readonly archived: boolean;
};

export const emptyFilter: ListFilter = { text: '', statuses: [], agentIds: [], archived: false };

/** Whether it looks for something: then folded groups do not hide what is found. */
export function isFiltering({ text, statuses, agentIds }: ListFilter): boolean {
  return text.trim() !== '' || statuses.length > 0 || agentIds.length > 0;
}

/** In the order of the list. `keep` is shown in any case: what is looked at is never filtered out. */
export function filteredIds(
  list: SessionList,
  filter: ListFilter,
  { nameOf, keep }: { readonly nameOf: ReadonlyMap<string, string>; readonly keep: string | null },
): readonly string[] {
  const words = filter.text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return list.ids.filter((id) => {
    if (id === keep) return true;
    const session = list.byId.get(id);
    if (session === undefined || (session.archived && !filter.archived)) return false;
    if (filter.statuses.length > 0 && !filter.statuses.includes(session.status)) return false;
    if (filter.agentIds.length > 0 && !filter.agentIds.includes(session.agentId)) return false;
    if (words.length === 0) return true;
    const text = `${textOf(session)}\n${nameOf.get(session.workspaceId) ?? ''}`;
    return words.every((word) => text.includes(word));
  });
}

const texts = new WeakMap<SessionSummary, string>();

function textOf(session: SessionSummary): string {
  const known = texts.get(session);
  if (known !== undefined) return known;
  const { title, agentTitle, agentName } = session;
  const text = [title ?? '', agentTitle ?? '', agentName].join('\n').toLocaleLowerCase();
  texts.set(session, text);
  return text;
}

/**
 * A selector that gives the same array as long as it would say the same. Without a search only the order of the
 * list counts, which stays while sessions stream.
 */
export function filterSelector(
  filter: ListFilter,
  context: { readonly nameOf: ReadonlyMap<string, string>; readonly keep: string | null },
): (list: SessionList) => readonly string[] {
  const moves = isFiltering(filter);
  let lastIds: readonly string[] | null = null;
  let last: readonly string[] = [];
  return (list) => {
    if (!moves && list.ids === lastIds) return last;
    lastIds = list.ids;
    const next = filteredIds(list, filter, context);
    if (next.length !== last.length || next.some((id, index) => id !== last[index])) last = next;
    return last;
  };
}
