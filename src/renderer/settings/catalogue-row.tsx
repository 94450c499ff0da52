import { Bot, ChevronDown, ChevronRight, Download, Ellipsis, Pencil, Play, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { CatalogueEntry } from '../../shared/ipc/contract/catalogue.ts';
import { displayText } from '../../shared/text/display.ts';
import { useT } from '../i18n/use-t.ts';
import { defaultAgentId, rememberAgent } from '../shell/actions.ts';
import { useServices } from '../shell/services.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { AgentDetails } from './agent-details.tsx';
import { askCatalogue, startWith } from './catalogue-actions.ts';
import { CheckAgentButton } from './check-agent-button.tsx';
import { InstallFailed, InstallWork } from './install-work.tsx';

/** One agent: what it is, where it stands, what can be done with it. */
export function CatalogueRow({
  entry,
  startsOpen,
  onEdit,
  onRemove,
}: {
  readonly entry: CatalogueEntry;
  readonly startsOpen: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation('catalogue');
  const [open, setOpen] = useState(startsOpen);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!startsOpen) return undefined;
    // Once the dialog has settled its focus, which may scroll as well.
    const frame = requestAnimationFrame(() => row.current?.scrollIntoView({ block: 'start' }));
    return () => cancelAnimationFrame(frame);
  }, [startsOpen]);
  const name = displayText(entry.name, 'line');
  return (
    <>
      <div ref={row} className="flex scroll-mt-2 items-center gap-2.5">
        <IconButton
          size="sm"
          label={t('detailsOf', { agent: name })}
          aria-expanded={open}
          icon={open ? <ChevronDown size={13} /> : <ChevronRight size={13} />}
          className="-ml-1"
          onClick={() => setOpen(!open)}
        />
        <Bot size={16} className="flex-none text-fg-3" aria-hidden />
        <div className="min-w-0 flex-1">
          <Title entry={entry} name={name} />
          <div className="truncate text-12 text-fg-3">
            <Subtitle entry={entry} />
          </div>
        </div>
        {entry.work === null && <Actions entry={entry} name={name} onEdit={onEdit} onRemove={onRemove} />}
      </div>
      {entry.work !== null && <InstallWork entry={entry} work={entry.work} />}
      {entry.failure !== null && <InstallFailed entry={entry} failure={entry.failure} />}
      {open && <AgentDetails entry={entry} />}
    </>
  );
}

function Title({ entry, name }: { readonly entry: CatalogueEntry; readonly name: string }) {
  const { t } = useT();
  const isDefault = useIsDefault(entry.id);
  const version = entry.installed?.version ?? (entry.origin === 'available' ? entry.offer?.version : null);
  return (
    <div className="flex items-center gap-2">
      <span className="truncate font-medium">{name}</span>
      {version !== null && version !== undefined && (
        <span className="num flex-none text-12 text-fg-3">{displayText(version, 'line')}</span>
      )}
      {isDefault && <Badge>{t('agents:default')}</Badge>}
    </div>
  );
}

function Subtitle({ entry }: { readonly entry: CatalogueEntry }) {
  const { t } = useT();
  const { t: own } = useTranslation('catalogue');
  const { agents } = useServices();
  const variables = useStore(agents, (list) => list?.find(({ id }) => id === entry.id)?.envNames.length ?? 0);
  switch (entry.origin) {
    case 'bundled':
      return t('agents:bundled');
    case 'custom':
      return (
        <>
          <code className="text-[11.5px]">{displayText(entry.commandLine, 'line')}</code>
          {variables > 0 && ` · ${t('agents:env', { count: variables })}`}
        </>
      );
    case 'found':
      return own('foundAt', { path: displayText(entry.foundAt ?? '', 'line') });
    case 'installed':
    case 'available':
      return entry.description === '' && entry.offer !== null
        ? own(`how.${entry.offer.type}`)
        : displayText(entry.description, 'line');
  }
}

function Actions({
  entry,
  name,
  onEdit,
  onRemove,
}: {
  readonly entry: CatalogueEntry;
  readonly name: string;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation('catalogue');
  const { t: shared } = useT();
  const services = useServices();
  const { origin, offer, installed } = entry;
  if (origin === 'available') {
    return offer === null ? (
      <span className="flex-none text-12 text-fg-3">{t('nothingForMachine')}</span>
    ) : (
      <Button
        size="sm"
        icon={<Download size={13} aria-hidden />}
        aria-label={t('installAgent', { agent: name })}
        onClick={() => void askCatalogue(services, 'catalogue.install', entry)}
      >
        {t('install')}
      </Button>
    );
  }
  const update = installed?.update ?? null;
  return (
    <span className="flex flex-none items-center gap-1">
      {update !== null && origin === 'installed' && (
        <Button
          size="sm"
          aria-label={t('updateAgent', { agent: name, version: displayText(update, 'line') })}
          onClick={() => void askCatalogue(services, 'catalogue.install', entry)}
        >
          {t('update', { version: displayText(update, 'line') })}
        </Button>
      )}
      <Button
        size="sm"
        variant="quiet"
        icon={<Play size={12} aria-hidden />}
        aria-label={t('useAgent', { agent: name })}
        onClick={() => void startWith(services, entry)}
      >
        {t('use')}
      </Button>
      <CheckAgentButton id={entry.id} name={entry.name} shown={name} />
      {origin === 'custom' && (
        <>
          <IconButton
            size="sm"
            label={shared('agents:edit', { agent: name })}
            icon={<Pencil size={13} />}
            onClick={onEdit}
          />
          <IconButton
            size="sm"
            label={shared('agents:remove', { agent: name })}
            icon={<Trash2 size={13} />}
            onClick={onRemove}
          />
        </>
      )}
      <MoreMenu entry={entry} name={name} onRemove={onRemove} />
    </span>
  );
}

function MoreMenu({
  entry,
  name,
  onRemove,
}: {
  readonly entry: CatalogueEntry;
  readonly name: string;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation('catalogue');
  const { t: shared } = useT();
  const services = useServices();
  const isDefault = useIsDefault(entry.id);
  const { origin, offer, installed } = entry;
  const entries: MenuEntry[] = [];
  const act = (id: string, label: string, onSelect: () => void, danger = false) =>
    entries.push({ type: 'action', id, label, onSelect, danger });
  if (!isDefault) act('default', shared('agents:makeDefault'), () => rememberAgent(services, entry.id));
  const install = () => void askCatalogue(services, 'catalogue.install', entry);
  if (origin === 'found' && offer !== null) act('install', t('installOwn'), install);
  if (origin === 'installed' && installed !== null) {
    const { previous } = installed;
    if (offer !== null) act('again', t('installAgain'), install);
    if (previous !== null) {
      act('back', t('rollBack', { version: displayText(previous, 'line') }), () => {
        void askCatalogue(services, 'catalogue.rollBack', entry);
      });
    }
    act('remove', t('removeInstalled'), onRemove, true);
  }
  if (entries.length === 0) return null;
  return (
    <Menu
      align="end"
      entries={entries}
      trigger={<IconButton size="sm" label={t('moreFor', { agent: name })} icon={<Ellipsis size={14} />} />}
    />
  );
}

function useIsDefault(id: string): boolean {
  const services = useServices();
  useStore(services.settings, (settings) => settings?.settings.defaultAgentId);
  useStore(services.agents);
  return defaultAgentId(services) === id;
}
