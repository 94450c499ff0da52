import { Stethoscope } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../shell/services.tsx';
import { IconButton } from '../ui/icon-button.tsx';

/** Opens the check of one agent. `name` as it is: whoever shows it makes it safe. */
export function CheckAgentButton({
  id,
  name,
  shown,
}: {
  readonly id: string;
  readonly name: string;
  readonly shown: string;
}) {
  const { t } = useTranslation('doctor');
  const { view } = useServices();
  return (
    <IconButton
      size="sm"
      label={t('checkAgent', { agent: shown })}
      icon={<Stethoscope size={13} />}
      onClick={() => view.setState({ overlay: { type: 'doctor', agentId: id, agentName: name } })}
    />
  );
}
