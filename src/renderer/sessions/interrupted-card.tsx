import { Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isInterrupted } from '../../shared/session/select.ts';
import { useT } from '../i18n/use-t.ts';
import { showError } from '../shell/actions.ts';
import { useServices, useView } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { StatusGlyph } from '../ui/status-glyph.tsx';
import { useOpenSession, useSession } from './session-context.tsx';

/** The app ended in the middle of the last turn: what is kept, and the way on. */
export function InterruptedCard() {
  const { t } = useT();
  const { t: said } = useTranslation('transcript');
  const services = useServices();
  const { actions } = useOpenSession();
  const turnId = useSession(({ state }) => (isInterrupted(state) ? (state.turns.at(-1)?.id ?? null) : null));
  const writable = useSession(({ summary }) => summary?.record.type === 'saved');
  const left = useView((view) => turnId !== null && view.leftTurns.has(turnId));
  const [busy, setBusy] = useState(false);
  if (turnId === null || left) return null;
  const prompt = t('sessions:interrupted.prompt');
  const goOn = async () => {
    setBusy(true);
    const answer = await actions.prompt([{ type: 'text', text: prompt }]);
    setBusy(false);
    if (!answer.ok) showError(services, 'action', answer.error);
  };
  const leave = () =>
    services.view.setState(({ leftTurns }) => ({ leftTurns: new Set([...leftTurns, turnId]) }));
  return (
    <section
      data-interrupted
      aria-label={said('outcome.interrupted-app.title')}
      className="flex items-start gap-2.5 rounded-3 border border-needs-line bg-raised px-3 py-2.5"
    >
      <StatusGlyph status="interrupted" size={15} className="mt-0.75" />
      <div className="min-w-0 flex-1">
        <h2 className="font-medium">{said('outcome.interrupted-app.title')}</h2>
        <p className="text-12 text-fg-2">{t('sessions:interrupted.kept', { prompt })}</p>
      </div>
      <Button size="sm" variant="quiet" onClick={leave}>
        {t('dismiss')}
      </Button>
      <Button
        size="sm"
        variant="primary"
        icon={<Play size={12} aria-hidden />}
        disabled={busy || !writable}
        onClick={() => void goOn()}
      >
        {t('sessions:interrupted.goOn')}
      </Button>
    </section>
  );
}
