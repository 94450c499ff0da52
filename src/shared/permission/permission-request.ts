/** What an agent wants to do, in terms that rules speak of. Made from its structured input, never from its title. */
import type { ToolKind } from '../session/content.ts';

export type PathAccess = { readonly path: string; readonly access: 'read' | 'write' };

export type PermissionRequest = {
  readonly kind: ToolKind;
  /** The agent's own name of the tool; null: not told. Grants nothing by itself. */
  readonly toolName: string | null;
  /** Null: no tool of an MCP server, as far as is known. */
  readonly mcp: { readonly server: string; readonly tool: string } | null;
  /** Command lines, each as a shell gets it. */
  readonly commands: readonly string[];
  /** Absolute, resolved through links by whoever makes the request where the disk is at hand. */
  readonly paths: readonly PathAccess[];
  /** Lower case, without port. */
  readonly hosts: readonly string[];
  /** Canonical and absolute. */
  readonly cwd: string;
  readonly workspace: string;
  readonly agentId: string;
  readonly sessionId: string;
  /** False: the agent did not give its arguments, so nobody knows what is asked for. */
  readonly complete: boolean;
};
