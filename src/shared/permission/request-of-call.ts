/** A tool call as the agent told it, made into what rules speak of. From its structured input alone. */
import type { ToolCallEntry } from '../session/state.ts';
import type { PathAccess, PermissionRequest } from './permission-request.ts';

export type CallFacts = Pick<ToolCallEntry, 'kind' | 'name' | 'rawInput' | 'content' | 'locations'>;
type Where = Pick<PermissionRequest, 'cwd' | 'workspace' | 'agentId' | 'sessionId' | 'mcp'>;

const COMMAND_KEYS = ['command', 'cmd', 'commands', 'script'];
const PATH_KEY =
  /^(?:file_?path|path|paths|file|files|file_?name|notebook_?path|abs_?path|target_?file|directory|dir|folder|uri)$/i;
const TARGET_KEY = /^(?:destination|dest|to|new_?path|target|move_?to|output|out_?file)$/i;
const URL_KEY = /^(?:url|uri|href|endpoint|address)$/i;
/** Input is looked into so deep, and so many values of it. */
const DEEPEST = 6;
const MOST_VALUES = 2000;

export function requestOfCall(call: CallFacts, where: Where): PermissionRequest {
  const { kind, name, rawInput } = call;
  const found: Found = { commands: [], paths: new Map(), hosts: new Set(), values: 0 };
  const writes = kind === 'edit' || kind === 'delete' || kind === 'move';
  look(found, rawInput, { key: '', depth: 0, writes, root: true });
  for (const part of call.content) if (part.type === 'diff') addPath(found, part.path, 'write');
  // Where it is, is not what it does; but where nothing else is known it is all there is.
  if (found.paths.size === 0 && found.commands.length === 0) {
    for (const { path } of call.locations) addPath(found, path, writes ? 'write' : 'read');
  }
  const says = found.commands.length + found.paths.size + found.hosts.size > 0 || where.mcp !== null;
  const given = rawInput !== null && rawInput !== undefined;
  const needs = kind === 'execute' ? found.commands.length > 0 || where.mcp !== null : true;
  return {
    kind,
    toolName: name,
    ...where,
    commands: found.commands,
    paths: [...found.paths].flatMap(([path, access]): PathAccess[] => [{ path, access }]),
    hosts: [...found.hosts],
    complete: (says || (given && kind !== 'other')) && needs && found.values <= MOST_VALUES,
  };
}

type Found = {
  readonly commands: string[];
  readonly paths: Map<string, PathAccess['access']>;
  readonly hosts: Set<string>;
  values: number;
};
type At = { readonly key: string; readonly depth: number; readonly writes: boolean; readonly root: boolean };

function look(found: Found, value: unknown, at: At): void {
  found.values += 1;
  if (found.values > MOST_VALUES || at.depth > DEEPEST) return;
  if (typeof value === 'string') {
    take(found, value, at);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    const list = value as readonly unknown[];
    if (COMMAND_KEYS.includes(at.key.toLowerCase()) && list.every((each) => typeof each === 'string')) {
      // `commands` are several command lines, `command: [...]` is one with its arguments.
      if (at.key.toLowerCase() === 'commands') found.commands.push(...(list as readonly string[]));
      else found.commands.push((list as readonly string[]).map(quoted).join(' '));
      return;
    }
    for (const each of list) look(found, each, { ...at, depth: at.depth + 1, root: false });
    return;
  }
  for (const [key, each] of Object.entries(value))
    look(found, each, { ...at, key, depth: at.depth + 1, root: false });
}

function take(found: Found, text: string, { key, writes }: At): void {
  if (COMMAND_KEYS.includes(key.toLowerCase())) found.commands.push(text);
  if (URL_KEY.test(key) && /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    addHost(found, text);
    return;
  }
  if (TARGET_KEY.test(key) && writes) addPath(found, text, 'write');
  else if (PATH_KEY.test(key)) addPath(found, text, writes ? 'write' : 'read');
}

function addHost(found: Found, text: string): void {
  if (/^file:/i.test(text)) {
    addPath(found, text, 'read');
    return;
  }
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(text)?.[1] ?? '';
  found.hosts.add(host.toLowerCase());
}

/** Writing outdoes reading. */
function addPath(found: Found, path: string, access: PathAccess['access']): void {
  if (path === '' || path.length > 4096) return;
  if (found.paths.get(path) !== 'write') found.paths.set(path, access);
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
