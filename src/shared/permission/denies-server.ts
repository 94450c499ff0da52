/** Whether an MCP server is denied as a whole, so that agents are not even told of it. Pure. */
import { matchName } from './match-path.ts';
import type { Rule } from './rule.ts';

export type OfferedServer = {
  readonly server: string;
  readonly agentId: string;
  /** Canonical. */
  readonly workspace: string;
};

/** The rule that denies it; one of a single tool, or of a kind of calls, is decided when a call comes. */
export function denyingRule(
  rules: readonly Rule[],
  { server, agentId, workspace }: OfferedServer,
  now: number,
): Rule | null {
  const found = rules.find(
    (rule) =>
      rule.effect === 'deny' &&
      rule.mcp !== undefined &&
      (rule.tool === undefined || rule.tool === '*') &&
      rule.kind === undefined &&
      (rule.agent === undefined || rule.agent === agentId) &&
      (rule.workspace === undefined || rule.workspace === workspace) &&
      (rule.until === undefined || now < Date.parse(rule.until)) &&
      matchName(rule.mcp, server),
  );
  return found ?? null;
}
