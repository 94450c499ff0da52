import { ExternalLink, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CatalogueEntry } from '../../shared/ipc/contract/catalogue.ts';
import { displayText } from '../../shared/text/display.ts';
import { useServices } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { AgentEnvironmentView } from './agent-environment.tsx';
import { ServersOfAgent } from './mcp/agent-servers.tsx';
import { AgentSettingsForm } from './agent-settings-form.tsx';

/** Behind the row of an agent: how it is launched, what it is given, and how to change that. */
export function AgentDetails({ entry }: { readonly entry: CatalogueEntry }) {
  const { t, i18n } = useTranslation('catalogue');
  const services = useServices();
  const [changing, setChanging] = useState(false);
  const { installed, website } = entry;
  const rows: readonly (readonly [string, string | null])[] = [
    [t('details.command'), entry.commandLine === '' ? null : entry.commandLine],
    [t('details.foundAt'), entry.foundAt],
    [
      t('details.installedAt'),
      installed === null ? null : new Date(installed.at).toLocaleDateString(i18n.language),
    ],
    [t('details.previous'), installed?.previous ?? null],
    [t('details.licence'), entry.license],
  ];
  const isUsable = entry.origin !== 'available';
  return (
    <div className="mt-2 flex flex-col gap-3 border-t border-line pt-2.5">
      <dl className="selectable grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-12">
        {rows
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-fg-3">{name}</dt>
              <dd className="break-words">
                <bdi>{displayText(value ?? '', 'line')}</bdi>
              </dd>
            </div>
          ))}
      </dl>
      {website !== null && (
        <div>
          <Button
            size="sm"
            variant="quiet"
            icon={<ExternalLink size={13} aria-hidden />}
            onClick={() => void services.client.request('app.openExternal', { url: website })}
          >
            {t('details.openWebsite', { url: displayText(website, 'line') })}
          </Button>
        </div>
      )}
      {isUsable && (
        <>
          <section aria-label={t('settings.title')}>
            {changing ? (
              <AgentSettingsForm entry={entry} onDone={() => setChanging(false)} />
            ) : (
              <Button
                size="sm"
                icon={<SlidersHorizontal size={13} aria-hidden />}
                onClick={() => setChanging(true)}
              >
                {t('settings.open')}
              </Button>
            )}
          </section>
          <details className="rounded-2 border border-line px-3 py-2">
            <summary className="cursor-default text-12 font-medium">{t('mcp')}</summary>
            <div className="mt-2">
              <ServersOfAgent agentId={entry.id} />
            </div>
          </details>
          <details className="rounded-2 border border-line px-3 py-2">
            <summary className="cursor-default text-12 font-medium">{t('environment.title')}</summary>
            <div className="mt-2">
              <AgentEnvironmentView entry={entry} />
            </div>
          </details>
        </>
      )}
    </div>
  );
}
