/**
 * The `mcpServers` of a text, JSON with comments: each entry for itself, so that one that is wrong keeps no other
 * out. Says where what is wrong stands. Pure.
 */
import { createHash } from 'node:crypto';
import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { mcpServerEntry, mcpServerId } from '../../shared/mcp/definition.ts';
import type { McpServer, McpServerEntry } from '../../shared/mcp/definition.ts';
import type { McpProblem } from '../../shared/ipc/contract/mcp.ts';

export type ReadServers = {
  readonly servers: readonly McpServer[];
  readonly problems: readonly McpProblem[];
  /** The text itself is broken, or what it holds under `mcpServers` is no object: nothing was read. */
  readonly isBroken: boolean;
};

export const MAX_SERVERS = 100;

/** `keys`: under which names the list may stand; the first that is there counts. */
export function readServers(text: string, keys: readonly string[] = ['mcpServers']): ReadServers {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first !== undefined) return broken(text, printParseErrorCode(first.error), first.offset);
  if (tree === undefined) return { servers: [], problems: [], isBroken: false };
  if (tree.type !== 'object') return broken(text, 'an object with "mcpServers" is needed', tree.offset);
  const list = keys.flatMap((name) => findNodeAtLocation(tree, [name]) ?? []).at(0);
  if (list === undefined) return { servers: [], problems: [], isBroken: false };
  if (list.type !== 'object') return broken(text, '"mcpServers" must be an object', list.offset);
  const servers: McpServer[] = [];
  const problems: McpProblem[] = [];
  for (const [index, property] of (list.children ?? []).entries()) {
    const [key, value] = property.children ?? [];
    if (key === undefined || value === undefined) continue;
    const id = String(key.value);
    const say = (message: string, node: Node) =>
      problems.push({ id: id.slice(0, 200), message, ...placeOf(text, node.offset) });
    if (index >= MAX_SERVERS) {
      say(`more than ${MAX_SERVERS} servers`, key);
      break;
    }
    const named = mcpServerId.safeParse(id);
    if (!named.success) {
      say(named.error.issues[0]?.message ?? 'not a name', key);
    } else if (servers.some((server) => server.id === id)) {
      say('another server has this name', key);
    } else {
      const parsed = mcpServerEntry.safeParse(withType(getNodeValue(value)));
      if (parsed.success) {
        servers.push({ id, entry: parsed.data });
        continue;
      }
      const [issue] = parsed.error.issues;
      const path = (issue?.path ?? []).filter((part) => typeof part !== 'symbol');
      const where = path.length === 0 ? '' : `${path.join('.')}: `;
      say(`${where}${issue?.message ?? 'not understood'}`, nearest(value, path));
    }
  }
  return { servers, problems, isBroken: false };
}

/** The kind goes without saying where there is a command or an address; other programs' words for it count too. */
function withType(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entry: Record<string, unknown> = { ...value };
  entry['url'] ??= entry['serverUrl'] ?? entry['httpUrl'];
  if (entry['type'] === undefined) {
    const url = entry['url'];
    if (entry['command'] !== undefined) entry['type'] = 'stdio';
    else if (typeof url === 'string') entry['type'] = /\/sse\/?$/.test(url) ? 'sse' : 'http';
  } else if (entry['type'] === 'local') {
    entry['type'] = 'stdio';
  } else if (typeof entry['type'] === 'string' && /^(streamable-?http|remote)$/i.test(entry['type'])) {
    entry['type'] = 'http';
  }
  if (typeof entry['disabled'] === 'boolean') entry['enabled'] ??= !entry['disabled'];
  return entry;
}

/** Of all that decides what it does: what somebody accepted is this and nothing else. */
export function digestOf(entry: McpServerEntry): string {
  const { enabled: _enabled, ...what } = entry;
  return createHash('sha256')
    .update(JSON.stringify(sorted(what)))
    .digest('hex');
}

/** Where its values go: a secret that was given for one place is not handed to another. */
export function destinationOf(entry: McpServerEntry): string {
  const place =
    entry.type === 'stdio' ? [entry.command, entry.args, entry.cwd ?? null] : [entry.type, entry.url];
  return createHash('sha256').update(JSON.stringify(place)).digest('hex').slice(0, 32);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, sorted(item)]);
}

function broken(text: string, message: string, offset: number): ReadServers {
  return { servers: [], problems: [{ id: '', message, ...placeOf(text, offset) }], isBroken: true };
}

/** A missing key is shown at its parent. */
function nearest(node: Node, path: readonly (string | number)[]): Node {
  for (let length = path.length; length > 0; length--) {
    const found = findNodeAtLocation(node, path.slice(0, length));
    if (found !== undefined) return found;
  }
  return node;
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
