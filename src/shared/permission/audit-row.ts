/** One decision, as the list of all of them shows it. */
import type { Decider } from '../session/content.ts';
import type { PermissionRequest } from './permission-request.ts';
import type { VerdictReason } from './verdict.ts';

export type AuditRow = {
  /** When it was decided, ms since the epoch, and how long it took, ms. */
  readonly at: number;
  readonly took: number;
  readonly requestId: string;
  /** Long commands are cut. Null: what was asked could not be read. */
  readonly request: PermissionRequest | null;
  readonly sessionId: string;
  readonly agentId: string;
  readonly workspace: string;
  readonly answer: 'allowed' | 'denied' | 'cancelled' | 'other';
  /** Null: the person, or with `cancelled` nobody. */
  readonly by: Decider | null;
  /** Why the person was asked; null: was not, or nothing is known. */
  readonly reason: VerdictReason | null;
  /** Ids of the rules that had a part in it. */
  readonly rules: readonly string[];
};

/** The words that a search looks at, lower case. */
export function auditText({ request, agentId, workspace, answer, by }: AuditRow): string {
  const { commands = [], paths = [], hosts = [], mcp, toolName, kind = '' } = request ?? {};
  return [
    ...commands,
    ...paths.map(({ path }) => path),
    ...hosts,
    mcp === null || mcp === undefined ? '' : `${mcp.server}/${mcp.tool}`,
    toolName ?? '',
    kind,
    agentId,
    workspace,
    answer,
    by?.what ?? '',
  ]
    .join('\n')
    .toLowerCase();
}
