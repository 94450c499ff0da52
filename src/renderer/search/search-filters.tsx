import { ChevronDown, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { searchRoles } from '../../shared/session/search.ts';
import { displayText } from '../../shared/text/display.ts';
import { useServices } from '../shell/services.tsx';
import { classNames } from '../ui/class-names.ts';
import { Menu, type MenuChoice } from '../ui/menu.tsx';
import { dayChoices, type Filters } from './filters.ts';

/** Chips that narrow the search: each is a menu, and one that is set can be taken away. */
export function SearchFilters({
  filters,
  onChange,
}: {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}) {
  const { t } = useTranslation('search');
  const services = useServices();
  const agents = useStore(services.agents) ?? [];
  const workspaces = useStore(services.workspaces) ?? [];
  const change = (patch: Partial<Filters>) => onChange({ ...filters, ...patch });
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <FilterChip
        label={t('filter.role')}
        value={filters.role}
        choices={searchRoles.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
        onChange={(value) => change({ role: searchRoles.find((role) => role === value) ?? null })}
      />
      <FilterChip
        label={t('filter.agent')}
        value={filters.agentId}
        choices={agents.map(({ id, name }) => ({ value: id, label: displayText(name, 'line') }))}
        onChange={(agentId) => change({ agentId })}
      />
      <FilterChip
        label={t('filter.workspace')}
        value={filters.workspaceId}
        choices={workspaces.map(({ id, name }) => ({ value: id, label: displayText(name, 'line') }))}
        onChange={(workspaceId) => change({ workspaceId })}
      />
      <FilterChip
        label={t('filter.time')}
        value={filters.days === null ? null : String(filters.days)}
        choices={dayChoices.map((count) => ({ value: String(count), label: t('filter.days', { count }) }))}
        onChange={(value) => change({ days: value === null ? null : Number(value) })}
      />
    </div>
  );
}

function FilterChip({
  label,
  value,
  choices,
  onChange,
}: {
  readonly label: string;
  readonly value: string | null;
  readonly choices: readonly MenuChoice[];
  readonly onChange: (value: string | null) => void;
}) {
  const { t } = useTranslation('search');
  const chosen = choices.find((choice) => choice.value === value);
  const isSet = value !== null;
  const shown = isSet ? (chosen?.label ?? value) : label;
  return (
    <span
      className={classNames(
        'inline-flex h-5.5 items-center rounded-full border text-[11.5px] leading-4 font-medium',
        isSet ? 'border-accent-line bg-accent-soft text-accent' : 'border-line bg-raised text-fg-2',
      )}
    >
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            aria-label={isSet ? `${label}: ${shown}` : label}
            className="inline-flex h-full max-w-48 items-center gap-1 rounded-full pr-1.5 pl-2 hover:text-fg aria-expanded:text-fg"
          >
            <span className="truncate">{shown}</span>
            {!isSet && <ChevronDown size={11} aria-hidden className="text-fg-3" />}
          </button>
        }
        entries={[
          {
            type: 'choices',
            id: 'value',
            value: value ?? '',
            choices: [{ value: '', label: t('filter.any') }, ...choices],
            onChange: (next) => onChange(next === '' ? null : next),
          },
        ]}
      />
      {isSet && (
        <button
          type="button"
          aria-label={t('filter.clear', { filter: shown })}
          onClick={() => onChange(null)}
          className="mr-1 flex size-4 items-center justify-center rounded-full hover:bg-hover"
        >
          <X size={11} aria-hidden />
        </button>
      )}
    </span>
  );
}
