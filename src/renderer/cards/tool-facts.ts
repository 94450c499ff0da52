/** What a tool card says about its call, read from the arguments; the agent's title stands beside it, never in its place. */
import type { ToolKind } from '../../shared/session/content.ts';
import type { ToolCallEntry } from '../../shared/session/state.ts';
import { readMcpToolName, type McpToolName } from '../../shared/mcp/tool-name.ts';
import { stripAnsi } from '../../shared/text/strip-ansi.ts';
import { resolvePath } from '../../shared/permission/paths.ts';
import { fieldsOf, kindOfFrame, pathsOf, readFrame, type Fields } from '../permissions/subject-frame.ts';

export type ToolSubject = {
  readonly text: string;
  /** Commands and paths are code; a name or a question is not. */
  readonly look: 'code' | 'words';
  /** 1-based, where the call names a line. */
  readonly line: number | null;
  /** Further places beside the first. */
  readonly more: number;
};

/** Where a card's words come from: `asks` while a permission request waits. */
export type ToolPhase = 'asks' | 'doing' | 'done' | 'failed' | 'cancelled';

export function toolPhase(entry: ToolCallEntry, asks: boolean): ToolPhase {
  if (asks) return 'asks';
  switch (entry.status) {
    case 'pending':
    case 'in_progress':
      return 'doing';
    case 'completed':
      return 'done';
    case 'failed':
    case 'cancelled':
      return entry.status;
  }
}

/** Null: nothing says that the tool is one of an MCP server. */
export function mcpToolOf(entry: ToolCallEntry, servers: readonly string[]): McpToolName | null {
  return readMcpToolName({ name: entry.name, fields: fieldsOf(entry.rawInput) }, servers);
}

/** What an asking card says the agent wants: from the arguments, whatever kind the agent claims. */
export function askedKind(entry: ToolCallEntry, cwd: string): ToolKind {
  const { frame } = readFrame(
    { ...entry, cwd, workspace: cwd, diffMismatch: false },
    fieldsOf(entry.rawInput),
  );
  return kindOfFrame(frame, entry.kind);
}

/** Null: the arguments name nothing that a person could recognise. */
export function toolSubject(
  entry: ToolCallEntry,
  cwd: string,
  mcpServers: readonly string[] = [],
): ToolSubject | null {
  const fields = fieldsOf(entry.rawInput);
  const { frame } = readFrame({ ...entry, cwd, workspace: cwd, diffMismatch: false, mcpServers }, fields);
  if (entry.kind === 'search') return searchSubject(fields) ?? locationSubject(entry, cwd);
  switch (frame.type) {
    case 'command': {
      const first = frame.commands[0] ?? '';
      return { text: firstLine(first), look: 'code', line: null, more: frame.commands.length - 1 };
    }
    case 'edit':
    case 'patch':
    case 'paths': {
      const paths = [...new Set(pathsOf(frame).map((path) => path.shown))];
      const text = paths[0];
      if (text === undefined) return locationSubject(entry, cwd);
      const line = entry.kind === 'read' ? (entry.locations[0]?.line ?? null) : null;
      return { text, look: 'code', line, more: paths.length - 1 };
    }
    case 'fetch':
      return { text: frame.view?.text ?? frame.url, look: 'code', line: null, more: 0 };
    case 'tool': {
      const located = locationSubject(entry, cwd);
      if (located !== null && entry.kind !== 'other') return located;
      // The server stands beside it.
      const name = frame.tool ?? frame.server;
      const described = wordsOf(fields);
      if (entry.kind !== 'other' && described !== null) return described;
      return name === null ? described : { text: name, look: 'code', line: null, more: 0 };
    }
    case 'plan':
    case 'missing':
      return locationSubject(entry, cwd);
  }
}

function searchSubject(fields: Fields): ToolSubject | null {
  for (const name of ['pattern', 'query', 'regex', 'search', 'glob', 'glob_pattern', 'include', 'path']) {
    const value = fields.get(name);
    if (typeof value === 'string' && value !== '') {
      return { text: firstLine(value), look: 'code', line: null, more: 0 };
    }
  }
  return null;
}

function locationSubject(entry: ToolCallEntry, cwd: string): ToolSubject | null {
  const first = entry.locations[0];
  if (first === undefined) return null;
  const paths = new Set(entry.locations.map((location) => location.path));
  const { shown } = resolvePath(first.path, { cwd, workspace: cwd });
  return { text: shown, look: 'code', line: first.line, more: paths.size - 1 };
}

function wordsOf(fields: Fields): ToolSubject | null {
  for (const name of ['description', 'task', 'question', 'title', 'subject', 'mode']) {
    const value = fields.get(name);
    if (typeof value === 'string' && value.trim() !== '') {
      return { text: firstLine(value), look: 'words', line: null, more: 0 };
    }
  }
  return null;
}

function firstLine(text: string): string {
  const lines = text.trim().split('\n');
  return lines.length === 1 ? (lines[0] ?? '') : `${lines[0] ?? ''} …`;
}

export type ToolExit = { readonly code: number | null; readonly signal: string | null };

export function toolExit(entry: ToolCallEntry): ToolExit | null {
  if (entry.terminal?.exit) return entry.terminal.exit;
  const raw = fieldsOf(entry.rawOutput);
  for (const name of ['exit_code', 'exitCode', 'exit']) {
    const code = raw.get(name) ?? fieldsOf(raw.get('metadata')).get(name);
    if (typeof code === 'number') return { code, signal: null };
  }
  return null;
}

/** Ms from the call to its last change, once it settled. Null also where that was less than a second. */
export function toolDuration(entry: ToolCallEntry): number | null {
  const open = entry.status === 'pending' || entry.status === 'in_progress';
  const duration = entry.updatedAt - entry.at;
  return open || duration < 1000 ? null : duration;
}

/** Plain text that the call printed, without colours and controls; empty when there is none. */
export function toolOutput(entry: ToolCallEntry): string {
  const texts = entry.content.flatMap((content) =>
    content.type === 'content' && content.block.type === 'text' ? [withoutFence(content.block.text)] : [],
  );
  const said = texts.join('\n');
  const output = entry.terminal !== null && entry.terminal.output !== '' ? entry.terminal.output : said;
  return stripAnsi(output === '' ? rawText(entry.rawOutput) : output).replace(/^\n+|\s+$/g, '');
}

const textFields = [
  'formatted_output',
  'aggregated_output',
  'output',
  'stdout',
  'stderr',
  'error',
  'message',
  'content',
  'text',
];

function rawText(raw: unknown): string {
  if (typeof raw === 'string') return raw;
  const fields = fieldsOf(raw);
  const found = textFields.flatMap((name) => {
    const value = fields.get(name);
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
  return found[0] ?? '';
}

/** Agents wrap terminal output in a fence for chats that render Markdown; a card shows it as it is. */
function withoutFence(text: string): string {
  const match = /^\s*(`{3,})[^\n`]*\n([\s\S]*?)\n?\1\s*$/.exec(text);
  return match?.[2] ?? text;
}
