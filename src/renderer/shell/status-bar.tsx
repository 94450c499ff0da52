import { useStore } from 'zustand';
import { displayText } from '../../shared/text/display.ts';
import { useT } from '../i18n/use-t.ts';
import { useServices, useSessionList, useView } from './services.tsx';

/** Facts about the selected session at the left, about the app at the right. */
export function StatusBar() {
  const { t } = useT();
  const services = useServices();
  const selectedId = useView((view) => view.selectedId);
  const session = useSessionList((list) => (selectedId === null ? undefined : list.byId.get(selectedId)));
  const home = useStore(services.info, (info) => info?.homeDir ?? null);
  const version = useStore(services.info, (info) => info?.version ?? null);
  const count = useSessionList((list) => list.ids.length);
  const processes = useSessionList((list) => {
    let running = 0;
    for (const { processRunning } of list.byId.values()) if (processRunning) running += 1;
    return running;
  });
  return (
    <footer
      aria-label={t('shell:regions.status')}
      className="flex items-center gap-4 overflow-hidden border-t border-line bg-side px-3 text-11 whitespace-nowrap text-fg-3"
    >
      {session === undefined ? (
        <span>{t('shell:status.noSession')}</span>
      ) : (
        <>
          <span className="flex min-w-0 items-center gap-1.5">
            <span
              aria-hidden
              className={`size-1.75 flex-none rounded-full ${session.processRunning ? 'bg-run' : 'border border-fg-3'}`}
            />
            <b className="truncate font-medium text-fg-2">{displayText(session.agentName, 'line')}</b>
            <span>
              {session.processRunning ? t('shell:status.processRunning') : t('shell:status.processStopped')}
            </span>
          </span>
          <bdi className="min-w-0 truncate">{displayText(shortPath(session.cwd, home), 'line')}</bdi>
        </>
      )}
      <span className="flex-1" />
      <span className="num">{t('shell:status.sessions', { count })}</span>
      <span className="num">{t('shell:status.processes', { count: processes })}</span>
      {version !== null && <span className="num">{t('shell:status.version', { version })}</span>}
    </footer>
  );
}

function shortPath(path: string, home: string | null): string {
  if (home === null || home === '' || home === '/') return path;
  if (path === home) return '~';
  return path.startsWith(`${home}/`) || path.startsWith(`${home}\\`) ? `~${path.slice(home.length)}` : path;
}
