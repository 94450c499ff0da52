import type { TFunction } from 'i18next';
import {
  Archive,
  ArchiveRestore,
  CloudOff,
  Copy,
  Download,
  Cpu,
  GitFork,
  LayoutGrid,
  LogOut,
  Pencil,
  Pin,
  PinOff,
  Power,
  RotateCw,
  ScrollText,
  Trash2,
  Undo2,
} from 'lucide-react';
import { exportFormats } from '../../shared/ipc/contract/export.ts';
import { displayText } from '../../shared/text/display.ts';
import {
  addToGrid,
  copyText,
  forkSession,
  removeFromGrid,
  restartSession,
  signOut,
} from '../shell/actions.ts';
import {
  endSession,
  exportSession,
  pinSession,
  takeAgentTitle,
  toggleArchived,
} from '../shell/session-actions.ts';
import type { Services } from '../shell/services.tsx';
import type { MenuAction, MenuEntry } from '../ui/menu.tsx';
import type { MenuFacts } from './session-menu.tsx';

const size = 14;

type MenuContext = {
  readonly inGrid: boolean;
  readonly keys: Readonly<Record<'rename' | 'pin' | 'archive', string | undefined>>;
};

export function sessionMenuEntries(
  t: TFunction<['sessions', 'lists']>,
  services: Services,
  session: MenuFacts,
  { inGrid, keys }: MenuContext,
): readonly MenuEntry[] {
  const { id, pinned, archived } = session;
  const action = (each: Omit<MenuAction, 'type'>): MenuAction => ({ type: 'action', ...each });
  const when = (holds: boolean, each: Omit<MenuAction, 'type'>) => (holds ? [action(each)] : []);
  return [
    action({
      id: 'pin',
      label: t(pinned ? 'lists:unpin' : 'lists:pin'),
      icon: pinned ? <PinOff size={size} /> : <Pin size={size} />,
      kbd: keys.pin,
      onSelect: () => void pinSession(services, id, !pinned),
    }),
    action({
      id: 'rename',
      label: t('rename'),
      icon: <Pencil size={size} />,
      kbd: keys.rename,
      onSelect: () => services.view.setState({ selectedId: id, layout: 'single', renamingId: id }),
    }),
    ...when(session.ownName, {
      id: 'agent-title',
      label: t('lists:useAgentTitle'),
      description: session.agentTitle === null ? undefined : displayText(session.agentTitle, 'line'),
      icon: <Undo2 size={size} />,
      onSelect: () => void takeAgentTitle(services, id),
    }),
    inGrid
      ? action({
          id: 'grid',
          label: t('removeFromGrid'),
          icon: <LayoutGrid size={size} />,
          onSelect: () => removeFromGrid(services, id),
        })
      : action({
          id: 'grid',
          label: t('addToGrid'),
          icon: <LayoutGrid size={size} />,
          onSelect: () => addToGrid(services, id),
        }),
    ...when(session.canFork, {
      id: 'fork',
      label: t('fork'),
      icon: <GitFork size={size} />,
      onSelect: () => void forkSession(services, id),
    }),
    { type: 'separator', id: 'line-agent' },
    action({
      id: 'restart',
      label: t('restart'),
      icon: <RotateCw size={size} />,
      disabled: session.processRunning,
      onSelect: () => void restartSession(services, id),
    }),
    action({
      id: 'stop',
      label: t('stopAgent'),
      icon: <Power size={size} />,
      disabled: !session.processRunning,
      onSelect: () => void endSession(services, id, 'stop'),
    }),
    action({
      id: 'log',
      label: t('showLog'),
      icon: <ScrollText size={size} />,
      onSelect: () => services.view.setState({ overlay: { type: 'log', sessionId: id } }),
    }),
    action({
      id: 'process',
      label: t('process.open'),
      icon: <Cpu size={size} />,
      onSelect: () => services.view.setState({ overlay: { type: 'process', sessionId: id } }),
    }),
    action({
      id: 'copy',
      label: t('copyId'),
      icon: <Copy size={size} />,
      onSelect: () => copyText(services, id),
    }),
    ...when(session.canSignOut, {
      id: 'sign-out',
      label: t('signOut', { agent: displayText(session.agentName, 'line') }),
      icon: <LogOut size={size} />,
      onSelect: () => void signOut(services, id),
    }),
    { type: 'separator', id: 'line-export' },
    {
      type: 'group',
      id: 'export',
      label: t('lists:export.label'),
      entries: exportFormats.map((format) =>
        action({
          id: `export-${format}`,
          label: t(`lists:export.${format}`),
          icon: <Download size={size} />,
          onSelect: () => void exportSession(services, id, format),
        }),
      ),
    },
    { type: 'separator', id: 'line-away' },
    action({
      id: 'archive',
      label: t(archived ? 'lists:unarchive' : 'lists:archive'),
      icon: archived ? <ArchiveRestore size={size} /> : <Archive size={size} />,
      kbd: keys.archive,
      onSelect: () => toggleArchived(services, id, archived),
    }),
    ...when(session.canDelete, {
      id: 'delete',
      label: t('deleteAtAgent'),
      icon: <CloudOff size={size} />,
      danger: true,
      onSelect: () => services.view.setState({ overlay: { type: 'confirm-delete', sessionId: id } }),
    }),
    action({
      id: 'trash',
      label: t('lists:delete'),
      icon: <Trash2 size={size} />,
      danger: true,
      onSelect: () => void endSession(services, id, 'trash'),
    }),
  ];
}
