/** Questions to the person, in the transcript where they were asked and in the list of what waits. */
import {
  type Draft,
  type EventOf,
  appendEntry,
  entryAt,
  entryIdOf,
  findNewest,
  replaceEntry,
} from './draft.ts';
import type { SessionEvent } from './event.ts';
import type { QuestionOutcome } from './question.ts';
import type { QuestionEntry } from './state.ts';

export function askQuestion(draft: Draft, event: EventOf<'question-asked'>): void {
  const { questionId, question, toolCallId } = event;
  if (draft.next.questions.some((pending) => pending.questionId === questionId)) return;
  const entry: QuestionEntry = {
    type: 'question',
    id: entryIdOf(event),
    at: event.at,
    questionId,
    toolCallId,
    question,
    outcome: null,
    completed: false,
  };
  appendEntry(draft, entry, event);
  draft.next.questions = [...draft.next.questions, { questionId, askedAt: event.at, question }];
}

export function settleQuestion(draft: Draft, event: EventOf<'question-settled'>): void {
  if (!draft.next.questions.some(({ questionId }) => questionId === event.questionId)) return;
  draft.next.questions = draft.next.questions.filter(({ questionId }) => questionId !== event.questionId);
  change(draft, event, ({ questionId }) => questionId === event.questionId, { outcome: event.outcome });
}

/** Nobody is left to hear an answer. */
export function dropQuestions(draft: Draft, event: SessionEvent): void {
  const outcome: QuestionOutcome = { outcome: 'cancelled', why: 'agent-gone' };
  const pending = draft.next.questions;
  if (pending.length === 0) return;
  draft.next.questions = [];
  for (const { questionId } of pending) {
    change(draft, event, (entry) => entry.questionId === questionId, { outcome });
  }
}

export function completeQuestion(draft: Draft, event: EventOf<'question-completed'>): void {
  const isIt = ({ question }: QuestionEntry) =>
    question.mode === 'url' && question.elicitationId === event.elicitationId;
  change(draft, event, isIt, { completed: true });
}

function change(
  draft: Draft,
  event: SessionEvent,
  matches: (entry: QuestionEntry) => boolean,
  patch: Partial<QuestionEntry>,
): void {
  const place = findNewest(draft, Infinity, (entry) => entry.type === 'question' && matches(entry));
  if (place === null) return;
  replaceEntry(draft, place, { ...(entryAt(draft, place) as QuestionEntry), ...patch }, event);
}
