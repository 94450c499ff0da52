/** The window: everything below works on the services that are handed in. */
import i18next from 'i18next';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { AppCommand } from '../shared/ipc/contract/app.ts';
import { assertNever } from '../shared/result.ts';
import { countBlocking } from './attention/queue.ts';
import { setLanguage } from './i18n/setup.ts';
import { titleWords } from './sessions/activity-words.ts';
import { useT } from './i18n/use-t.ts';
import { selectSession, showError, showWorkspace } from './shell/actions.ts';
import { announcementWords, announcements } from './shell/announcer.ts';
import { Banners } from './shell/banners.tsx';
import { Body } from './shell/body.tsx';
import { listenForKeys } from './shell/commands/keymap.ts';
import type { Platform } from './shell/commands/key.ts';
import { createRegistry, runCommand, type Registry } from './shell/commands/registry.ts';
import { RegistryProvider } from './shell/commands/registry-context.tsx';
import { DropTarget } from './shell/drop-target.tsx';
import { Boundary } from './shell/error-boundary.tsx';
import { NoticeStack } from './shell/notice-stack.tsx';
import { Overlays } from './shell/overlays.tsx';
import { ServicesProvider, useServices, useSessionList, useView, type Services } from './shell/services.tsx';
import { StatusBar } from './shell/status-bar.tsx';
import { applyTheme } from './shell/theme.ts';
import { TitleStrip } from './shell/title-strip.tsx';
import { announce, LiveRegion } from './ui/live-region.tsx';
import { TooltipProvider } from './ui/tooltip.tsx';

export function App({
  services,
  platform,
  pathOf,
}: {
  readonly services: Services;
  readonly platform: Platform;
  /** The path of a dropped file or folder; empty when it has none. */
  readonly pathOf: (file: File) => string;
}) {
  const registry = useMemo(() => createRegistry(services, platform), [services, platform]);
  return (
    <ServicesProvider services={services}>
      <RegistryProvider registry={registry}>
        <TooltipProvider>
          <Boundary>
            <Wiring registry={registry} />
            <div className="grid h-full grid-rows-[40px_auto_minmax(0,1fr)_26px]">
              <TitleStrip />
              <div>
                <Banners />
              </div>
              <Body />
              <StatusBar />
            </div>
            <Overlays />
            <NoticeStack />
            <DropTarget pathOf={pathOf} />
            <LiveRegion />
          </Boundary>
        </TooltipProvider>
      </RegistryProvider>
    </ServicesProvider>
  );
}

/** What connects the stores with the page around the components: theme, language, title, keys, announcements. */
function Wiring({ registry }: { readonly registry: Registry }) {
  const services = useServices();
  const theme = useStore(services.settings, (state) => state?.settings.theme);
  const language = useStore(services.settings, (state) => state?.settings.language);
  const locale = useStore(services.info, (info) => info?.systemLocale ?? navigator.language);

  useEffect(() => (theme === undefined ? undefined : applyTheme(theme, window)), [theme]);
  useEffect(() => {
    if (language !== undefined) setLanguage(language, locale);
  }, [language, locale]);
  useEffect(() => listenForKeys(window, registry), [registry]);
  useEffect(
    () => services.appCommands.listen((command) => runAppCommand(services, registry, command)),
    [services, registry],
  );
  useEffect(
    () =>
      services.sessions.subscribe((list, before) => {
        const said = announcements(before, list).map(announcementWords);
        if (said.length > 0) announce(said.join('. '));
      }),
    [services],
  );
  return <WindowTitle />;
}

/** `(2) Title – Switchyard`: how many sessions need the person, and which one is shown. */
function WindowTitle() {
  const { t } = useT();
  const services = useServices();
  const blocking = useSessionList(countBlocking);
  const selectedId = useView((view) => view.selectedId);
  const session = useSessionList((list) =>
    selectedId === null ? null : (list.byId.get(selectedId) ?? null),
  );
  const name =
    session === null
      ? t('appName')
      : i18next.t('shell:windowTitle', { session: titleWords(t, session.title) });
  const title = (blocking > 0 ? `(${blocking}) ${name}` : name).slice(0, 300);
  useEffect(() => {
    document.title = title;
    void services.client.request('app.setTitle', { title, waiting: blocking });
  }, [services, title, blocking]);
  return null;
}

function runAppCommand(services: Services, registry: Registry, command: AppCommand): void {
  switch (command.type) {
    case 'run-command':
      runCommand(registry, command.commandId);
      return;
    case 'show-session':
      selectSession(services, command.sessionId, { focus: 'composer' });
      return;
    case 'show-workspace':
      showWorkspace(services, command.workspace);
      return;
    case 'problem':
      showError(services, command.what, command.error);
      return;
    default:
      assertNever(command);
  }
}
