/** What an agent offers to choose from: modes, options, slash commands, permission options. */
import type {
  ConfigChoice,
  ConfigOption,
  PermissionOption,
  PermissionOptionKind,
  SessionMode,
  SessionModes,
  SlashCommand,
} from './content.ts';
import { decodeItems, isRecord, listOf, textOf } from './json-value.ts';

/** `null` when the agent has no modes or sent none that can be read. */
export function decodeModes(value: unknown): SessionModes | null {
  if (!isRecord(value)) return null;
  const available = decodeItems(listOf(value.availableModes) ?? [], decodeMode);
  const currentModeId = textOf(value.currentModeId);
  return currentModeId === undefined || available.length === 0 ? null : { currentModeId, available };
}

function decodeMode(value: unknown): SessionMode | null {
  if (!isRecord(value) || typeof value.id !== 'string') return null;
  return {
    id: value.id,
    name: textOf(value.name) ?? value.id,
    description: textOf(value.description) ?? null,
  };
}

/**
 * `null` when it is no list: the agent has no options. Options of a type that we do not know are left
 * out, as the protocol asks; the agent's order is kept.
 */
export function decodeConfigOptions(value: unknown): readonly ConfigOption[] | null {
  const items = listOf(value);
  return items === undefined ? null : decodeItems(items, decodeConfigOption);
}

function decodeConfigOption(value: unknown): ConfigOption | null {
  if (!isRecord(value) || typeof value.id !== 'string') return null;
  const base = {
    id: value.id,
    name: textOf(value.name) ?? value.id,
    description: textOf(value.description) ?? null,
    category: textOf(value.category) ?? null,
  };
  if (value.type === 'boolean') {
    return typeof value.currentValue === 'boolean'
      ? { ...base, type: 'boolean', value: value.currentValue }
      : null;
  }
  if (value.type !== 'select' || typeof value.currentValue !== 'string') return null;
  return { ...base, type: 'select', value: value.currentValue, choices: decodeChoices(value.options) };
}

/** The list is flat, or made of groups. */
function decodeChoices(value: unknown): readonly ConfigChoice[] {
  return (listOf(value) ?? []).flatMap((item) => {
    if (isRecord(item) && Array.isArray(item.options)) {
      const group = textOf(item.name) ?? textOf(item.group) ?? null;
      return decodeItems(item.options, (choice) => decodeChoice(choice, group));
    }
    return decodeItems([item], (choice) => decodeChoice(choice, null));
  });
}

function decodeChoice(value: unknown, group: string | null): ConfigChoice | null {
  if (!isRecord(value) || typeof value.value !== 'string') return null;
  return {
    value: value.value,
    name: textOf(value.name) ?? value.value,
    description: textOf(value.description) ?? null,
    group,
  };
}

export function decodeCommand(value: unknown): SlashCommand | null {
  if (!isRecord(value) || typeof value.name !== 'string') return null;
  return {
    name: value.name,
    description: textOf(value.description) ?? '',
    hint: isRecord(value.input) ? (textOf(value.input.hint) ?? null) : null,
  };
}

const PERMISSION_KINDS: ReadonlySet<unknown> = new Set<PermissionOptionKind>([
  'allow_once',
  'allow_always',
  'reject_once',
  'reject_always',
]);

/** In the agent's order. Kinds that we do not know stay, marked `null`. */
export function decodePermissionOptions(value: unknown): readonly PermissionOption[] {
  return decodeItems(listOf(value) ?? [], (item) => {
    if (!isRecord(item) || typeof item.optionId !== 'string') return null;
    return {
      optionId: item.optionId,
      name: textOf(item.name) ?? item.optionId,
      kind: PERMISSION_KINDS.has(item.kind) ? (item.kind as PermissionOptionKind) : null,
    };
  });
}
