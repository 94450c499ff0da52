/** What the person has filled in so far, as the controls hold it, and the answer that it makes. Pure. */
import type { QuestionContent, QuestionField } from '../../shared/session/question.ts';

export type FieldDraft = string | boolean | readonly string[] | null;
/** By field name. `null`: nothing was chosen. */
export type AnswerDraft = ReadonlyMap<string, FieldDraft>;

export function emptyDraft(fields: readonly QuestionField[]): AnswerDraft {
  return new Map(fields.map((field) => [field.name, startOf(field)]));
}

function startOf(field: QuestionField): FieldDraft {
  switch (field.type) {
    case 'text':
      return field.value ?? '';
    case 'number':
      return field.value === null ? '' : String(field.value);
    case 'boolean':
    case 'choice':
    case 'choices':
      return field.value;
    case 'unknown':
      return null;
  }
}

/** What is left empty is left out, except a yes or no that has to be given: a box that is not ticked says no. */
export function contentOf(fields: readonly QuestionField[], draft: AnswerDraft): QuestionContent {
  const content: [string, QuestionContent[string]][] = [];
  for (const field of fields) {
    const value = draft.get(field.name) ?? null;
    const given = valueOf(field, value);
    if (given !== undefined) content.push([field.name, given]);
  }
  // A field may be called anything, `__proto__` too.
  return Object.fromEntries(content);
}

function valueOf(field: QuestionField, value: FieldDraft): QuestionContent[string] | undefined {
  switch (field.type) {
    case 'text':
      return typeof value === 'string' && value !== '' ? value : undefined;
    case 'number': {
      if (typeof value !== 'string' || value.trim() === '') return undefined;
      return Number(value.trim());
    }
    case 'boolean':
      return typeof value === 'boolean' ? value : field.required ? false : undefined;
    case 'choice':
      return typeof value === 'string' ? value : undefined;
    case 'choices': {
      const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
      return chosen.length > 0 || (field.minItems ?? 0) > 0 ? chosen : undefined;
    }
    case 'unknown':
      return undefined;
  }
}

const mostKept = 100;
const kept = new Map<string, AnswerDraft>();

/** A card that is scrolled out of the list is not there; what was typed into it is. */
export function keptDraft(questionId: string, fields: readonly QuestionField[]): AnswerDraft {
  return kept.get(questionId) ?? emptyDraft(fields);
}

export function keepDraft(questionId: string, draft: AnswerDraft): void {
  kept.delete(questionId);
  kept.set(questionId, draft);
  for (const id of kept.keys()) {
    if (kept.size <= mostKept) break;
    kept.delete(id);
  }
}

export function forgetDraft(questionId: string): void {
  kept.delete(questionId);
}
