/**
 * What a tool's name says about the MCP server that it comes from. Agents write such names in several ways, and
 * anybody can choose a name that looks like one: `known` tells whether this session was given a server of that
 * name, and nothing more. Pure.
 */

export type McpToolName = {
  /** As the agent wrote it; of a known server, as the person named it. */
  readonly server: string;
  readonly tool: string;
  /** Whether the session was given a server of that name. */
  readonly known: boolean;
};

export type ToolNaming = {
  /** The name by which the agent calls the tool, not its title; null: it did not say. */
  readonly name: string | null;
  /** Fields of the call's arguments. */
  readonly fields: ReadonlyMap<string, unknown>;
};

const LONGEST = 500;

/** Null: nothing says that the tool is one of an MCP server. */
export function readMcpToolName(naming: ToolNaming, servers: readonly string[]): McpToolName | null {
  return byName(naming.name, servers) ?? byFields(naming.fields, servers);
}

function byName(name: string | null, servers: readonly string[]): McpToolName | null {
  if (name === null || name.length > LONGEST) return null;
  // `mcp__server__tool` (Claude, Qwen, Codex), `mcp_server_tool` (Gemini), `mcp:server:tool`, `mcp.server.tool`.
  const marked = /^mcp(__|_|[:./])(.+)$/s.exec(name);
  if (marked !== null) {
    const [, separator = '', rest = ''] = marked;
    return afterKnown(rest, separator, servers) ?? split(rest, separator);
  }
  // Without a mark (`server_tool`, `server-tool`, `server/tool`) only a server that is known makes it one.
  for (const separator of ['__', '_', '-', '/', '.', ':']) {
    const found = afterKnown(name, separator, servers);
    if (found !== null) return found;
  }
  return null;
}

/** The longest known server that the text begins with, so that `a_b` is not taken for `a` with a tool `b_…`. */
function afterKnown(text: string, separator: string, servers: readonly string[]): McpToolName | null {
  let best: McpToolName | null = null;
  for (const server of servers) {
    // Agents replace what their model does not take in a name; lengths stay.
    const start = text.slice(0, server.length);
    if (plain(start) !== plain(server)) continue;
    const tool = text.slice(server.length);
    if (!tool.startsWith(separator) || tool.length === separator.length) continue;
    if (best === null || server.length > best.server.length) {
      best = { server, tool: tool.slice(separator.length), known: true };
    }
  }
  return best;
}

function split(text: string, separator: string): McpToolName | null {
  const at = text.indexOf(separator, 1);
  if (at === -1 || at + separator.length >= text.length) return null;
  return { server: text.slice(0, at), tool: text.slice(at + separator.length), known: false };
}

/** `{ server_name, tool_name, arguments }` and its kin, where one tool of the agent calls all others. */
function byFields(fields: ReadonlyMap<string, unknown>, servers: readonly string[]): McpToolName | null {
  const server = firstText(fields, ['server_name', 'serverName', 'mcp_server', 'mcpServer', 'server']);
  if (server === null) return null;
  const tool =
    firstText(fields, ['tool_name', 'toolName']) ??
    // `server` and `tool` are everyday words: only with arguments beside them do they name a call.
    (fields.has('arguments') || fields.has('args') || fields.has('input')
      ? firstText(fields, ['tool', 'name'])
      : null);
  if (tool === null) return null;
  const known = servers.find((each) => plain(each) === plain(server));
  return { server: known ?? server, tool, known: known !== undefined };
}

function firstText(fields: ReadonlyMap<string, unknown>, names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields.get(name);
    if (typeof value === 'string' && value !== '' && value.length <= LONGEST) return value;
  }
  return null;
}

/** How names of servers are compared: as agents reduce them. Keeps the length. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '_');
}
