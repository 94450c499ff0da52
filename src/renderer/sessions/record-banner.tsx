import { displayText } from '../../shared/text/display.ts';
import { assertNever } from '../../shared/result.ts';
import { useT } from '../i18n/use-t.ts';
import { copyText, showError } from '../shell/actions.ts';
import { useServices, type Services } from '../shell/services.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { useOpenSession, useSession } from './session-context.tsx';

/** What stands between the person and the whole record of a session: what happened, what is kept, what to do. */
export function RecordBanner() {
  const { t } = useT();
  const services = useServices();
  const { id } = useOpenSession();
  const record = useSession(({ summary }) => summary?.record ?? null);
  if (record === null) return null;
  switch (record.type) {
    case 'saved':
      return null;
    case 'paused':
      return (
        <Banner tone="fail" title={t(`lists:record.paused.${record.fault}.title`)}>
          {t(`lists:record.paused.${record.fault}.body`)}
        </Banner>
      );
    case 'read-only':
      return (
        <Banner
          tone="info"
          title={t(`lists:record.read-only.${record.why}.title`)}
          actions={
            record.canTakeOver === true && (
              <Button size="sm" onClick={() => void takeOver(services, id)}>
                {t('lists:record.takeOver')}
              </Button>
            )
          }
        >
          {record.canTakeOver === true
            ? t('lists:record.mayBeInUse')
            : t(`lists:record.read-only.${record.why}.body`)}
          {record.by !== null && (
            <span className="block text-fg-3">
              {t('lists:record.by', { by: displayText(record.by, 'line') })}
            </span>
          )}
        </Banner>
      );
    case 'unreadable':
      return (
        <Banner
          tone="fail"
          title={t('lists:record.unreadable.title')}
          actions={
            <Button size="sm" onClick={() => copyText(services, record.path)}>
              {t('lists:record.copyPath')}
            </Button>
          }
        >
          {t('lists:record.unreadable.body', { path: displayText(record.path, 'line') })}
          <span className="block text-fg-3">{displayText(record.why, 'line')}</span>
        </Banner>
      );
    default:
      return assertNever(record);
  }
}

async function takeOver(services: Services, sessionId: string): Promise<void> {
  const answer = await services.client.request('session.takeOver', { sessionId });
  if (!answer.ok) showError(services, 'action', answer.error);
}
