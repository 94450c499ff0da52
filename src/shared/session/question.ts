/**
 * A question of the agent to the person (ACP `elicitation/create`): a form of plain fields, or a page to open.
 * Reading is lenient: what a field asks for that we do not know is shown as such and never breaks the rest.
 */
import { boundedRaw, decodeItems, isRecord, listOf, numberOf, textOf } from './json-value.ts';
import type { JsonRecord } from './json-value.ts';

/** More fields than a person fills in; the rest of a longer form is left out and said so. */
export const MAX_FIELDS = 100;
export const MAX_CHOICES = 500;
/** UTF-16 units of one text that a person may give. */
export const MAX_ANSWER_TEXT = 64 * 1024;

export type QuestionChoice = {
  readonly value: string;
  readonly title: string;
  readonly description: string | null;
};

export type TextFormat = 'email' | 'uri' | 'date' | 'date-time';

export type QuestionField = {
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly required: boolean;
} & (
  | {
      readonly type: 'text';
      readonly minLength: number | null;
      readonly maxLength: number | null;
      readonly pattern: string | null;
      readonly format: TextFormat | null;
      readonly value: string | null;
    }
  | {
      readonly type: 'number';
      readonly integer: boolean;
      readonly minimum: number | null;
      readonly maximum: number | null;
      readonly value: number | null;
    }
  | { readonly type: 'boolean'; readonly value: boolean | null }
  | { readonly type: 'choice'; readonly choices: readonly QuestionChoice[]; readonly value: string | null }
  | {
      readonly type: 'choices';
      readonly choices: readonly QuestionChoice[];
      readonly minItems: number | null;
      readonly maxItems: number | null;
      readonly value: readonly string[];
    }
  /** A kind of field that we do not know. */
  | { readonly type: 'unknown'; readonly kind: string; readonly raw: unknown }
);

export type Question = { readonly message: string } & (
  | {
      readonly mode: 'form';
      readonly title: string | null;
      readonly description: string | null;
      readonly fields: readonly QuestionField[];
      /** Fields beyond MAX_FIELDS. */
      readonly leftOut: number;
    }
  | { readonly mode: 'url'; readonly url: string; readonly elicitationId: string }
);

export type AnswerValue = string | number | boolean | readonly string[];
/** By the names of the fields. */
export type QuestionContent = Readonly<Record<string, AnswerValue>>;

export type QuestionOutcome =
  /** For a page: the person agreed to open it, which says nothing of what happens there. */
  | { readonly outcome: 'accepted'; readonly content: QuestionContent }
  | { readonly outcome: 'declined' }
  | {
      readonly outcome: 'cancelled';
      readonly why: 'person' | 'turn-cancelled' | 'agent-gone' | 'agent-withdrew' | 'closed';
    };

/** Null: it cannot be asked. */
export function readQuestion(params: JsonRecord): Question | null {
  const message = textOf(params.message);
  if (message === undefined) return null;
  switch (params.mode) {
    case 'form': {
      const schema = params.requestedSchema;
      if (!isRecord(schema)) return null;
      const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
      const required = new Set(listOf(schema.required) ?? []);
      return {
        message,
        mode: 'form',
        title: textOf(schema.title) ?? null,
        description: textOf(schema.description) ?? null,
        fields: properties
          .slice(0, MAX_FIELDS)
          .map(([name, property]) => readField(name, property, required.has(name))),
        leftOut: Math.max(0, properties.length - MAX_FIELDS),
      };
    }
    case 'url': {
      const { url, elicitationId } = params;
      if (typeof url !== 'string' || typeof elicitationId !== 'string') return null;
      return { message, mode: 'url', url, elicitationId };
    }
    default:
      return null;
  }
}

function readField(name: string, property: unknown, required: boolean): QuestionField {
  const schema: JsonRecord = isRecord(property) ? property : {};
  const base = {
    name,
    title: textOf(schema.title) ?? null,
    description: textOf(schema.description) ?? null,
    required,
  };
  switch (schema.type) {
    case 'string': {
      const choices = readChoices(schema);
      if (choices !== null) {
        return { ...base, type: 'choice', choices, value: knownOf(choices, schema.default) };
      }
      return {
        ...base,
        type: 'text',
        minLength: countOf(schema.minLength),
        maxLength: countOf(schema.maxLength),
        pattern: textOf(schema.pattern) ?? null,
        format: formatOf(schema.format),
        value: textOf(schema.default) ?? null,
      };
    }
    case 'number':
    case 'integer':
      return {
        ...base,
        type: 'number',
        integer: schema.type === 'integer',
        minimum: numberOf(schema.minimum) ?? null,
        maximum: numberOf(schema.maximum) ?? null,
        value: numberOf(schema.default) ?? null,
      };
    case 'boolean':
      return { ...base, type: 'boolean', value: typeof schema.default === 'boolean' ? schema.default : null };
    case 'array': {
      const choices = isRecord(schema.items) ? readChoices(schema.items) : null;
      if (choices === null) break;
      const chosen = new Set(listOf(schema.default) ?? []);
      return {
        ...base,
        type: 'choices',
        choices,
        minItems: countOf(schema.minItems),
        maxItems: countOf(schema.maxItems),
        value: choices.map(({ value }) => value).filter((value) => chosen.has(value)),
      };
    }
  }
  return { ...base, type: 'unknown', kind: textOf(schema.type) ?? '', raw: boundedRaw(property) };
}

/** Null: nothing to choose from is given. */
function readChoices(schema: JsonRecord): readonly QuestionChoice[] | null {
  const titled = listOf(schema.oneOf) ?? listOf(schema.anyOf);
  const plain = listOf(schema.enum);
  const names = listOf(schema.enumNames) ?? [];
  const choices =
    titled === undefined
      ? plain?.flatMap((value, index) =>
          typeof value === 'string'
            ? [{ value, title: textOf(names[index]) ?? value, description: null }]
            : [],
        )
      : decodeItems(titled, readChoice);
  if (choices === undefined || choices.length === 0) return null;
  const seen = new Set<string>();
  return choices.filter(({ value }) => !seen.has(value) && seen.add(value)).slice(0, MAX_CHOICES);
}

function readChoice(value: unknown): QuestionChoice | null {
  if (!isRecord(value) || typeof value.const !== 'string') return null;
  return {
    value: value.const,
    title: textOf(value.title) ?? value.const,
    description: textOf(value.description) ?? null,
  };
}

function knownOf(choices: readonly QuestionChoice[], value: unknown): string | null {
  return choices.find((choice) => choice.value === value)?.value ?? null;
}

function countOf(value: unknown): number | null {
  const count = numberOf(value);
  return count === undefined || count < 0 ? null : Math.floor(count);
}

const FORMATS: ReadonlySet<unknown> = new Set<TextFormat>(['email', 'uri', 'date', 'date-time']);

function formatOf(value: unknown): TextFormat | null {
  return FORMATS.has(value) ? (value as TextFormat) : null;
}
