import { Copy, LayoutGrid, Pencil, RotateCw, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionSummary } from '../../shared/session/select.ts';
import { addToGrid, closeSession, copyText, removeFromGrid, restartSession } from '../shell/actions.ts';
import { useCommandKey } from '../shell/commands/registry-context.tsx';
import { useServices, useView } from '../shell/services.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';

/** Everything that can be done to one session, behind `trigger`. */
export function SessionMenu({
  session,
  trigger,
  align = 'start',
}: {
  readonly session: Pick<SessionSummary, 'id' | 'processRunning'>;
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly align?: 'start' | 'end';
}) {
  const { t } = useTranslation('sessions');
  const services = useServices();
  const inGrid = useView((view) => view.layout === 'grid' && view.gridIds.includes(session.id));
  const renameKey = useCommandKey('session.rename');
  const closeKey = useCommandKey('session.close');
  const size = 14;
  const entries: readonly MenuEntry[] = [
    {
      type: 'action',
      id: 'rename',
      label: t('rename'),
      icon: <Pencil size={size} />,
      kbd: renameKey,
      onSelect: () =>
        services.view.setState({ selectedId: session.id, layout: 'single', renamingId: session.id }),
    },
    inGrid
      ? {
          type: 'action',
          id: 'grid',
          label: t('removeFromGrid'),
          icon: <LayoutGrid size={size} />,
          onSelect: () => removeFromGrid(services, session.id),
        }
      : {
          type: 'action',
          id: 'grid',
          label: t('addToGrid'),
          icon: <LayoutGrid size={size} />,
          onSelect: () => addToGrid(services, session.id),
        },
    {
      type: 'action',
      id: 'restart',
      label: t('restart'),
      icon: <RotateCw size={size} />,
      disabled: session.processRunning,
      onSelect: () => void restartSession(services, session.id),
    },
    {
      type: 'action',
      id: 'copy',
      label: t('copyId'),
      icon: <Copy size={size} />,
      onSelect: () => copyText(services, session.id),
    },
    { type: 'separator', id: 'line' },
    {
      type: 'action',
      id: 'close',
      label: t('closeSession'),
      icon: <X size={size} />,
      kbd: closeKey,
      danger: true,
      onSelect: () => void closeSession(services, session.id),
    },
  ];
  return <Menu trigger={trigger} entries={entries} align={align} />;
}
