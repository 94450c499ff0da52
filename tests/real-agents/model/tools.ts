/**
 * Which of the tools that an agent offers does a step of the script, and with what input. The names are those
 * of the tools of public agents; inputs are filled by the names of the properties in each tool's own schema.
 */
import { listOf, recordOf } from './request.ts';
import type { JsonRecord, OfferedTool, ToolCall } from './request.ts';

export type ToolStep =
  | { readonly type: 'read'; readonly path: string }
  | { readonly type: 'edit'; readonly path: string; readonly before: string; readonly after: string }
  | { readonly type: 'run'; readonly command: string };

/** In order of preference. */
const NAMES: Record<ToolStep['type'], readonly string[]> = {
  read: ['Read', 'read_file', 'read', 'ReadFile'],
  edit: ['Edit', 'replace', 'edit', 'apply_patch', 'Write', 'write_file', 'write'],
  run: ['Bash', 'run_shell_command', 'bash', 'exec_command', 'shell_command', 'shell'],
};

/** Null when no tool of the agent can do it. */
export function callFor(step: ToolStep, tools: readonly OfferedTool[]): ToolCall | null {
  for (const name of NAMES[step.type]) {
    const tool = tools.find((offered) => offered.name === name);
    if (tool === undefined) continue;
    if (tool.schema !== null) return { tool, input: inputFor(step, tool.schema) };
    if (step.type === 'edit') return { tool, input: patchOf(step) };
  }
  return null;
}

/** The envelope that `apply_patch` takes. Lines alone: neither text may hold a part of one. */
function patchOf({ path, before, after }: Extract<ToolStep, { type: 'edit' }>): string {
  const lines = (sign: string, text: string) => text.split('\n').map((line) => `${sign}${line}`);
  return [
    '*** Begin Patch',
    `*** Update File: ${path}`,
    '@@',
    ...lines('-', before),
    ...lines('+', after),
    '*** End Patch',
  ].join('\n');
}

function inputFor(step: ToolStep, schema: JsonRecord): JsonRecord {
  const properties = recordOf(schema.properties);
  const required = Array.isArray(schema.required) ? (schema.required as readonly string[]) : [];
  const input: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    const value = valueFor(step, name, recordOf(property));
    if (value !== undefined) input[name] = value;
    else if (required.includes(name)) input[name] = instanceOf(recordOf(property));
  }
  return input;
}

function valueFor(step: ToolStep, name: string, property: JsonRecord): unknown {
  switch (step.type) {
    case 'read':
      return PATHS.has(name) ? step.path : undefined;
    case 'edit':
      if (PATHS.has(name)) return step.path;
      if (/^old_?string$/i.test(name)) return step.before;
      if (/^new_?string$/i.test(name)) return step.after;
      if (name === 'content') return `${step.after}\n`;
      if (name === 'patch' || name === 'input') return patchOf(step);
      return name === 'instruction' ? 'Change the greeting' : undefined;
    case 'run':
      // Codex asks the person only for what is to run outside of its sandbox.
      if (name === 'sandbox_permissions') return 'require_escalated';
      if (name === 'justification') return 'May the command of the script run?';
      if (name !== 'command' && name !== 'cmd') return undefined;
      return property.type === 'array' ? ['bash', '-c', step.command] : step.command;
  }
}

const PATHS: ReadonlySet<string> = new Set(['file_path', 'filePath', 'path', 'absolute_path']);

/** The smallest value that a JSON schema allows, as far as agents use them. */
export function instanceOf(schema: JsonRecord): unknown {
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [first] = listOf(schema.anyOf ?? schema.oneOf);
  if (first !== undefined) return instanceOf(first);
  const type = Array.isArray(schema.type) ? (schema.type[0] as unknown) : schema.type;
  switch (String(type).toLowerCase()) {
    case 'object': {
      const required = Array.isArray(schema.required) ? (schema.required as readonly string[]) : [];
      const properties = recordOf(schema.properties);
      return Object.fromEntries(required.map((name) => [name, instanceOf(recordOf(properties[name]))]));
    }
    case 'array':
      return [];
    case 'number':
    case 'integer':
      return typeof schema.minimum === 'number' ? schema.minimum : 1;
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return 'Mock answer';
  }
}
