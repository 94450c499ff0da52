/** A question of the agent at its place in the transcript: to be answered, or with what was answered. */
import type { QuestionEntry } from '../../shared/session/state.ts';
import { FormQuestion } from './form-question.tsx';
import { SettledQuestion } from './settled-question.tsx';
import { UrlQuestion } from './url-question.tsx';

export function QuestionCard({ entry }: { readonly entry: QuestionEntry }) {
  if (entry.outcome !== null) return <SettledQuestion entry={entry} />;
  const { question, questionId } = entry;
  return question.mode === 'form' ? (
    <FormQuestion key={questionId} entry={entry} question={question} />
  ) : (
    <UrlQuestion key={questionId} entry={entry} question={question} />
  );
}
