import { useT } from '../i18n/use-t.ts';
import { useServices } from '../shell/services.tsx';
import { endSession, titleOf, type Ending } from '../shell/session-actions.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Before a turn that runs is stopped by something else than its stop button. */
export function ConfirmStop({
  sessionId,
  ending,
  onClose,
}: {
  readonly sessionId: string;
  readonly ending: Ending;
  readonly onClose: () => void;
}) {
  const { t } = useT();
  const services = useServices();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={t('sessions:confirmStop.title', { session: titleOf(services, sessionId) })}
      description={t(`sessions:confirmStop.body.${ending}`)}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="danger"
            onClick={() => void endSession(services, sessionId, ending, { confirmed: true })}
            className="border-fail-line!"
          >
            {t(`sessions:confirmStop.confirm.${ending}`)}
          </Button>
        </>
      }
    />
  );
}
