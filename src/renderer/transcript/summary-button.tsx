import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenSession } from '../sessions/session-context.tsx';
import { showError } from '../shell/actions.ts';
import { useServices } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { suggestPrompt } from './suggestion-store.ts';

/** For an agent that knows nothing of what stands above: puts it into the composer, to be sent or not. */
export function SummaryButton() {
  const { t } = useTranslation('lists');
  const services = useServices();
  const { id } = useOpenSession();
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    const answer = await services.client.request('session.summary', { sessionId: id, upToTurnId: null });
    setBusy(false);
    if (answer.ok) suggestPrompt(id, answer.value.text);
    else showError(services, 'action', answer.error);
  };
  return (
    <Button size="sm" className="mt-1.5" disabled={busy} onClick={() => void take()}>
      {t('summaryIntoComposer')}
    </Button>
  );
}
