/** Settings text to settings: JSON with comments, schema-checked, with the place of the first fault. Pure. */
import { findNodeAtLocation, parse, parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { settingsSchema, type Settings } from '../../shared/ipc/contract/settings.ts';
import { err, ok, type Result } from '../../shared/result.ts';

/** `line` and `column` count from 1. */
export type SettingsProblem = { readonly message: string; readonly line: number; readonly column: number };

const PARSE_OPTIONS = { allowTrailingComma: true, allowEmptyContent: true };

export function parseSettings(text: string): Result<Settings, SettingsProblem> {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, PARSE_OPTIONS) ?? {};
  const [first] = errors;
  if (first !== undefined)
    return err({ message: printParseErrorCode(first.error), ...placeOf(text, first.offset) });
  const parsed = settingsSchema.safeParse(value);
  if (parsed.success) {
    const repeated = firstRepeated(parsed.data.agents.map((agent) => agent.id));
    if (repeated === null) return ok(parsed.data);
    return err({
      message: `agents.${repeated}.id: another agent has this id`,
      ...placeOfPath(text, ['agents', repeated, 'id']),
    });
  }
  const [issue] = parsed.error.issues;
  const path = (issue?.path ?? []).filter((part) => typeof part !== 'symbol');
  const where = path.length === 0 ? '' : `${path.join('.')}: `;
  return err({ message: `${where}${issue?.message ?? 'not understood'}`, ...placeOfPath(text, path) });
}

function firstRepeated(ids: readonly string[]): number | null {
  const index = ids.findIndex((id, at) => ids.indexOf(id) !== at);
  return index === -1 ? null : index;
}

/** The nearest node that exists on the way to `path`: a missing key is shown at its parent. */
function placeOfPath(text: string, path: readonly (string | number)[]): { line: number; column: number } {
  const tree = parseTree(text, [], PARSE_OPTIONS);
  for (let length = path.length; tree !== undefined && length >= 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node !== undefined) return placeOf(text, node.offset);
  }
  return { line: 1, column: 1 };
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
