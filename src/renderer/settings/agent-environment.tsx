import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AgentEnvironment, CatalogueEntry } from '../../shared/ipc/contract/catalogue.ts';
import { displayText } from '../../shared/text/display.ts';
import { useServices } from '../shell/services.tsx';
import { configureAgent } from './catalogue-actions.ts';
import { unchanged } from './settings-draft.ts';

/** What an agent is given, and the choice about what decides who pays. */
export function AgentEnvironmentView({ entry }: { readonly entry: CatalogueEntry }) {
  const { t } = useTranslation(['catalogue', 'common']);
  const services = useServices();
  const [environment, setEnvironment] = useState<AgentEnvironment | null>(null);
  const { id, settings } = entry;
  // Asked again when what is let through or added has changed.
  const key = JSON.stringify([settings.granted, settings.envNames]);
  useEffect(() => {
    let isCurrent = true;
    void services.client.request('catalogue.environment', { id }).then((answer) => {
      if (isCurrent && answer.ok) setEnvironment(answer.value);
    });
    return () => {
      isCurrent = false;
    };
  }, [services, id, key]);
  if (environment === null) return <p className="text-12 text-fg-3">{t('common:loading')}</p>;

  const grant = (name: string, isGranted: boolean) => {
    const granted = settings.granted.filter((each) => each !== name);
    void configureAgent(services, id, {
      ...unchanged(settings),
      granted: isGranted ? [...granted, name] : granted,
    });
  };
  return (
    <div className="flex flex-col gap-3 text-12">
      <p className="text-fg-2">{t('environment.intro')}</p>
      {environment.shell === 'failed' && <p className="text-needs">{t('environment.shellFailed')}</p>}
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 font-medium">{t('environment.billing')}</legend>
        {environment.billing.length === 0 ? (
          <p className="text-fg-3">{t('environment.noBilling')}</p>
        ) : (
          <p className="text-fg-3">{t('environment.billingHint')}</p>
        )}
        {environment.billing.map(({ name, granted }) => (
          <Grant key={name} name={name} granted={granted} onChange={(next) => grant(name, next)} />
        ))}
      </fieldset>
      <section className="flex flex-col gap-1">
        <h4 className="font-medium">{t('environment.given')}</h4>
        <dl className="selectable grid max-h-48 grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 overflow-y-auto rounded-2 border border-line bg-inset px-2.5 py-1.5">
          {environment.variables
            .filter(({ name }) => name !== 'PATH')
            .map(({ name, shown, source }) => (
              <div key={name} className="contents">
                <dt className="mono">{displayText(name, 'line')}</dt>
                <dd className="mono truncate text-fg-2" title={shown ?? undefined}>
                  {shown === null ? (
                    <i className="text-fg-3">{t('environment.hidden')}</i>
                  ) : (
                    displayText(shown, 'line')
                  )}
                </dd>
                <dd className="text-fg-3">{t(`environment.source.${source}`)}</dd>
              </div>
            ))}
        </dl>
      </section>
      {environment.path.length > 0 && (
        <section className="flex flex-col gap-1">
          <h4 className="font-medium">{t('environment.path')}</h4>
          <ol className="selectable max-h-32 overflow-y-auto rounded-2 border border-line bg-inset px-2.5 py-1.5">
            {environment.path.map(({ entry: folder, source }) => (
              <li key={folder} className="flex gap-3">
                <span className="mono min-w-0 flex-1 truncate">{displayText(folder, 'line')}</span>
                <span className="text-fg-3">{t(`environment.source.${source}`)}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {environment.withheld.length > 0 && (
        <details>
          <summary className="cursor-default text-fg-2">
            {t('environment.withheld', { count: environment.withheld.length })}
          </summary>
          <div className="mt-1 flex flex-col gap-1">
            {environment.withheld.map((name) => (
              <Grant key={name} name={name} granted={false} onChange={(next) => grant(name, next)} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

function Grant({
  name,
  granted,
  onChange,
}: {
  readonly name: string;
  readonly granted: boolean;
  readonly onChange: (granted: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <input
        id={id}
        type="checkbox"
        checked={granted}
        onChange={(event) => onChange(event.target.checked)}
        className="accent-accent"
      />
      <label htmlFor={id} className="mono">
        {displayText(name, 'line')}
      </label>
    </div>
  );
}
