import { Copy, GitFork, LayoutGrid, LogOut, Pencil, RotateCw, ScrollText, Trash2, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { displayText } from '../../shared/text/display.ts';
import type { SessionSummary } from '../../shared/session/select.ts';
import {
  addToGrid,
  closeSession,
  copyText,
  forkSession,
  removeFromGrid,
  restartSession,
  signOut,
} from '../shell/actions.ts';
import { useCommandKey } from '../shell/commands/registry-context.tsx';
import { useServices, useView } from '../shell/services.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';

/** Everything that can be done to one session, behind `trigger`. */
export function SessionMenu({
  session,
  trigger,
  align = 'start',
}: {
  readonly session: Pick<SessionSummary, 'id' | 'processRunning' | 'offers' | 'agentName'>;
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
      id: 'log',
      label: t('showLog'),
      icon: <ScrollText size={size} />,
      onSelect: () => services.view.setState({ overlay: { type: 'log', sessionId: session.id } }),
    },
    {
      type: 'action',
      id: 'copy',
      label: t('copyId'),
      icon: <Copy size={size} />,
      onSelect: () => copyText(services, session.id),
    },
    // Only what the agent offers.
    ...(session.offers.includes('fork')
      ? [
          {
            type: 'action' as const,
            id: 'fork',
            label: t('fork'),
            icon: <GitFork size={size} />,
            onSelect: () => void forkSession(services, session.id),
          },
        ]
      : []),
    ...(session.offers.includes('logout')
      ? [
          {
            type: 'action' as const,
            id: 'sign-out',
            label: t('signOut', { agent: displayText(session.agentName, 'line') }),
            icon: <LogOut size={size} />,
            onSelect: () => void signOut(services, session.id),
          },
        ]
      : []),
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
    ...(session.offers.includes('delete')
      ? [
          {
            type: 'action' as const,
            id: 'delete',
            label: t('closeAndDelete'),
            icon: <Trash2 size={size} />,
            danger: true,
            onSelect: () =>
              services.view.setState({ overlay: { type: 'confirm-delete', sessionId: session.id } }),
          },
        ]
      : []),
  ];
  return <Menu trigger={trigger} entries={entries} align={align} />;
}
