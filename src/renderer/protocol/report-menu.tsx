import { useTranslation } from 'react-i18next';
import { useServices } from '../shell/services.tsx';
import { Menu } from '../ui/menu.tsx';
import { PickerButton } from '../ui/picker-button.tsx';
import { copyReport, saveReport } from './take-along.ts';

/** What happened to a session, to take along: for an issue, or for whoever wrote the agent. */
export function ReportMenu({ sessionId }: { readonly sessionId: string }) {
  const { t } = useTranslation('protocol');
  const services = useServices();
  return (
    <Menu
      trigger={<PickerButton>{t('report.menu')}</PickerButton>}
      entries={[
        {
          type: 'action',
          id: 'copy',
          label: t('report.copy'),
          onSelect: () => void copyReport(services, sessionId),
        },
        {
          type: 'action',
          id: 'save',
          label: t('report.save'),
          onSelect: () => void saveReport(services, sessionId, { bodies: false }),
        },
        {
          type: 'action',
          id: 'bodies',
          label: t('report.saveBodies'),
          description: t('report.saveBodiesHint'),
          onSelect: () => void saveReport(services, sessionId, { bodies: true }),
        },
      ]}
    />
  );
}
