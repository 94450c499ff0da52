import { displayText } from '../../shared/text/display.ts';
import { useT } from '../i18n/use-t.ts';
import { deleteAtAgent } from '../shell/actions.ts';
import { useServices } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { titleWords } from './activity-words.ts';

export function ConfirmDelete({
  sessionId,
  onClose,
}: {
  readonly sessionId: string;
  readonly onClose: () => void;
}) {
  const { t } = useT();
  const services = useServices();
  const summary = services.sessions.getState().byId.get(sessionId);
  const session = titleWords(t, summary?.title ?? null);
  const agent = displayText(summary?.agentName ?? '', 'line');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={t('sessions:confirmDelete.title', { session, agent })}
      description={t('sessions:confirmDelete.body')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="danger"
            onClick={() => void deleteAtAgent(services, sessionId)}
            className="border-fail-line!"
          >
            {t('sessions:confirmDelete.confirm')}
          </Button>
        </>
      }
    />
  );
}
