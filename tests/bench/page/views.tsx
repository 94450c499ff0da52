/** The app's own parts around a feed. */
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { SessionProvider } from '../../../src/renderer/sessions/session-context.tsx';
import { openSession } from '../../../src/renderer/sessions/session-store.ts';
import { Sidebar } from '../../../src/renderer/sessions/sidebar.tsx';
import { createRegistry } from '../../../src/renderer/shell/commands/registry.ts';
import { RegistryProvider } from '../../../src/renderer/shell/commands/registry-context.tsx';
import { createServices, ServicesProvider, type Services } from '../../../src/renderer/shell/services.tsx';
import { Transcript } from '../../../src/renderer/transcript/transcript.tsx';
import { TooltipProvider } from '../../../src/renderer/ui/tooltip.tsx';
import type { Feed } from './feed.ts';

export function mountTranscript(feed: Feed, sessionId: string): void {
  const services = createServices(feed.client, {});
  const session = openSession(feed.client, sessionId, services.sessions);
  mount(
    services,
    <div className="flex h-full flex-col bg-main">
      <SessionProvider session={session}>
        <Transcript />
      </SessionProvider>
    </div>,
  );
}

/** The list, beside stores of the sessions that stream as a grid of them would have. */
export function mountSidebar(feed: Feed, streaming: readonly string[]): void {
  const services = createServices(feed.client, {});
  for (const id of streaming) openSession(feed.client, id, services.sessions);
  mount(
    services,
    <div className="grid h-full w-(--side-width)">
      <Sidebar />
    </div>,
  );
}

function mount(services: Services, children: ReactNode): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no root element');
  createRoot(root).render(
    <ServicesProvider services={services}>
      <RegistryProvider registry={createRegistry(services, 'linux')}>
        <TooltipProvider>{children}</TooltipProvider>
      </RegistryProvider>
    </ServicesProvider>,
  );
}
