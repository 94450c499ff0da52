import { nextAttention } from '../../attention/queue.ts';
import { toggleChanges } from '../changes.ts';
import { moveToRegion } from '../regions.ts';
import { selectSession, toggleGrid, currentWorkspaceId } from '../actions.ts';
import { focusComposer, focusListFilter, focusSessionList } from '../regions.ts';
import { review } from '../../review/review-store.ts';
import type { Services } from '../services.tsx';
import { sessionOrder } from '../../sessions/session-order.ts';
import { tileTowards, type Direction } from '../tile-order.ts';
import { askForTerminal, toggleTerminals } from '../../terminals/panel-store.ts';
import { keysFor, type Command } from './command.ts';
import type { Platform } from './key.ts';

export function viewCommands(services: Services, platform: Platform): readonly Command[] {
  const { view, sessions } = services;
  const always = () => true;
  const anySession = () => sessions.getState().ids.length > 0;
  const hasChanges = () => {
    const session = sessions.getState().byId.get(view.getState().selectedId ?? '');
    return session !== undefined && session.added + session.removed > 0;
  };
  const order = () =>
    sessionOrder(services.workspaces.getState() ?? [], sessions.getState(), view.getState());
  const step = (by: 1 | -1) => {
    const ids = order();
    const at = ids.indexOf(view.getState().selectedId ?? '');
    const next = ids[(at + by + ids.length) % ids.length];
    if (next !== undefined) selectSession(services, next);
  };
  const command = (rest: Omit<Command, 'scope' | 'listed'> & Partial<Command>): Command => ({
    scope: 'everywhere',
    listed: true,
    ...rest,
  });
  return [
    command({
      id: 'view.sidebar',
      title: 'toggleSidebar',
      group: 'view',
      keys: ['Mod+B'],
      enabled: always,
      run: () => view.setState(({ sidebar }) => ({ sidebar: sidebar === 'open' ? 'closed' : 'open' })),
    }),
    command({
      id: 'view.grid',
      title: 'toggleGrid',
      group: 'view',
      keys: ['Mod+G'],
      enabled: () => view.getState().layout === 'grid' || sessions.getState().ids.length > 1,
      run: () => toggleGrid(services),
    }),
    command({
      id: 'view.pane',
      title: 'togglePane',
      group: 'view',
      keys: ['Mod+Shift+D'],
      enabled: () => review.getState().open !== null || hasChanges(),
      run: () => void toggleChanges(services),
    }),
    command({
      id: 'view.terminal',
      title: 'toggleTerminals',
      group: 'view',
      keys: ['Mod+`'],
      enabled: always,
      run: toggleTerminals,
    }),
    command({
      id: 'terminal.new',
      title: 'newTerminal',
      group: 'view',
      // The same key with Shift, by what it writes.
      keys: ['Mod+~'],
      enabled: () => currentWorkspaceId(services) !== null,
      run: askForTerminal,
    }),
    command({
      id: 'view.attention',
      title: 'attention',
      group: 'go',
      keys: ['Mod+J'],
      enabled: always,
      run: () =>
        view.setState(({ overlay }) => ({
          overlay: overlay?.type === 'attention' ? null : { type: 'attention' },
        })),
    }),
    command({
      id: 'go.nextAttention',
      title: 'nextAttention',
      group: 'go',
      keys: ['Mod+Shift+J'],
      enabled: () => nextAttention(sessions.getState(), view.getState()) !== null,
      run: () => {
        const item = nextAttention(sessions.getState(), view.getState());
        if (item !== null) selectSession(services, item.sessionId, { reveal: item.requestId });
      },
    }),
    command({
      id: 'go.nextSession',
      title: 'nextSession',
      group: 'go',
      keys: keysFor(platform, { mac: ['Mod+Shift+]'], other: ['Ctrl+PageDown'] }),
      enabled: anySession,
      run: () => step(1),
    }),
    command({
      id: 'go.previousSession',
      title: 'previousSession',
      group: 'go',
      keys: keysFor(platform, { mac: ['Mod+Shift+['], other: ['Ctrl+PageUp'] }),
      enabled: anySession,
      run: () => step(-1),
    }),
    ...Array.from({ length: 9 }, (_, index) =>
      command({
        id: `go.session${index + 1}`,
        title: 'jump',
        values: { number: index + 1 },
        group: 'go',
        keys: [`Mod+${index + 1}`],
        listed: false,
        enabled: () => order().length > index,
        run: () => {
          const id = order()[index];
          if (id !== undefined) selectSession(services, id);
        },
      }),
    ),
    command({
      id: 'go.sessions',
      title: 'focusSessions',
      group: 'go',
      keys: ['Mod+Shift+E'],
      enabled: always,
      run: () => {
        view.setState({ sidebar: 'open' });
        requestAnimationFrame(focusSessionList);
      },
    }),
    command({
      id: 'list.filter',
      title: 'filterSessions',
      group: 'go',
      scope: 'page',
      keys: ['/'],
      enabled: anySession,
      run: () => {
        view.setState({ sidebar: 'open' });
        requestAnimationFrame(focusListFilter);
      },
    }),
    command({
      id: 'list.archived',
      title: 'toggleArchived',
      group: 'view',
      keys: [],
      enabled: anySession,
      run: () =>
        view.setState(({ filter }) => ({
          filter: { ...filter, archived: !filter.archived },
          sidebar: 'open',
        })),
    }),
    command({
      id: 'go.composer',
      title: 'focusComposer',
      group: 'go',
      keys: ['Mod+L'],
      enabled: anySession,
      run: () => focusComposer(view.getState().selectedId),
    }),
    command({
      id: 'go.nextRegion',
      title: 'nextRegion',
      group: 'go',
      keys: ['F6'],
      listed: false,
      enabled: always,
      run: () => moveToRegion(1),
    }),
    command({
      id: 'go.previousRegion',
      title: 'previousRegion',
      group: 'go',
      keys: ['Shift+F6'],
      listed: false,
      enabled: always,
      run: () => moveToRegion(-1),
    }),
    ...(['left', 'right', 'up', 'down'] as const).map((direction) =>
      command({
        id: `grid.${direction}`,
        title: tileTitles[direction],
        group: 'view',
        keys: keysFor(platform, {
          mac: [`Mod+Alt+${arrows[direction]}`],
          other: [`Alt+${arrows[direction]}`],
        }),
        listed: false,
        enabled: () => view.getState().layout === 'grid',
        run: () => {
          const { gridIds, selectedId } = view.getState();
          const next = tileTowards(gridIds, selectedId, direction);
          if (next !== null) selectSession(services, next, { focus: 'composer' });
        },
      }),
    ),
  ];
}

const arrows: Readonly<Record<Direction, string>> = {
  left: 'ArrowLeft',
  right: 'ArrowRight',
  up: 'ArrowUp',
  down: 'ArrowDown',
};
const tileTitles = { left: 'tileLeft', right: 'tileRight', up: 'tileUp', down: 'tileDown' } as const;
