/** Which MCP servers an agent is given with a session, in the protocol's form, and which not and why. */
import type { McpTakes } from '../../shared/ipc/contract/mcp.ts';
import type { McpServer, McpServerEntry, McpSource } from '../../shared/mcp/definition.ts';
import { valuesOf } from '../../shared/mcp/definition.ts';
import type { LeftMcpServer, McpLeftReason, PassedMcpServer } from '../../shared/mcp/session-servers.ts';
import { plain } from '../../shared/mcp/tool-name.ts';
import type { AcpMcpServer } from '../agents/agent-link.ts';
import type { ReadServers } from './read-servers.ts';
import { digestOf } from './read-servers.ts';
import { resolveValues } from './resolve-values.ts';

export type SelectFacts = {
  readonly user: ReadServers;
  /** Null: the workspace has no file. `trusted` false: it was not read. */
  readonly workspace: { readonly trusted: boolean; readonly read: ReadServers } | null;
  readonly choice: { readonly off: readonly string[]; readonly workspace: boolean };
  readonly takes: McpTakes;
};

export type SelectPorts = {
  /** Why a permission rule denies all of it, as the rule's note; null: none does. */
  readonly denied: (id: string) => Promise<string | null>;
  readonly isAccepted: (id: string, digest: string) => boolean;
  readonly secretOf: (source: McpSource, server: McpServer, name: string) => string | null;
  readonly variable: (name: string) => Promise<string | undefined>;
  /** Where the program is; null: nowhere. */
  readonly findProgram: (command: string) => Promise<string | null>;
};

export type SelectedServers = {
  readonly servers: readonly AcpMcpServer[];
  readonly passed: readonly PassedMcpServer[];
  readonly left: readonly LeftMcpServer[];
  /** Values that must be shown nowhere. */
  readonly hidden: readonly string[];
};

/** For a workspace's file as a whole. */
export const WORKSPACE_FILE = '.switchyard/mcp.json';

type Ready = { readonly server: AcpMcpServer; readonly hidden: readonly string[] };
type Left = { readonly reason: McpLeftReason; readonly detail: string };

export async function selectServers(facts: SelectFacts, ports: SelectPorts): Promise<SelectedServers> {
  const servers: AcpMcpServer[] = [];
  const passed: PassedMcpServer[] = [];
  const left: LeftMcpServer[] = [];
  const hidden: string[] = [];
  for (const { source, server } of candidates(facts)) {
    // What the person has switched off is not worth a word.
    if (!server.entry.enabled) continue;
    const name = server.id;
    const note = await ports.denied(name);
    const why =
      note === null
        ? whyNot(source, server, facts, ports)
        : ({ reason: 'denied', detail: note } satisfies Left);
    const ready = why ?? (await prepare(source, server, ports));
    if ('reason' in ready) {
      left.push({ name, source, ...ready });
      continue;
    }
    servers.push(ready.server);
    hidden.push(...ready.hidden);
    passed.push({ name, source, kind: server.entry.type });
  }
  return { servers, passed, left: [...left, ...unreadOf(facts)], hidden };
}

function candidates({ user, workspace }: SelectFacts) {
  const of = (source: McpSource, { servers }: ReadServers) => servers.map((server) => ({ source, server }));
  return [
    ...of('user', user),
    ...(workspace === null || !workspace.trusted ? [] : of('workspace', workspace.read)),
  ];
}

function whyNot(
  source: McpSource,
  { id, entry }: McpServer,
  { user, choice, takes }: SelectFacts,
  { isAccepted }: SelectPorts,
): Left | null {
  const left = (reason: McpLeftReason): Left => ({ reason, detail: '' });
  if (source === 'user' ? choice.off.includes(id) : !choice.workspace) return left('not-chosen');
  if (source === 'workspace') {
    if (!isAccepted(id, digestOf(entry))) return left('not-accepted');
    if (user.servers.some((other) => plain(other.id) === plain(id))) return left('name-taken');
  }
  if (!takes.stdio && entry.type === 'stdio') return left('agent-uses-none');
  if (!takes.http && entry.type === 'http') {
    return left(takes.stdio ? 'agent-without-http' : 'agent-uses-none');
  }
  if (!takes.sse && entry.type === 'sse') return left(takes.stdio ? 'agent-without-sse' : 'agent-uses-none');
  return null;
}

async function prepare(source: McpSource, server: McpServer, ports: SelectPorts): Promise<Ready | Left> {
  const { id: name, entry } = server;
  const resolved = await resolveValues(valuesOf(entry), {
    secretOf: (each) => ports.secretOf(source, server, each),
    variable: ports.variable,
  });
  if (!resolved.ok) return { reason: resolved.error.reason, detail: resolved.error.name };
  const { values, hidden } = resolved.value;
  if (entry.type !== 'stdio') {
    return { server: { type: entry.type, name, url: entry.url, headers: values }, hidden };
  }
  const command = await programOf(entry, ports);
  if (command === null) return { reason: 'command-not-found', detail: entry.command };
  return { server: { name, command, args: entry.args, env: values }, hidden };
}

/** The protocol wants an absolute path. One with folders is the person's word and is not looked for. */
async function programOf(
  { command }: Extract<McpServerEntry, { readonly type: 'stdio' }>,
  { findProgram }: SelectPorts,
): Promise<string | null> {
  return /[\\/]/.test(command) ? command : findProgram(command);
}

function unreadOf({ user, workspace }: SelectFacts): readonly LeftMcpServer[] {
  const problems = (source: McpSource, { problems: all }: ReadServers): readonly LeftMcpServer[] =>
    all.map(({ id, message, line, column }) => ({
      name: id === '' ? WORKSPACE_FILE : id,
      source,
      reason: 'not-valid',
      detail: `${line}:${column} ${message}`.slice(0, 500),
    }));
  if (workspace === null) return problems('user', user);
  if (!workspace.trusted) {
    return [
      ...problems('user', user),
      { name: WORKSPACE_FILE, source: 'workspace', reason: 'not-trusted', detail: '' },
    ];
  }
  return [...problems('user', user), ...problems('workspace', workspace.read)];
}
