/** What narrows a search besides its words. Pure. */
import type { SearchRole } from '../../shared/session/search.ts';

export type Filters = {
  readonly role: SearchRole | null;
  readonly agentId: string | null;
  readonly workspaceId: string | null;
  /** Up to so many days ago. */
  readonly days: number | null;
};

export const noFilters: Filters = { role: null, agentId: null, workspaceId: null, days: null };
export const dayChoices = [1, 7, 30, 365] as const;

/** As main reads it. What is typed stays last, since a word may still go on. */
export function queryText(typed: string, { role, agentId, workspaceId, days }: Filters): string {
  const parts = [
    role === null ? '' : `role:${role}`,
    agentId === null ? '' : `agent:"${agentId.replaceAll('"', '')}"`,
    workspaceId === null ? '' : `workspace:"${workspaceId.replaceAll('"', '')}"`,
    days === null ? '' : `after:${days}d`,
    typed,
  ];
  return parts.filter((part) => part.trim() !== '').join(' ');
}
