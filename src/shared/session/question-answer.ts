/** What is wrong with an answer to a form, field by field: the page says it, and main lets nothing else through. */
import { MAX_ANSWER_TEXT, type AnswerValue, type QuestionContent, type QuestionField } from './question.ts';

export type FieldProblem =
  | { readonly code: 'required' | 'pattern' | 'email' | 'uri' | 'date' | 'date-time' | 'number' | 'integer' }
  | {
      readonly code: 'too-short' | 'too-long' | 'minimum' | 'maximum' | 'too-few' | 'too-many';
      readonly limit: number;
    }
  /** Not among what is offered, or not of the kind that is asked for. */
  | { readonly code: 'not-offered' }
  /** Must be given, but is of a kind that cannot be filled in here. */
  | { readonly code: 'unknown-kind' };

/** By field name; empty: the answer can be sent. Names that no field has are a problem under their own name. */
export function problemsOf(
  fields: readonly QuestionField[],
  content: QuestionContent,
): ReadonlyMap<string, FieldProblem> {
  const problems = new Map<string, FieldProblem>();
  for (const field of fields) {
    const value = Object.hasOwn(content, field.name) ? content[field.name] : undefined;
    const problem = problemOf(field, value);
    if (problem !== null) problems.set(field.name, problem);
  }
  const names = new Set(fields.map(({ name }) => name));
  for (const name of Object.keys(content)) if (!names.has(name)) problems.set(name, { code: 'not-offered' });
  return problems;
}

export function problemOf(field: QuestionField, value: AnswerValue | undefined): FieldProblem | null {
  if (field.type === 'unknown') {
    if (value !== undefined) return { code: 'not-offered' };
    return field.required ? { code: 'unknown-kind' } : null;
  }
  if (value === undefined) return field.required ? { code: 'required' } : null;
  switch (field.type) {
    case 'text':
      return typeof value === 'string' ? textProblem(field, value) : { code: 'not-offered' };
    case 'number':
      return typeof value === 'number' ? numberProblem(field, value) : { code: 'number' };
    case 'boolean':
      return typeof value === 'boolean' ? null : { code: 'not-offered' };
    case 'choice':
      return field.choices.some((choice) => choice.value === value) ? null : { code: 'not-offered' };
    case 'choices':
      return typeof value === 'object' ? choicesProblem(field, value) : { code: 'not-offered' };
  }
}

function textProblem(field: Extract<QuestionField, { type: 'text' }>, value: string): FieldProblem | null {
  // JSON Schema counts characters, not UTF-16 units.
  const length = [...value].length;
  if (field.required && value === '') return { code: 'required' };
  if (field.minLength !== null && length < field.minLength) {
    return { code: 'too-short', limit: field.minLength };
  }
  const longest = Math.min(field.maxLength ?? Infinity, MAX_ANSWER_TEXT);
  if (length > longest) return { code: 'too-long', limit: longest };
  if (field.format !== null && !fits[field.format](value)) return { code: field.format };
  const pattern = field.pattern === null ? null : harmlessPattern(field.pattern);
  if (pattern !== null && length <= LONGEST_MATCHED && !pattern.test(value)) return { code: 'pattern' };
  return null;
}

const fits = {
  email: (text: string) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.slice(0, 400)),
  uri: (text: string) => {
    try {
      return new URL(text).protocol !== '';
    } catch {
      return false;
    }
  },
  date: isDate,
  'date-time': (text: string) => {
    const parts = /^(\d{4}-\d{2}-\d{2})[Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2})?$/.exec(
      text,
    );
    return parts !== null && isDate(parts[1] ?? '') && !Number.isNaN(Date.parse(text.replace(' ', 'T')));
  },
};

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Longer texts are left to the agent to check. */
const LONGEST_MATCHED = 200;
const LONGEST_PATTERN = 200;

/**
 * The agent's pattern, if matching it here cannot take for ever: no repeated group that repeats or chooses
 * itself, no reference back, few open repetitions. Null: the agent has to check it.
 */
export function harmlessPattern(pattern: string): RegExp | null {
  if (pattern.length > LONGEST_PATTERN) return null;
  const bare = pattern.replace(/\\[^1-9k]/g, '_').replace(/\[[^\]]*\]/g, '_');
  if (/\\/.test(bare)) return null;
  if (/\([^)]*[+*{|(][^)]*\)+[+*{]/.test(bare)) return null;
  if ((bare.match(/[+*]|\{\d*,/g) ?? []).length > 3) return null;
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return null;
  }
}

function numberProblem(
  field: Extract<QuestionField, { type: 'number' }>,
  value: number,
): FieldProblem | null {
  if (!Number.isFinite(value)) return { code: 'number' };
  if (field.integer && !Number.isInteger(value)) return { code: 'integer' };
  if (field.minimum !== null && value < field.minimum) return { code: 'minimum', limit: field.minimum };
  if (field.maximum !== null && value > field.maximum) return { code: 'maximum', limit: field.maximum };
  return null;
}

function choicesProblem(
  field: Extract<QuestionField, { type: 'choices' }>,
  value: readonly string[],
): FieldProblem | null {
  const offered = new Set(field.choices.map((choice) => choice.value));
  if (value.some((each) => !offered.has(each)) || new Set(value).size < value.length) {
    return { code: 'not-offered' };
  }
  if (field.required && value.length === 0) return { code: 'required' };
  if (field.minItems !== null && value.length < field.minItems) {
    return { code: 'too-few', limit: field.minItems };
  }
  if (field.maxItems !== null && value.length > field.maxItems) {
    return { code: 'too-many', limit: field.maxItems };
  }
  return null;
}
