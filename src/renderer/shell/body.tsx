import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import { useStore } from 'zustand';
import { review } from '../review/review-store.ts';
import { useT } from '../i18n/use-t.ts';
import { SessionView } from '../sessions/session-view.tsx';
import { Sidebar } from '../sessions/sidebar.tsx';
import { terminalPanel } from '../terminals/panel-store.ts';
import { TerminalPanel } from '../terminals/terminal-panel.tsx';
import { useMedia } from '../ui/media.ts';
import { Boundary } from './error-boundary.tsx';
import { Pane } from './pane.tsx';
import { useSessionList, useView } from './services.tsx';
import { SessionGrid } from './session-grid.tsx';
import { Welcome } from './welcome.tsx';

/** Sidebar, centre and the pane at the right, which floats over the centre in narrow windows. */
export function Body() {
  const sidebarOpen = useView((view) => view.sidebar === 'open');
  const paneOpen = useStore(review, ({ open }) => open !== null);
  const narrow = useMedia('(max-width: 1023px)');
  return (
    <div className="relative flex min-h-0">
      {sidebarOpen && (
        <div className="grid w-(--side-width) flex-none grid-cols-[minmax(0,1fr)]">
          <Sidebar />
        </div>
      )}
      <WithTerminals>{paneOpen && !narrow ? <Split /> : <Centre />}</WithTerminals>
      {paneOpen && narrow && <FloatingPane />}
    </div>
  );
}

/** The terminals have their room below, so that lines are long; what is above stays where it is in the tree. */
function WithTerminals({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('terminals');
  const open = useStore(terminalPanel, (panel) => panel.open);
  const layout = useDefaultLayout({
    id: 'switchyard.terminals',
    panelIds: open ? ['above', 'terminals'] : ['above'],
    storage: localStorage,
  });
  return (
    <Group
      orientation="vertical"
      className="min-w-0 flex-1"
      {...(layout.defaultLayout === undefined ? {} : { defaultLayout: layout.defaultLayout })}
      onLayoutChanged={layout.onLayoutChanged}
    >
      <Panel id="above" minSize={200} className="flex min-w-0">
        {children}
      </Panel>
      {open && (
        <>
          <Separator
            aria-label={t('resize')}
            className="relative h-px bg-line outline-none data-[separator=active]:bg-accent data-[separator=focus]:bg-focus data-[separator=hover]:bg-accent"
          />
          <Panel id="terminals" defaultSize="36%" minSize={120} maxSize="80%" className="flex min-w-0">
            <Boundary>
              <TerminalPanel />
            </Boundary>
          </Panel>
        </>
      )}
    </Group>
  );
}

function Split() {
  const { t } = useT();
  const layout = useDefaultLayout({
    id: 'switchyard.pane',
    panelIds: ['centre', 'pane'],
    storage: localStorage,
  });
  return (
    <Group
      orientation="horizontal"
      className="min-w-0 flex-1"
      {...(layout.defaultLayout === undefined ? {} : { defaultLayout: layout.defaultLayout })}
      onLayoutChanged={layout.onLayoutChanged}
    >
      <Panel id="centre" minSize={400} className="flex min-w-0">
        <Centre />
      </Panel>
      <Separator
        aria-label={t('shell:resizePane')}
        className="relative w-px bg-line outline-none data-[separator=active]:bg-accent data-[separator=focus]:bg-focus data-[separator=hover]:bg-accent"
      />
      <Panel id="pane" defaultSize="38%" minSize={320} maxSize="65%" className="flex min-w-0">
        <Pane />
      </Panel>
    </Group>
  );
}

function FloatingPane() {
  return (
    <div className="absolute inset-y-0 right-0 z-20 flex w-[min(480px,90%)] border-l border-line-strong shadow-float">
      <Pane />
    </div>
  );
}

function Centre() {
  const { t } = useT();
  const layout = useView((view) => view.layout);
  const selectedId = useView((view) => view.selectedId);
  const loaded = useSessionList((list) => list.loaded);
  return (
    <main
      aria-label={t('shell:regions.session')}
      data-region={layout === 'grid' ? undefined : 'session'}
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-main"
    >
      <Boundary>
        {layout === 'grid' ? (
          <SessionGrid />
        ) : selectedId !== null ? (
          <SessionView key={selectedId} id={selectedId} />
        ) : (
          loaded && <Welcome />
        )}
      </Boundary>
    </main>
  );
}
