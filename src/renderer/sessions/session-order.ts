import type { Workspace } from '../../shared/ipc/contract/workspaces.ts';
import type { SessionList } from './list-store.ts';

export type SessionGroup = {
  readonly workspaceId: string;
  /** null: its workspace is not on the list (any more). */
  readonly workspace: Workspace | null;
  readonly sessionIds: readonly string[];
};

/** The groups of the sidebar: workspaces by name, sessions without a listed workspace last. */
export function sessionGroups(workspaces: readonly Workspace[], list: SessionList): readonly SessionGroup[] {
  const idsOf = new Map<string, string[]>();
  for (const id of list.ids) {
    const workspaceId = list.byId.get(id)?.workspaceId ?? '';
    idsOf.set(workspaceId, [...(idsOf.get(workspaceId) ?? []), id]);
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

/** Session ids as they stand in the sidebar from top to bottom, folded groups left out. */
export function sessionOrder(
  workspaces: readonly Workspace[],
  list: SessionList,
  folded: readonly string[],
): readonly string[] {
  return sessionGroups(workspaces, list)
    .filter((group) => !folded.includes(group.workspaceId))
    .flatMap((group) => group.sessionIds);
}
