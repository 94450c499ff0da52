/**
 * Reads the arguments of a tool call into the frame of a permission prompt. The shape of the arguments
 * decides, never the agent's title; whatever a frame does not show is named in `used` by its absence, so
 * that the prompt can print the remaining arguments as they are.
 */
import type { ToolContent, ToolKind } from '../../shared/session/content.ts';
import type { ToolCallEntry } from '../../shared/session/state.ts';
import { readMcpToolName } from '../../shared/mcp/tool-name.ts';
import { viewUrl, type UrlView } from '../../shared/text/display-url.ts';
import { argumentsShownBy } from './diff-arguments.ts';
import { resolvePath, type ResolvedPath } from '../../shared/permission/paths.ts';
import { quoteArgv } from './shell-words.ts';

export type FileChange = { readonly path: ResolvedPath } & (
  | { readonly type: 'diff'; readonly oldText: string | null; readonly newText: string }
  /** The whole new content; what was there before is not known. */
  | { readonly type: 'content'; readonly text: string }
);

export type DiffChange = Extract<FileChange, { type: 'diff' }>;

export type SubjectFrame =
  | {
      readonly type: 'command';
      /** Shell text, one a command; an argument vector is quoted back into one line. */
      readonly commands: readonly string[];
      readonly cwd: ResolvedPath | null;
      /** Variables that are set for it. Values stand in `rest`. */
      readonly envNames: readonly string[];
    }
  | { readonly type: 'edit'; readonly changes: readonly FileChange[] }
  /** A patch as the agent wrote it. */
  | { readonly type: 'patch'; readonly text: string; readonly paths: readonly ResolvedPath[] }
  | {
      readonly type: 'paths';
      readonly action: 'delete' | 'move' | 'read' | 'other';
      readonly paths: readonly ResolvedPath[];
    }
  | { readonly type: 'fetch'; readonly url: string; readonly view: UrlView | null }
  | { readonly type: 'plan'; readonly text: string }
  /** A tool we know nothing of: its name as the agent gave it, arguments in `rest`. */
  | {
      readonly type: 'tool';
      readonly server: string | null;
      readonly tool: string | null;
      /** The session was given a server of that name. */
      readonly known: boolean;
    }
  | { readonly type: 'missing' };

export type SubjectInput = Pick<ToolCallEntry, 'kind' | 'title' | 'name' | 'content' | 'rawInput'> & {
  readonly cwd: string;
  /** The folder that counts as inside. */
  readonly workspace: string;
  readonly diffMismatch: boolean;
  /** Names of the MCP servers that the session was given. */
  readonly mcpServers?: readonly string[];
};

export type Fields = ReadonlyMap<string, unknown>;
export type Reading = { readonly frame: SubjectFrame; readonly used: readonly string[] };

/** What a frame amounts to: the agent's own kind counts only where its arguments do not tell. */
export function kindOfFrame(frame: SubjectFrame, kind: ToolKind): ToolKind {
  switch (frame.type) {
    case 'command':
      return 'execute';
    case 'edit':
    case 'patch':
      return 'edit';
    case 'paths':
      return frame.action === 'other' ? kind : frame.action;
    case 'fetch':
      return 'fetch';
    case 'plan':
      return 'switch_mode';
    case 'tool':
    case 'missing':
      return kind;
  }
}

/** Every text that the frame puts in front of the person. */
export function frameTexts(frame: SubjectFrame): readonly string[] {
  switch (frame.type) {
    case 'command':
      return [...frame.commands, ...(frame.cwd === null ? [] : [frame.cwd.absolute]), ...frame.envNames];
    case 'edit':
      return frame.changes.flatMap((change) => [
        change.path.absolute,
        ...(change.type === 'diff' ? differing(change.oldText ?? '', change.newText) : [change.text]),
      ]);
    case 'patch':
      return [frame.text];
    case 'paths':
      return frame.paths.map((path) => path.absolute);
    case 'fetch':
      return [frame.url];
    case 'plan':
      return [frame.text];
    case 'tool':
      return [frame.server ?? '', frame.tool ?? ''];
    case 'missing':
      return [];
  }
}

/** The lines of both texts between their common beginning and end. */
function differing(before: string, after: string): readonly [string, string] {
  const old = before.split('\n');
  const fresh = after.split('\n');
  const shorter = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < shorter && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail += 1;
  return [old.slice(head, old.length - tail).join('\n'), fresh.slice(head, fresh.length - tail).join('\n')];
}

export function fieldsOf(raw: unknown): Fields {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return new Map();
  return new Map(Object.entries(raw));
}

/** `{}` says nothing for a kind that cannot act without arguments. Agents stream it before the real ones. */
export function isEmptyInput(input: SubjectInput, fields: Fields): boolean {
  if (typeof input.rawInput === 'string') return input.rawInput.trim() === '';
  if (typeof input.rawInput !== 'object' || fields.size > 0 || Array.isArray(input.rawInput)) return false;
  return input.kind !== 'other' && input.kind !== 'think' && input.kind !== 'switch_mode';
}

/** The shape of the arguments decides, not the kind: a `read` that carries a command is a command. */
export function readFrame(input: SubjectInput, fields: Fields): Reading {
  const command = readCommand(input, fields);
  if (command !== null) return command;
  const diffs = input.content.filter((part) => part.type === 'diff');
  if (diffs.length > 0) return readDiffs(input, fields, diffs);
  return (
    readEdit(input, fields) ??
    readPatch(input, fields) ??
    readFetch(fields) ??
    readPaths(input, fields) ??
    readPlan(input, fields) ?? {
      frame:
        input.rawInput === null || input.rawInput === undefined || isEmptyInput(input, fields)
          ? { type: 'missing' }
          : { type: 'tool', ...toolName(input, fields) },
      used: [],
    }
  );
}

const commandFields = ['command', 'cmd', 'commands', 'argv', 'script', 'bash'] as const;
const cwdFields = ['cwd', 'workdir', 'working_directory', 'workingDirectory', 'dir', 'directory'] as const;

function readCommand(input: SubjectInput, fields: Fields): Reading | null {
  if (typeof input.rawInput === 'string' && input.kind === 'execute') {
    return {
      frame: { type: 'command', commands: [input.rawInput], cwd: resolve(input.cwd, input), envNames: [] },
      used: ['*'],
    };
  }
  const field = commandFields.find((name) => commandText(fields, name) !== null);
  if (field === undefined) return null;
  // `command: "create"` beside a path names an action of an edit tool, not a program.
  if (input.kind !== 'execute' && pathField(fields) !== undefined && /^\w+$/.test(String(fields.get(field))))
    return null;
  const commands = commandText(fields, field) ?? [];
  const used: string[] = field === 'command' && Array.isArray(fields.get('args')) ? [field, 'args'] : [field];
  // Some agents send the same command twice, as text and as a list.
  if (field === 'command' && JSON.stringify(fields.get('commands')) === JSON.stringify(commands))
    used.push('commands');
  const cwdField = cwdFields.find((name) => typeof fields.get(name) === 'string');
  if (cwdField !== undefined) used.push(cwdField);
  return {
    frame: {
      type: 'command',
      commands,
      cwd: resolve(cwdField === undefined ? input.cwd : String(fields.get(cwdField)), input),
      envNames: envNames(fields.get('env') ?? fields.get('environment')),
    },
    used,
  };
}

function commandText(fields: Fields, name: (typeof commandFields)[number]): readonly string[] | null {
  const value = fields.get(name);
  const args = fields.get('args');
  if (name === 'command' && typeof value === 'string' && isTexts(args)) return [quoteArgv([value, ...args])];
  if (typeof value === 'string') return value.trim() === '' ? null : [value];
  if (!isTexts(value) || value.length === 0) return null;
  return name === 'commands' ? value : [quoteArgv(value)];
}

function envNames(env: unknown): readonly string[] {
  if (Array.isArray(env)) {
    return env.flatMap((item: unknown) => {
      if (typeof item === 'string') return [item.replace(/=.*$/s, '')];
      const name = fieldsOf(item).get('name');
      return typeof name === 'string' ? [name] : [];
    });
  }
  return [...fieldsOf(env).keys()];
}

function readDiffs(
  input: SubjectInput,
  fields: Fields,
  diffs: readonly Extract<ToolContent, { type: 'diff' }>[],
): Reading {
  const changes = diffs.map((diff): DiffChange => ({
    type: 'diff',
    path: resolve(diff.path, input),
    oldText: diff.oldText,
    newText: diff.newText,
  }));
  const field = pathField(fields);
  const named =
    field !== undefined && changes.some((change) => sameFile(change.path, String(fields.get(field)), input));
  const used = [...(named ? [field] : []), ...argumentsShownBy(changes, fields)];
  return { frame: { type: 'edit', changes }, used };
}

const pathFields = [
  'file_path',
  'filePath',
  'filepath',
  'path',
  'fileName',
  'filename',
  'file',
  'notebook_path',
  'abs_path',
] as const;

export function pathField(fields: Fields): (typeof pathFields)[number] | undefined {
  return pathFields.find((name) => typeof fields.get(name) === 'string' && fields.get(name) !== '');
}

function readEdit(input: SubjectInput, fields: Fields): Reading | null {
  const field = pathField(fields);
  if (field === undefined) return null;
  const path = resolve(String(fields.get(field)), input);
  const text = (...names: string[]) => names.find((name) => typeof fields.get(name) === 'string');
  const oldField = text('old_string', 'oldText', 'old_str', 'oldString');
  const newField = text('new_string', 'newText', 'new_str', 'newString');
  if (oldField !== undefined && newField !== undefined) {
    const change: FileChange = {
      type: 'diff',
      path,
      oldText: String(fields.get(oldField)),
      newText: String(fields.get(newField)),
    };
    return { frame: { type: 'edit', changes: [change] }, used: [field, oldField, newField] };
  }
  const contentField = text('content', 'contents', 'file_text', 'new_content');
  if (contentField !== undefined && input.kind !== 'read') {
    const change: FileChange = { type: 'content', path, text: String(fields.get(contentField)) };
    return { frame: { type: 'edit', changes: [change] }, used: [field, contentField] };
  }
  return null;
}

function readPatch(input: SubjectInput, fields: Fields): Reading | null {
  const name = ['diff', 'patch', 'input'].find((candidate) => {
    const value = fields.get(candidate);
    return (
      typeof value === 'string' &&
      /^(?:\*\*\* (?:Begin Patch|Update File|Add File|Delete File)|diff --git |--- |@@ )/m.test(value)
    );
  });
  if (name === undefined) return null;
  const text = String(fields.get(name));
  const field = pathField(fields);
  const named = [
    ...text.matchAll(/^\*\*\* (?:(?:Update|Add|Delete) File|Move to): (.+)$|^(?:---|\+\+\+) ([^\t\n]+)/gm),
  ]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((path) => path !== '' && path !== '/dev/null');
  const given = field === undefined ? named : [String(fields.get(field)), ...named];
  const paths = given.map((path) => resolve(/^[ab]\//.test(path) ? path.slice(2) : path, input));
  return {
    frame: { type: 'patch', text, paths: uniquePaths(paths) },
    used: field === undefined ? [name] : [name, field],
  };
}

function readFetch(fields: Fields): Reading | null {
  const name = ['url', 'uri', 'href'].find((candidate) => typeof fields.get(candidate) === 'string');
  if (name === undefined) return null;
  const url = String(fields.get(name));
  if (/^file:/i.test(url)) return null;
  return { frame: { type: 'fetch', url, view: viewUrl(url) }, used: [name] };
}

function readPaths(input: SubjectInput, fields: Fields): Reading | null {
  const used: string[] = [];
  const given: string[] = [];
  const names = [
    ...pathFields,
    'source', 'from', 'old_path', 'oldPath', 'destination', 'to', 'new_path', 'newPath', 'uri', 'parentDir',
  ]; // prettier-ignore
  for (const name of names) {
    const value = fields.get(name);
    if (typeof value !== 'string' || value === '') continue;
    given.push(value);
    used.push(name);
  }
  for (const name of ['paths', 'files']) {
    const value = fields.get(name);
    if (!Array.isArray(value)) continue;
    const listed = value.map((item: unknown) => (typeof item === 'string' ? item : onlyPath(item)));
    if (listed.some((path) => path === null)) continue;
    given.push(...listed.filter((path) => path !== null));
    used.push(name);
  }
  if (given.length === 0) return null;
  const action =
    input.kind === 'delete' || input.kind === 'move' || input.kind === 'read' ? input.kind : 'other';
  if (
    action === 'other' &&
    !used.some((name) => (pathFields as readonly string[]).includes(name) || name === 'paths')
  )
    return null;
  return {
    frame: { type: 'paths', action, paths: uniquePaths(given.map((path) => resolve(path, input))) },
    used,
  };
}

/** `{path}` alone; anything more must stay visible as arguments. */
function onlyPath(item: unknown): string | null {
  const fields = fieldsOf(item);
  const path = fields.get('path');
  return fields.size === 1 && typeof path === 'string' ? path : null;
}

function readPlan(input: SubjectInput, fields: Fields): Reading | null {
  const plan = fields.get('plan');
  if (typeof plan !== 'string' || plan === '' || input.kind !== 'switch_mode') return null;
  return { frame: { type: 'plan', text: plan }, used: ['plan'] };
}

function toolName(
  input: SubjectInput,
  fields: Fields,
): { server: string | null; tool: string | null; known: boolean } {
  const named = readMcpToolName({ name: input.name, fields }, input.mcpServers ?? []);
  if (named !== null) return named;
  const server = fields.get('server_name') ?? fields.get('serverName') ?? fields.get('server');
  const tool = fields.get('tool_name') ?? fields.get('toolName');
  return {
    server: typeof server === 'string' ? server : null,
    tool: typeof tool === 'string' ? tool : input.name,
    known: false,
  };
}

export function pathsOf(frame: SubjectFrame): readonly ResolvedPath[] {
  if (frame.type === 'edit') return frame.changes.map((change) => change.path);
  return frame.type === 'paths' || frame.type === 'patch' ? frame.paths : [];
}

function uniquePaths(paths: readonly ResolvedPath[]): readonly ResolvedPath[] {
  return paths.filter(
    (path, index) => paths.findIndex((other) => other.absolute === path.absolute) === index,
  );
}

export function sameFile(path: ResolvedPath, given: string, input: SubjectInput): boolean {
  return resolve(given, input).absolute === path.absolute;
}

export function resolve(path: string, input: SubjectInput): ResolvedPath {
  return resolvePath(path, { cwd: input.cwd, workspace: input.workspace });
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
