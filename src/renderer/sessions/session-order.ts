import type { Workspace } from '../../shared/ipc/contract/workspaces.ts';
import { filteredIds, isFiltering, type ListFilter } from './list-filter.ts';
import type { SessionList } from './list-store.ts';

export type SessionGroup = {
  readonly workspaceId: string;
  /** null: its workspace is not on the list (any more). */
  readonly workspace: Workspace | null;
  readonly sessionIds: readonly string[];
};

/** One line of the sidebar. `position` counts from 1 among the `count` sessions of its group. */
export type SidebarRow =
  | { readonly type: 'group'; readonly key: string; readonly group: SessionGroup; readonly folded: boolean }
  | {
      readonly type: 'session';
      readonly key: string;
      readonly id: string;
      readonly position: number;
      readonly count: number;
    }
  /** In place of sessions: there is none yet, or its folder is gone. */
  | { readonly type: 'empty'; readonly key: string; readonly group: SessionGroup };

/** The groups of the sidebar: workspaces by name, sessions without a listed workspace last. `ids`: those shown. */
export function sessionGroups(
  workspaces: readonly Workspace[],
  byId: SessionList['byId'],
  ids: readonly string[],
): readonly SessionGroup[] {
  const idsOf = new Map<string, string[]>();
  for (const id of ids) {
    const workspaceId = byId.get(id)?.workspaceId ?? '';
    const known = idsOf.get(workspaceId);
    if (known === undefined) idsOf.set(workspaceId, [id]);
    else known.push(id);
  }
  const known = [...workspaces].sort((a, b) => a.name.localeCompare(b.name) || (a.path < b.path ? -1 : 1));
  const groups: SessionGroup[] = known.map((workspace) => ({
    workspaceId: workspace.id,
    workspace,
    sessionIds: idsOf.get(workspace.id) ?? [],
  }));
  const listed = new Set(workspaces.map((workspace) => workspace.id));
  for (const [workspaceId, sessionIds] of idsOf) {
    if (!listed.has(workspaceId)) groups.push({ workspaceId, workspace: null, sessionIds });
  }
  return groups;
}

/** `searching`: groups with nothing to show are left out, and folded ones are open. */
export function sidebarRows(
  groups: readonly SessionGroup[],
  { folded, searching }: { readonly folded: readonly string[]; readonly searching: boolean },
): readonly SidebarRow[] {
  const rows: SidebarRow[] = [];
  const shut = new Set(folded);
  for (const group of groups) {
    const { workspaceId, sessionIds } = group;
    if (searching && sessionIds.length === 0) continue;
    const isFolded = !searching && shut.has(workspaceId);
    rows.push({ type: 'group', key: `g ${workspaceId}`, group, folded: isFolded });
    if (isFolded) continue;
    const count = sessionIds.length;
    if (count === 0) rows.push({ type: 'empty', key: `e ${workspaceId}`, group });
    sessionIds.forEach((id, index) =>
      rows.push({ type: 'session', key: id, id, position: index + 1, count }),
    );
  }
  return rows;
}

/** Session ids as they stand in the sidebar from top to bottom, folded groups left out. */
export function sessionOrder(
  workspaces: readonly Workspace[],
  list: SessionList,
  view: {
    readonly folded: readonly string[];
    readonly filter: ListFilter;
    readonly selectedId: string | null;
  },
): readonly string[] {
  const nameOf = workspaceNames(workspaces);
  const ids = filteredIds(list, view.filter, { nameOf, keep: view.selectedId });
  const searching = isFiltering(view.filter);
  return sidebarRows(sessionGroups(workspaces, list.byId, ids), { folded: view.folded, searching }).flatMap(
    (row) => (row.type === 'session' ? [row.id] : []),
  );
}

/** As a search compares them. */
export function workspaceNames(workspaces: readonly Workspace[]): ReadonlyMap<string, string> {
  return new Map(workspaces.map(({ id, name }) => [id, name.toLocaleLowerCase()]));
}
