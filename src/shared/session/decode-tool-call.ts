/**
 * ACP tool calls to patches. The same decoder serves `tool_call`, `tool_call_update` and the `toolCall`
 * of a permission request, since all three are upserts by id.
 */
import type {
  TerminalPatch,
  ToolCallPatch,
  ToolContent,
  ToolKind,
  ToolLocation,
  ToolStatus,
} from './content.ts';
import { decodeContentBlock } from './decode-content.ts';
import { boundedRaw, decodeItems, isRecord, numberOf, textOf } from './json-value.ts';

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

const TOOL_KINDS: ReadonlySet<unknown> = new Set<ToolKind>([
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
]);

/** `cancelled` is not in protocol version 1, but agents of version 2 send it. */
const TOOL_STATUSES: ReadonlySet<unknown> = new Set<ToolStatus>([
  'pending',
  'in_progress',
  'completed',
  'failed',
  'cancelled',
]);

/** `null` when there is no tool call id. `null` and unreadable fields count as absent. */
export function decodeToolCallPatch(value: unknown): ToolCallPatch | null {
  if (!isRecord(value) || typeof value.toolCallId !== 'string') return null;
  const patch: Writable<ToolCallPatch> = { toolCallId: value.toolCallId };
  if (typeof value.title === 'string') patch.title = value.title;
  if (typeof value.name === 'string') patch.name = value.name;
  if (TOOL_KINDS.has(value.kind)) patch.kind = value.kind as ToolKind;
  if (TOOL_STATUSES.has(value.status)) patch.status = value.status as ToolStatus;
  if (Array.isArray(value.content)) patch.content = decodeItems(value.content, decodeToolContent);
  if (Array.isArray(value.locations)) patch.locations = decodeItems(value.locations, decodeLocation);
  if (value.rawInput !== undefined && value.rawInput !== null) patch.rawInput = boundedRaw(value.rawInput);
  if (value.rawOutput !== undefined && value.rawOutput !== null)
    patch.rawOutput = boundedRaw(value.rawOutput);
  if (isRecord(value._meta)) readMeta(value._meta, patch);
  return patch;
}

function decodeToolContent(value: unknown): ToolContent | null {
  if (!isRecord(value)) return null;
  switch (value.type) {
    case 'content': {
      const block = decodeContentBlock(value.content);
      return block === null ? null : { type: 'content', block };
    }
    case 'diff':
      return typeof value.path === 'string' && typeof value.newText === 'string'
        ? { type: 'diff', path: value.path, oldText: textOf(value.oldText) ?? null, newText: value.newText }
        : null;
    case 'terminal':
      return typeof value.terminalId === 'string' ? { type: 'terminal', terminalId: value.terminalId } : null;
    case undefined:
      return null;
    default: {
      // Some agents put a content block here without its wrapper.
      const block = decodeContentBlock(value);
      return block === null || block.type === 'unknown'
        ? { type: 'unknown', raw: boundedRaw(value) }
        : { type: 'content', block };
    }
  }
}

function decodeLocation(value: unknown): ToolLocation | null {
  if (!isRecord(value) || typeof value.path !== 'string') return null;
  const line = numberOf(value.line);
  return {
    path: value.path,
    line: line !== undefined && Number.isInteger(line) && line >= 1 ? line : null,
  };
}

function readMeta(meta: { readonly [key: string]: unknown }, patch: Writable<ToolCallPatch>): void {
  const terminal = decodeTerminal(meta);
  if (terminal !== null) patch.terminal = terminal;
  const parent = isRecord(meta.claudeCode) ? textOf(meta.claudeCode.parentToolUseId) : undefined;
  if (parent !== undefined) patch.parentToolCallId = parent;
}

/**
 * Terminals that exist only for showing: their traffic rides in `_meta` of tool calls. Both
 * `terminal_output` and `terminal_output_delta` carry what was added since the last one.
 */
function decodeTerminal(meta: { readonly [key: string]: unknown }): TerminalPatch | null {
  const info = meta.terminal_info;
  const output = meta.terminal_output ?? meta.terminal_output_delta;
  const exit = meta.terminal_exit;
  const terminalId = terminalIdOf(info) ?? terminalIdOf(output) ?? terminalIdOf(exit);
  if (terminalId === undefined) return null;
  const patch: Writable<TerminalPatch> = { terminalId };
  if (isRecord(output) && typeof output.data === 'string') {
    patch.output = { mode: 'append', data: output.data };
  }
  if (isRecord(exit)) {
    patch.exit = { code: numberOf(exit.exit_code) ?? null, signal: textOf(exit.signal) ?? null };
  }
  return patch;
}

function terminalIdOf(value: unknown): string | undefined {
  return isRecord(value) ? textOf(value.terminal_id) : undefined;
}
