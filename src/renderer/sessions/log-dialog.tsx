import { displayText } from '../../shared/text/display.ts';
import { useT } from '../i18n/use-t.ts';
import { copyText } from '../shell/actions.ts';
import { useServices } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** All error output that was kept of a session's agent. */
export function LogDialog({
  sessionId,
  onClose,
}: {
  readonly sessionId: string;
  readonly onClose: () => void;
}) {
  const { t } = useT();
  const services = useServices();
  const phase = services.shown.store.getState().get(sessionId)?.store.getState().state.phase;
  const lines = phase?.name === 'failed' ? phase.failure.stderrTail : [];
  const agent = displayText(services.sessions.getState().byId.get(sessionId)?.agentName ?? '', 'line');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={t('sessions:log.title', { agent })}
      description={t('sessions:log.description')}
      footer={
        <Button disabled={lines.length === 0} onClick={() => copyText(services, lines.join('\n'))}>
          {t('sessions:log.copy')}
        </Button>
      }
    >
      {lines.length === 0 ? (
        <p className="py-6 text-center text-fg-3">{t('sessions:log.empty')}</p>
      ) : (
        <pre
          tabIndex={0}
          className="selectable mono overflow-auto rounded-2 border border-line bg-inset px-3 py-2 break-words whitespace-pre-wrap"
        >
          {lines.map((line) => displayText(line, 'line')).join('\n')}
        </pre>
      )}
    </Dialog>
  );
}
