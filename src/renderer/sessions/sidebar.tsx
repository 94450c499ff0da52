import { LayoutGrid, TextSearch } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toggleGrid } from '../shell/actions.ts';
import { useCommandKey } from '../shell/commands/registry-context.tsx';
import { useServices, useSessionList, useView } from '../shell/services.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { NewSessionButton } from './new-session-button.tsx';
import { SessionList } from './session-list.tsx';
import { SidebarFilter } from './sidebar-filter.tsx';

export function Sidebar() {
  const { t } = useTranslation(['sessions', 'shell']);
  const services = useServices();
  const searchKey = useCommandKey('app.search');
  const gridKey = useCommandKey('view.grid');
  const grid = useView((view) => view.layout === 'grid');
  const any = useSessionList((list) => list.ids.length > 0);
  const enough = useSessionList((list) => list.ids.length > 1);
  return (
    <nav
      aria-label={t('shell:regions.sessions')}
      data-region="sessions"
      className="flex min-h-0 flex-col border-r border-line bg-side"
    >
      <div className="flex flex-none items-center gap-2 px-3 pt-3 pb-2">
        <NewSessionButton />
        <IconButton
          label={t('shell:commands.searchAll')}
          kbd={searchKey}
          variant="secondary"
          icon={<TextSearch size={15} />}
          onClick={() => services.view.setState({ overlay: { type: 'search' } })}
        />
        <IconButton
          label={t('shell:commands.toggleGrid')}
          kbd={gridKey}
          variant="secondary"
          icon={<LayoutGrid size={15} />}
          aria-pressed={grid}
          disabled={!grid && !enough}
          onClick={() => toggleGrid(services)}
          className="aria-pressed:border-accent-line aria-pressed:bg-accent-soft aria-pressed:text-accent"
        />
      </div>
      {any && <SidebarFilter />}
      <SessionList />
    </nav>
  );
}
