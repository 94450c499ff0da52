/** What a tool call is about, in a few words: taken from its structured input, the title only as a last resort. */
import type { ToolKind } from './content.ts';
import type { ToolCallEntry } from './state.ts';

const COMMAND_KEYS = ['command', 'cmd', 'commands'];
const PATH_KEYS = ['file_path', 'filePath', 'path', 'filepath', 'fileName', 'notebook_path', 'abs_path'];
const QUERY_KEYS = ['query', 'pattern', 'regex'];
const URL_KEYS = ['url', 'uri'];

/** Longest subject in UTF-16 units; what is longer ends with an ellipsis. */
const LONGEST = 200;

/**
 * One line of untrusted text, at most 200 units; '' when the call says nothing at all. `cwd` makes paths
 * below it relative.
 */
export function subjectOf(
  call: Pick<ToolCallEntry, 'kind' | 'title' | 'name' | 'rawInput' | 'content' | 'locations'>,
  cwd: string | null,
): string {
  const subject =
    fromInput(call.kind, call.rawInput, cwd) ?? fromPaths(call, cwd) ?? (call.title || call.name || '');
  return oneLine(subject);
}

function fromInput(kind: ToolKind, input: unknown, cwd: string | null): string | null {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return null;
  const record = input as Readonly<Record<string, unknown>>;
  const command = () => first(record, COMMAND_KEYS, commandText);
  const path = () => first(record, PATH_KEYS, (value) => pathText(value, cwd));
  const query = () => first(record, QUERY_KEYS, plainText);
  const url = () => first(record, URL_KEYS, plainText);
  switch (kind) {
    case 'read':
    case 'edit':
    case 'delete':
    case 'move':
      return path() ?? command();
    case 'search':
      return query() ?? path() ?? command() ?? url();
    case 'fetch':
      return url() ?? query() ?? command();
    case 'execute':
    case 'think':
    case 'switch_mode':
    case 'other':
      return command() ?? path() ?? query() ?? url();
  }
}

function fromPaths({ content, locations }: Pick<ToolCallEntry, 'content' | 'locations'>, cwd: string | null) {
  for (const part of content) if (part.type === 'diff') return pathText(part.path, cwd);
  const [location] = locations;
  return location === undefined ? null : pathText(location.path, cwd);
}

function first(
  record: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  read: (value: unknown) => string | null,
): string | null {
  for (const key of keys) {
    const text = Object.hasOwn(record, key) ? read(record[key]) : null;
    if (text !== null) return text;
  }
  return null;
}

function plainText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** A command as text or argument list; of `sh -c SCRIPT` the script, of several commands all. */
function commandText(value: unknown): string | null {
  if (!Array.isArray(value)) return plainText(value);
  const words = value.map((word: unknown) =>
    typeof word === 'string' ? word : (fromInput('execute', word, null) ?? ''),
  );
  const [shell = '', flag = '', script] = words;
  const isShell = /(?:^|[\\/])(?:ba|da|z|k|fi)?sh(?:\.exe)?$/.test(shell) && /^-[a-z]*c$/.test(flag);
  return plainText(isShell && script !== undefined && words.length === 3 ? script : words.join(' '));
}

function pathText(value: unknown, cwd: string | null): string | null {
  if (typeof value !== 'string' || value === '') return null;
  if (cwd === null || !value.startsWith(cwd)) return value;
  const rest = value.slice(cwd.length);
  if (cwd.endsWith('/') || cwd.endsWith('\\')) return rest === '' ? value : rest;
  return rest.length > 1 && (rest.startsWith('/') || rest.startsWith('\\')) ? rest.slice(1) : value;
}

function oneLine(text: string): string {
  // Cut before the expression runs: an input may be megabytes.
  const line = text
    .slice(0, LONGEST * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
