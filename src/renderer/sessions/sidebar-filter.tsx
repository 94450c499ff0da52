import { ListFilter as FilterIcon, Search, Trash2, X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { displayText } from '../../shared/text/display.ts';
import type { SessionStatus } from '../../shared/session/select.ts';
import { useCommandKey } from '../shell/commands/registry-context.tsx';
import { useServices, useSessionList, useView } from '../shell/services.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { StatusGlyph } from '../ui/status-glyph.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { countedStatuses, countSessions, type CountedStatus } from './list-counts.ts';
import { emptyFilter, type ListFilter } from './list-filter.ts';
import type { SessionList } from './list-store.ts';

/** Above the list: a field to find sessions by, how many stand how, and what else narrows it. */
export function SidebarFilter() {
  const { t } = useTranslation('lists');
  const { filter, change } = useFilter();
  const key = useCommandKey('list.filter');
  const leave = () => document.querySelector<HTMLElement>('[data-session-list] [tabindex="0"]')?.focus();
  return (
    <div className="flex flex-none flex-col gap-1.5 px-3 pb-1.5">
      <div className="flex items-center gap-1">
        <div className="relative min-w-0 flex-1">
          <Search
            size={13}
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-fg-3"
          />
          <input
            type="text"
            data-list-filter
            aria-label={t('filter.label')}
            placeholder={t('filter.placeholder')}
            title={key === undefined ? undefined : `${t('filter.label')} (${key})`}
            value={filter.text}
            spellCheck={false}
            autoComplete="off"
            maxLength={200}
            onChange={(event) => change({ text: event.target.value })}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              if (event.key === 'Escape' && filter.text !== '') {
                event.preventDefault();
                change({ text: '' });
              } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
                event.preventDefault();
                leave();
              }
            }}
            className="selectable h-7 w-full rounded-2 border border-line bg-inset pr-7 pl-7 text-12 placeholder:text-fg-3 hover:border-line-strong"
          />
          {filter.text !== '' && (
            <IconButton
              size="sm"
              label={t('filter.clearText')}
              icon={<X size={12} />}
              onClick={() => change({ text: '' })}
              className="absolute! top-0.5 right-0.5 h-6! w-6!"
            />
          )}
        </div>
        <MoreFilters />
      </div>
      <CountChips />
    </div>
  );
}

function useFilter() {
  const services = useServices();
  const filter = useView((view) => view.filter);
  const change = (patch: Partial<ListFilter>) =>
    services.view.setState((view) => ({ filter: { ...view.filter, ...patch } }));
  return { filter, change };
}

const glyphs: Readonly<Record<CountedStatus, SessionStatus>> = {
  needs: 'needs-permission',
  running: 'running',
  failed: 'failed',
  unread: 'finished-unread',
};
const names = ['needs', 'running', 'failed', 'unread'] as const;

/** How many need the person, run, failed, are unread. Each shows those alone while it is pressed. */
function CountChips() {
  const { t } = useTranslation('lists');
  const { filter, change } = useFilter();
  const counts = useSessionList(useShallow((list: SessionList) => countSessions(list).all));
  const shown = names.filter((name) => counts[name] > 0 || isOn(filter, name));
  if (shown.length === 0) return null;
  return (
    <div role="group" aria-label={t('counts.label')} className="flex flex-wrap gap-1">
      {shown.map((name) => {
        const on = isOn(filter, name);
        const words = t(`counts.${name}`, { count: counts[name] });
        const others = filter.statuses.filter((status) => !countedStatuses[name].includes(status));
        return (
          <Tooltip key={name} content={words}>
            <button
              type="button"
              aria-label={words}
              aria-pressed={on}
              onClick={() => change({ statuses: on ? others : [...others, ...countedStatuses[name]] })}
              className={classNames(
                'num flex h-5.5 items-center gap-1 rounded-full border px-2 text-11 font-medium',
                on ? 'border-accent-line bg-accent-soft text-fg' : 'border-line text-fg-2 hover:bg-hover',
              )}
            >
              <StatusGlyph status={glyphs[name]} size={12} />
              {counts[name]}
            </button>
          </Tooltip>
        );
      })}
    </div>
  );
}

function isOn({ statuses }: ListFilter, name: CountedStatus): boolean {
  return countedStatuses[name].every((status) => statuses.includes(status));
}

function MoreFilters() {
  const { t } = useTranslation('lists');
  const services = useServices();
  const { filter, change } = useFilter();
  const agents = useAgentsOfSessions();
  const more = filter.agentIds.length + (filter.archived ? 1 : 0);
  const entries: readonly MenuEntry[] = [
    {
      type: 'check',
      id: 'archived',
      label: t('filter.archived'),
      checked: filter.archived,
      onChange: (archived) => change({ archived }),
    },
    { type: 'separator', id: 'line' },
    ...agents.map(([id, name]): MenuEntry => ({
      type: 'check',
      id: `agent ${id}`,
      label: displayText(name, 'line'),
      checked: filter.agentIds.includes(id),
      onChange: (checked) => {
        const rest = filter.agentIds.filter((each) => each !== id);
        change({ agentIds: checked ? [...rest, id] : rest });
      },
    })),
    { type: 'separator', id: 'line-2' },
    { type: 'action', id: 'clear', label: t('filter.clear'), onSelect: () => change(emptyFilter) },
    {
      type: 'action',
      id: 'trash',
      label: t('trash.title'),
      icon: <Trash2 size={14} />,
      onSelect: () => services.view.setState({ overlay: { type: 'trash' } }),
    },
  ];
  return (
    <Menu
      align="end"
      label={t('filter.more')}
      entries={entries}
      trigger={
        <IconButton
          label={more === 0 ? t('filter.more') : t('filter.moreOn', { count: more })}
          icon={<FilterIcon size={14} />}
          className={more === 0 ? undefined : 'bg-accent-soft text-accent!'}
        />
      }
    />
  );
}

/** Id and name of every agent that has a session, by name. */
function useAgentsOfSessions(): readonly (readonly [string, string])[] {
  const ids = useSessionList((list) => list.ids);
  const services = useServices();
  return useMemo(() => {
    const { byId } = services.sessions.getState();
    const names = new Map<string, string>();
    for (const id of ids) {
      const session = byId.get(id);
      if (session !== undefined) names.set(session.agentId, session.agentName);
    }
    return [...names].sort(([, a], [, b]) => a.localeCompare(b));
  }, [ids, services]);
}
