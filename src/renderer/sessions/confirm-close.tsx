import { useT } from '../i18n/use-t.ts';
import { closeSession } from '../shell/actions.ts';
import { useServices } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { titleWords } from './activity-words.ts';

export function ConfirmClose({
  sessionId,
  onClose,
}: {
  readonly sessionId: string;
  readonly onClose: () => void;
}) {
  const { t } = useT();
  const services = useServices();
  const session = titleWords(t, services.sessions.getState().byId.get(sessionId)?.title ?? null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={t('sessions:confirmClose.title', { session })}
      description={t('sessions:confirmClose.body')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="danger"
            onClick={() => void closeSession(services, sessionId, { confirmed: true })}
            className="border-fail-line!"
          >
            {t('sessions:confirmClose.confirm')}
          </Button>
        </>
      }
    />
  );
}
