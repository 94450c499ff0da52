import { useState } from 'react';
import { useT } from '../i18n/use-t.ts';
import { useSessionActions, type QuestionAnswer } from '../sessions/session-context.tsx';
import { describeError } from '../shell/error-words.ts';
import { forgetDraft } from './answer-draft.ts';

/** Sends one answer; while it is on its way there is no second one. */
export function useAnswer(questionId: string) {
  const { t } = useT();
  const actions = useSessionActions();
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  /** Says whether it arrived. */
  const answer = async (what: QuestionAnswer): Promise<boolean> => {
    if (sending) return false;
    setSending(true);
    setError(null);
    const result = await actions.answerQuestion(questionId, what);
    if (result.ok) {
      forgetDraft(questionId);
      return true;
    }
    setSending(false);
    setError(describeError(t, result.error));
    return false;
  };
  return { answer, sending, error };
}
