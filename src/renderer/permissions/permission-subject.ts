/**
 * What a permission request is about, as the prompt shows it. Everything in the frame comes from the
 * arguments the agent will use (`rawInput`) and the diff it sent; its title and prose are kept apart and
 * shown smaller, since nothing ties them to what will happen.
 */
import type { ToolKind } from '../../shared/session/content.ts';
import { readMcpToolName, type McpToolName } from '../../shared/mcp/tool-name.ts';
import { countHidden } from '../../shared/text/display.ts';
import type { UrlView } from '../../shared/text/display-url.ts';
import { mixedScriptWords } from '../../shared/text/scripts.ts';
import { commandFacts } from './command-facts.ts';
import { isProtected } from '../../shared/permission/paths.ts';
import {
  fieldsOf,
  frameTexts,
  isEmptyInput,
  kindOfFrame,
  pathField,
  pathsOf,
  readFrame,
  resolve,
  sameFile,
  type Fields,
  type Reading,
  type SubjectFrame,
  type SubjectInput,
} from './subject-frame.ts';
import type { SubjectFact } from './subject-facts.ts';

/** `line`: a few short values beside an edit, which its diff tells; else JSON, as it is. */
export type RestArguments = { readonly layout: 'line' | 'block'; readonly text: string };

/** UTF-16 units of a value that stands in a line. */
const longestInLine = 120;

export type PermissionSubject = {
  /** What it amounts to by its arguments; the agent's own kind only where these do not tell. */
  readonly wants: ToolKind;
  readonly frame: SubjectFrame;
  /** The arguments that the frame does not show. Null: there are none. */
  readonly rest: RestArguments | null;
  /** False: the agent did not say what it will do. Standing permission must not be offered. */
  readonly argumentsGiven: boolean;
  readonly facts: readonly SubjectFact[];
  /** Where the tool says by its name that it is one of an MCP server. */
  readonly mcpTool: McpToolName | null;
  /** Untrusted words beside the frame: title first, then text content. */
  readonly agentSays: readonly string[];
  /** UTF-16 units that a person would have to read: of diffs only what differs. */
  readonly size: number;
};

export function readSubject(input: SubjectInput): PermissionSubject {
  const fields = fieldsOf(input.rawInput);
  const reading = readFrame(input, fields);
  const rest = restOf(input.rawInput, fields, reading);
  const argumentsGiven =
    input.rawInput !== null && input.rawInput !== undefined && !isEmptyInput(input, fields);
  return {
    wants: kindOfFrame(reading.frame, input.kind),
    frame: reading.frame,
    rest,
    argumentsGiven,
    mcpTool: readMcpToolName({ name: input.name, fields }, input.mcpServers ?? []),
    facts: factsOf(input, reading.frame, rest?.text ?? null, fields),
    agentSays: agentSays(input),
    size: frameTexts(reading.frame).reduce((sum, text) => sum + text.length, rest?.text.length ?? 0),
  };
}

function restOf(raw: unknown, fields: Fields, { frame, used }: Reading): RestArguments | null {
  if (raw === null || raw === undefined || used.includes('*')) return null;
  if (typeof raw !== 'object' || Array.isArray(raw)) return block(raw);
  const left = [...fields].filter(([name]) => !used.includes(name));
  if (left.length === 0) return null;
  return frame.type === 'edit' && left.every(([, value]) => fitsInLine(value))
    ? { layout: 'line', text: left.map(([name, value]) => inLine(name, value)).join(' · ') }
    : block(Object.fromEntries(left));
}

function block(value: unknown): RestArguments | null {
  const text = JSON.stringify(value, null, 2);
  return text === undefined ? null : { layout: 'block', text };
}

function fitsInLine(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= longestInLine;
  return value === null || typeof value === 'number' || typeof value === 'boolean';
}

/** Values in quotes as JSON has them, and names that are more than a word too: what separates them cannot be forged. */
function inLine(name: string, value: unknown): string {
  return `${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${JSON.stringify(value)}`;
}

function factsOf(
  input: SubjectInput,
  frame: SubjectFrame,
  rest: string | null,
  fields: Fields,
): readonly SubjectFact[] {
  const facts: SubjectFact[] = [];
  if (frame.type === 'command') {
    facts.push(
      ...commandFacts(frame.commands, {
        cwd: frame.cwd?.absolute ?? input.cwd,
        workspace: input.workspace,
        envNames: frame.envNames,
      }),
    );
    if (frame.cwd !== null && !frame.cwd.inside)
      facts.push({ code: 'outside-workspace', names: [frame.cwd.shown] });
  }
  if (frame.type === 'fetch') facts.push(...urlFacts(frame.view));
  const paths = pathsOf(frame);
  const outside = paths.filter((path) => !path.inside).map((path) => path.shown);
  if (outside.length > 0) facts.push({ code: 'outside-workspace', names: outside.slice(0, 6) });
  const guarded = paths.filter((path) => isProtected(path.shown)).map((path) => path.shown);
  if (guarded.length > 0) facts.push({ code: 'protected-path', names: guarded.slice(0, 6) });
  if (frame.type === 'edit') {
    const field = pathField(fields);
    const given = field === undefined ? null : String(fields.get(field));
    if (given !== null && !paths.some((path) => sameFile(path, given, input))) {
      facts.push({ code: 'path-mismatch', names: [resolve(given, input).shown] });
    }
    if (input.diffMismatch) facts.push({ code: 'diff-mismatch', names: [] });
  }
  const texts = [...frameTexts(frame).filter((text) => text !== ''), ...(rest === null ? [] : [rest])];
  const hidden = texts.reduce(
    (sum, text) => sum + countHidden(text, frame.type === 'command' ? 'command' : 'file'),
    0,
  );
  if (hidden > 0) facts.push({ code: 'hidden-characters', names: [String(hidden)] });
  const mixed = [...new Set([...texts.flatMap((text) => mixedScriptWords(text, 6))])];
  if (mixed.length > 0) facts.push({ code: 'mixed-scripts', names: mixed.slice(0, 6) });
  return mergeFacts(facts);
}

function urlFacts(view: UrlView | null): readonly SubjectFact[] {
  if (view === null) return [{ code: 'not-a-url', names: [] }];
  const facts: SubjectFact[] = [];
  if (view.userInfo) facts.push({ code: 'user-in-url', names: [view.host] });
  if (view.mixedScript) facts.push({ code: 'mixed-scripts', names: [view.host] });
  if (view.scheme === 'http:') facts.push({ code: 'plain-http', names: [] });
  const name = view.asciiHost.replace(/:\d+$/, '');
  const local =
    /^(?:localhost|.*\.localhost|.*\.local|.*\.internal|0\.0\.0\.0|127\.\d+\.\d+\.\d+|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|169\.254\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|\[(?:::1|::|f[cd][0-9a-f:]*|fe80[0-9a-f:]*|::ffff:[0-9a-f:.]+)\])$/;
  if (local.test(name)) facts.push({ code: 'local-address', names: [view.host] });
  return facts;
}

/** One fact a code, with the names of all. */
function mergeFacts(facts: readonly SubjectFact[]): readonly SubjectFact[] {
  const byCode = new Map<string, SubjectFact>();
  for (const fact of facts) {
    const before = byCode.get(fact.code);
    byCode.set(
      fact.code,
      before === undefined
        ? fact
        : { code: fact.code, names: [...new Set([...before.names, ...fact.names])] },
    );
  }
  return [...byCode.values()];
}

function agentSays(input: SubjectInput): readonly string[] {
  const texts = input.content.flatMap((part) =>
    part.type === 'content' && part.block.type === 'text' ? [part.block.text] : [],
  );
  return [input.title, ...texts]
    .map((text) => text.trim())
    .filter((text, index, all) => text !== '' && all.indexOf(text) === index);
}
