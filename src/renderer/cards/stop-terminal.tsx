import { Square } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ToolCallEntry } from '../../shared/session/state.ts';
import { useOpenSession, useSession } from '../sessions/session-context.tsx';
import { showError } from '../shell/actions.ts';
import { useServices } from '../shell/services.tsx';
import { IconButton } from '../ui/icon-button.tsx';

/** Ends a command that the app runs for the agent, and nothing else of the turn. */
export function StopTerminal({ entry }: { readonly entry: ToolCallEntry }) {
  const ready = useSession(({ state }) => state.phase.name === 'ready');
  const { terminal } = entry;
  if (terminal?.stoppable !== true || terminal.exit !== null || !ready) return null;
  return <StopButton terminalId={terminal.terminalId} />;
}

function StopButton({ terminalId }: { readonly terminalId: string }) {
  const { t } = useTranslation('transcript');
  const services = useServices();
  const session = useOpenSession();
  const [busy, setBusy] = useState(false);
  const stop = async () => {
    setBusy(true);
    const answer = await services.client.request('session.stopTerminal', {
      sessionId: session.id,
      terminalId,
    });
    setBusy(false);
    // It may have ended by itself in this very moment.
    if (!answer.ok && answer.error.code !== 'not-running') showError(services, 'action', answer.error);
  };
  return (
    <IconButton
      size="sm"
      label={t('terminal.stop')}
      icon={<Square size={11} fill="currentColor" className="text-fail" />}
      disabled={busy}
      className="pointer-events-auto relative -my-1"
      onClick={() => void stop()}
    />
  );
}
