import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useT } from '../i18n/use-t.ts';
import { useOpenSession } from '../sessions/session-context.tsx';
import { describeError } from '../shell/error-words.ts';
import { windowDrafts } from './draft-store.ts';
import { isEmptyDraft, partsOf, withoutSent } from './draft.ts';
import { readinessIn } from './use-readiness.ts';

/** Sends the draft. It is taken out of the composer only once main has it: nothing is ever lost on the way. */
export function useSend(onError: (error: string | null) => void): {
  readonly sending: boolean;
  /** False: nothing to send, or not now. */
  readonly send: () => boolean;
} {
  const { t } = useTranslation('composer');
  const words = useT();
  const session = useOpenSession();
  const [sending, setSending] = useState(false);

  const send = useCallback(() => {
    const drafts = windowDrafts();
    const draft = drafts.get(session.id);
    if (sending || isEmptyDraft(draft)) return false;
    if (readinessIn(session.store.getState()).type === 'blocked') return false;
    setSending(true);
    onError(null);
    void session.actions.prompt(partsOf(draft)).then((result) => {
      setSending(false);
      if (result.ok) {
        drafts.change(session.id, (now) => withoutSent(now, draft));
        drafts.noteSent(draft.text);
      } else onError(t('sendFailed', { reason: describeError(words.t, result.error) }));
    });
    return true;
  }, [sending, session, onError, t, words.t]);

  return { sending, send };
}
