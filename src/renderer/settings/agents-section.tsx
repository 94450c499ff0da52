import { Plus, RefreshCw, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { AgentSummary } from '../../shared/ipc/contract/agents.ts';
import type { CatalogueEntry, RegistryState } from '../../shared/ipc/contract/catalogue.ts';
import { displayText } from '../../shared/text/display.ts';
import { useT } from '../i18n/use-t.ts';
import { showError } from '../shell/actions.ts';
import { useServices } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { AgentForm } from './agent-form.tsx';
import { askCatalogue } from './catalogue-actions.ts';
import { CatalogueRow } from './catalogue-row.tsx';
import { catalogueSections } from './catalogue-sections.ts';
import { useCatalogue } from './use-catalogue.ts';

type Mode =
  | { readonly type: 'list' }
  | { readonly type: 'add' }
  | { readonly type: 'edit'; readonly agent: AgentSummary }
  | { readonly type: 'remove'; readonly id: string };

/** All agents: those in use, those found on this machine, those that can be installed. */
export function AgentsSection({ agentId }: { readonly agentId: string | null }) {
  const { t } = useT();
  const { t: own } = useTranslation('catalogue');
  const services = useServices();
  const agents = useStore(services.agents) ?? [];
  const { state, ended } = useCatalogue();
  const [search, setSearch] = useState('');
  const customOf = (id: string | null) => agents.find((each) => each.id === id && each.origin === 'custom');
  const [mode, setMode] = useState<Mode>(() => {
    const agent = customOf(agentId);
    return agent === undefined ? { type: 'list' } : { type: 'edit', agent };
  });
  const toList = () => setMode({ type: 'list' });
  if (mode.type === 'add') return <AgentForm agent={null} onDone={toList} />;
  if (mode.type === 'edit') return <AgentForm agent={mode.agent} onDone={toList} />;

  const remove = async (entry: CatalogueEntry) => {
    toList();
    if (entry.origin === 'installed') return askCatalogue(services, 'catalogue.uninstall', entry);
    const answer = await services.client.request('agents.remove', { id: entry.id });
    if (!answer.ok) showError(services, 'saveSettings', answer.error);
  };
  const edit = (entry: CatalogueEntry) => {
    const agent = customOf(entry.id);
    if (agent !== undefined) setMode({ type: 'edit', agent });
  };
  const sections = state === null ? [] : catalogueSections(state.entries, search);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-12 text-fg-2">{t('agents:intro')}</p>
      <div className="flex items-center gap-2">
        <SearchField value={search} onChange={setSearch} />
        <Button icon={<Plus size={13} aria-hidden />} onClick={() => setMode({ type: 'add' })}>
          {t('agents:add')}
        </Button>
      </div>
      {state === null && <p className="text-fg-3">{ended ? own('noCatalogue') : t('loading')}</p>}
      {state !== null && sections.length === 0 && <p className="text-fg-2">{own('noMatch')}</p>}
      {sections.map(({ id, entries }) => (
        <section key={id} aria-labelledby={`agents-${id}`} className="flex flex-col gap-1">
          <h3 id={`agents-${id}`} className="text-12 font-semibold text-fg-2">
            {own(`sections.${id}`)}
          </h3>
          <ul className="divide-y divide-line rounded-3 border border-line">
            {entries.map((entry) => (
              <li key={entry.id} aria-label={displayText(entry.name, 'line')} className="px-3 py-2">
                <CatalogueRow
                  entry={entry}
                  startsOpen={entry.id === agentId}
                  onEdit={() => edit(entry)}
                  onRemove={() => setMode({ type: 'remove', id: entry.id })}
                />
                {mode.type === 'remove' && mode.id === entry.id && (
                  <ConfirmRemove entry={entry} onCancel={toList} onConfirm={() => void remove(entry)} />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {state !== null && <ListState registry={state.registry} />}
    </div>
  );
}

function SearchField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTranslation('catalogue');
  return (
    <div className="relative min-w-0 flex-1">
      <Search size={13} className="pointer-events-none absolute top-2 left-2.5 text-fg-3" aria-hidden />
      <input
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        value={value}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        className="selectable h-7 w-full rounded-2 border border-line-strong bg-inset pr-2.5 pl-7.5 text-13 text-fg"
      />
    </div>
  );
}

function ConfirmRemove({
  entry,
  onCancel,
  onConfirm,
}: {
  readonly entry: CatalogueEntry;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}) {
  const { t } = useT();
  const { t: own } = useTranslation('catalogue');
  const agent = displayText(entry.name, 'line');
  return (
    <div className="mt-2 flex items-center gap-2 rounded-2 bg-fail-soft px-3 py-2">
      <span className="flex-1 text-12">
        {entry.origin === 'installed'
          ? own('confirmRemove', { agent })
          : t('agents:confirmRemove', { agent })}
      </span>
      <Button size="sm" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button size="sm" variant="danger" onClick={onConfirm}>
        {t('remove')}
      </Button>
    </div>
  );
}

/** How old the list is, and how to get a newer one. */
function ListState({ registry }: { readonly registry: RegistryState }) {
  const { t, i18n } = useTranslation('catalogue');
  const services = useServices();
  const date = new Date(registry.at).toLocaleDateString(i18n.language, { dateStyle: 'medium' });
  const isRunning = registry.refresh === 'running';
  return (
    <div className="flex items-start gap-3 border-t border-line pt-3 text-12 text-fg-3">
      <p className="min-w-0 flex-1">
        {t(`list.${registry.origin}`, { date })} {!registry.online && t('list.never')}
        {registry.problem !== null && t('list.offline', { message: displayText(registry.problem, 'line') })}
      </p>
      <Button
        size="sm"
        variant="quiet"
        disabled={isRunning}
        icon={<RefreshCw size={12} aria-hidden />}
        onClick={() => void services.client.request('catalogue.refresh', {})}
      >
        {t(isRunning ? 'list.checking' : 'list.check')}
      </Button>
    </div>
  );
}
