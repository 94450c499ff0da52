/** Rules as people write them: JSON with comments. What is wrong is told with its place; what is right still counts. */
import {
  type Node,
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type ParseError,
} from 'jsonc-parser';
import { commandPattern, allowProblem } from './match-command.ts';
import { type Hook, MOST_HOOKS, hookId, hookSchema } from './hook.ts';
import { pathPattern } from './match-path.ts';
import { type Layer, type Mode, type Rule, modes, ruleSchema } from './rule.ts';

/** More rules than this in one file are not read. */
export const MOST_RULES = 2000;

export type RuleProblem = {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
};

export type ParsedRules = {
  readonly rules: readonly Rule[];
  /** Where each of them stands in the file's list, from 0. */
  readonly places: readonly number[];
  /** Null: the file names none. */
  readonly mode: Mode | null;
  /** By the canonical path of the workspace that they are for. */
  readonly modes: Readonly<Record<string, Mode>>;
  readonly hooks: readonly Hook[];
  readonly problems: readonly RuleProblem[];
  /** It is no JSON at all: what was read of it before still counts. */
  readonly broken: boolean;
};

/** `{ "mode": "ask", "rules": [ { "effect": "allow", "command": "npm test" }, … ] }`; '' is no rules. */
export function parseRules(text: string, layer: Layer): ParsedRules {
  const problems: RuleProblem[] = [];
  const source = text.replace(/^\uFEFF/, '');
  const tell = (offset: number, message: string) =>
    void problems.push({ ...placeOf(source, offset), message });
  if (source.trim() === '') return { ...nothing, problems, broken: false };
  const errors: ParseError[] = [];
  const root = parseTree(source, errors, { allowTrailingComma: true });
  for (const { error, offset } of errors) tell(offset, printParseErrorCode(error));
  if (errors.length > 0 || root === undefined || root.type !== 'object') {
    if (errors.length === 0) tell(0, 'it must be an object');
    return { ...nothing, problems, broken: true };
  }
  for (const property of root.children ?? []) {
    const key: unknown = property.children?.[0]?.value;
    if (
      key !== 'mode' &&
      key !== 'modes' &&
      key !== 'rules' &&
      key !== 'hooks' &&
      key !== 'version' &&
      key !== '$schema'
    ) {
      tell(property.offset, `unknown key ${JSON.stringify(key)}`);
    }
  }
  return {
    ...readRules(root, layer, tell),
    mode: readMode(root, ['mode'], tell),
    modes: readModes(root, tell),
    hooks: readHooks(root, layer, tell),
    problems,
    broken: false,
  };
}

type Tell = (offset: number, message: string) => void;

const nothing = { rules: [], places: [], mode: null, modes: {}, hooks: [] };

function readModes(root: Node, tell: Tell): Readonly<Record<string, Mode>> {
  const found = new Map<string, Mode>();
  const node = findNodeAtLocation(root, ['modes']);
  if (node !== undefined && node.type !== 'object') tell(node.offset, 'modes must be an object');
  for (const property of node?.type === 'object' ? (node.children ?? []) : []) {
    const workspace: unknown = property.children?.[0]?.value;
    if (typeof workspace !== 'string') continue;
    const mode = readMode(root, ['modes', workspace], tell);
    if (mode !== null) found.set(workspace, mode);
  }
  return Object.fromEntries(found);
}

function readHooks(root: Node, layer: Layer, tell: Tell): readonly Hook[] {
  const list = findNodeAtLocation(root, ['hooks']);
  if (list === undefined) return [];
  if (list.type !== 'array' || (layer !== 'user' && layer !== 'workspace')) {
    tell(list.offset, 'hooks must be a list');
    return [];
  }
  const hooks: Hook[] = [];
  for (const [index, node] of (list.children ?? []).entries()) {
    if (index >= MOST_HOOKS) {
      tell(node.offset, `only ${MOST_HOOKS} hooks are read`);
      break;
    }
    const parsed = hookSchema.safeParse(getNodeValue(node));
    if (!parsed.success) {
      tell(node.offset, `hook: ${parsed.error.issues[0]?.message ?? 'not understood'}`);
      continue;
    }
    const hook: Hook = { ...parsed.data, layer };
    const [program = ''] = hook.command;
    const isTwin = hooks.some((other) => hookId(other) === hookId(hook));
    if (isTwin) tell(node.offset, 'there is another hook of this name for the same event');
    else if (layer === 'user' && /[\\/]/.test(program) && !/^(?:[\\/]|~\/|[A-Za-z]:)/.test(program)) {
      tell(node.offset, 'the program must be a bare name, or a path from the root or from ~/');
    } else hooks.push(hook);
  }
  return hooks;
}

function readMode(root: Node, path: readonly string[], tell: Tell): Mode | null {
  const node = findNodeAtLocation(root, [...path]);
  if (node === undefined) return null;
  const mode = modes.find((each) => each === node.value);
  if (mode === undefined) tell(node.offset, `mode must be one of ${modes.join(', ')}`);
  return mode ?? null;
}

function readRules(root: Node, layer: Layer, tell: Tell): Pick<ParsedRules, 'rules' | 'places'> {
  const list = findNodeAtLocation(root, ['rules']);
  if (list === undefined) return { rules: [], places: [] };
  if (list.type !== 'array') {
    tell(list.offset, 'rules must be a list');
    return { rules: [], places: [] };
  }
  const rules: Rule[] = [];
  const places: number[] = [];
  const seen = new Map<string, number>();
  for (const [index, node] of (list.children ?? []).entries()) {
    if (index >= MOST_RULES) {
      tell(node.offset, `only ${MOST_RULES} rules are read`);
      break;
    }
    const parsed = ruleSchema.safeParse(getNodeValue(node));
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues) {
        const at = findNodeAtLocation(
          node,
          path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
        );
        tell((at ?? node).offset, message);
      }
      continue;
    }
    const problem = problemOf(parsed.data, layer);
    if (problem !== null) {
      tell(node.offset, problem);
      continue;
    }
    // The same text twice is the same rule twice: counted apart, so that each can be revoked.
    const body = JSON.stringify(parsed.data);
    const copies = seen.get(body) ?? 0;
    seen.set(body, copies + 1);
    places.push(index);
    rules.push({ ...parsed.data, layer, id: `${layer}:${hash(body)}${copies === 0 ? '' : `-${copies}`}` });
  }
  return { rules, places };
}

/** Why a rule of good form may not stand; null: it may. */
export function problemOf(rule: Omit<Rule, 'id' | 'layer'>, layer: Layer): string | null {
  if (layer === 'workspace' && rule.effect === 'allow') {
    return 'a workspace can only tighten: allow rules belong to the person';
  }
  if (rule.path !== undefined && pathPattern(rule.path) === null) {
    return 'the path leaves the workspace; write an absolute one or one below ~/';
  }
  if (rule.command === undefined) return null;
  if (commandPattern(rule.command) === null)
    return 'command must be one simple command, with * at its end at most';
  if (rule.effect !== 'allow') return null;
  switch (allowProblem(rule.command)) {
    case 'allows-everything':
      return 'this would allow every command';
    case 'starts-others':
      return 'this program runs whatever it is given: allowing it would allow everything';
    case 'not-a-command':
    case null:
      return null;
  }
}

function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf('\n');
  return { line: before.split('\n').length, column: offset - start };
}

/** FNV-1a over UTF-16 units, as hex: names a rule, protects nothing. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value >>> 0).toString(16).padStart(8, '0');
}
