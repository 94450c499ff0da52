import { useStore } from 'zustand';
import { displayText } from '../../shared/text/display.ts';
import { useT } from '../i18n/use-t.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { useStorageBanners } from '../storage/storage-banners.tsx';
import { copyText } from './actions.ts';
import { useServices } from './services.tsx';

/** What concerns the whole window: a lost connection, a broken settings file, the disk. */
export function Banners() {
  const { t } = useT();
  const services = useServices();
  const lost = useStore(services.connection, (state) => state === 'lost');
  const problem = useStore(services.settings, (settings) => settings?.problem ?? null);
  const path = useStore(services.settings, (settings) => settings?.path ?? '');
  const storage = useStorageBanners();
  if (!lost && problem === null && storage.length === 0) return null;
  return (
    <section
      aria-label={t('shell:notices')}
      className="flex flex-none flex-col gap-2 border-b border-line bg-main p-2"
    >
      {lost && (
        <Banner
          tone="fail"
          title={t('shell:lost.title')}
          actions={
            <Button size="sm" variant="primary" onClick={() => location.reload()}>
              {t('shell:lost.reload')}
            </Button>
          }
        >
          {t('shell:lost.body')}
        </Banner>
      )}
      {problem !== null && (
        <Banner
          tone="needs"
          title={t('shell:settingsProblem.title', { line: problem.line, column: problem.column })}
          actions={
            <Button size="sm" onClick={() => copyText(services, path)}>
              {t('shell:settingsProblem.copyPath')}
            </Button>
          }
        >
          {t('shell:settingsProblem.body', { message: sentence(displayText(problem.message, 'line')) })}{' '}
          <code className="selectable text-fg-3">{path}</code>
        </Banner>
      )}
      {storage}
    </section>
  );
}

function sentence(text: string): string {
  return /[.!?。]$/.test(text) ? text : `${text}.`;
}
