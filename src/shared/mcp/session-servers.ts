/** Which MCP servers an agent was given with its session, and which not, because of what. */
import type { McpServerKind, McpSource } from './definition.ts';

export type McpLeftReason =
  | 'agent-without-http' // the agent takes no such servers
  | 'agent-without-sse'
  | 'agent-uses-none' // the agent says that it makes no use of them
  | 'not-chosen' // the person does not want this agent to have it
  | 'denied' // a permission rule denies all of it; the detail is the rule's own note, or nothing
  | 'name-taken' // a server of the person's has the same name
  | 'not-trusted' // the workspace is not trusted: its file was not read
  | 'not-accepted' // the workspace's file has changed since it was trusted
  | 'not-valid' // the entry, or the file, cannot be understood; the detail says where
  | 'secret-missing' // the detail names what has no value
  | 'variable-missing' // it refers to a variable that is not set; the detail names it
  | 'command-not-found'; // the detail is the command

export type PassedMcpServer = {
  readonly name: string;
  readonly source: McpSource;
  readonly kind: McpServerKind;
};

export type LeftMcpServer = {
  readonly name: string;
  readonly source: McpSource;
  readonly reason: McpLeftReason;
  readonly detail: string;
};

export type SessionMcpServers = {
  readonly passed: readonly PassedMcpServer[];
  readonly left: readonly LeftMcpServer[];
};
