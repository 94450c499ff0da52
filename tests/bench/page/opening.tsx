/** Opens sessions of any length as the window does, and tells how long it took until they were painted. */
import { createRoot } from 'react-dom/client';
import { useStore } from 'zustand';
import { SessionView } from '../../../src/renderer/sessions/session-view.tsx';
import { createRegistry } from '../../../src/renderer/shell/commands/registry.ts';
import { RegistryProvider } from '../../../src/renderer/shell/commands/registry-context.tsx';
import { createServices, ServicesProvider, type Services } from '../../../src/renderer/shell/services.tsx';
import { TooltipProvider } from '../../../src/renderer/ui/tooltip.tsx';
import type { SessionState } from '../../../src/shared/session/state.ts';
import { startWithin, openingBudget, windowOf } from '../../../src/shared/session/window.ts';
import { createFeed } from './feed.ts';
import { nextFrame } from './frames.ts';
import { longSession, sessionIdOf, summaryAt } from './long-session.ts';

let services: Services | null = null;

/** `whole`: everything comes at once, as without windows. */
export async function prepareOpening(spec: {
  readonly sessions: number;
  readonly items: number;
  readonly whole: boolean;
}): Promise<void> {
  const state = longSession(spec.items);
  const ids = Array.from({ length: spec.sessions }, (_, index) => sessionIdOf(index));
  const feed = createFeed({
    summaries: ids.map((_, index) => ({ ...summaryAt(index, 0), seq: state.seq })),
    states: new Map(ids.map((id) => [id, state])),
    // What comes over a port is cloned.
    snapshotOf: (full: SessionState) =>
      structuredClone(spec.whole ? full : windowOf(full, startWithin(full, openingBudget))),
  });
  services = createServices(feed.client, {});
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no root element');
  createRoot(root).render(
    <ServicesProvider services={services}>
      <RegistryProvider registry={createRegistry(services, 'linux')}>
        <TooltipProvider>
          <Selected services={services} />
        </TooltipProvider>
      </RegistryProvider>
    </ServicesProvider>,
  );
  await nextFrame();
  await nextFrame();
}

function Selected({ services: { view } }: { readonly services: Services }) {
  const id = useStore(view, ({ selectedId }) => selectedId);
  return (
    <div className="flex h-full flex-col bg-main">{id !== null && <SessionView key={id} id={id} />}</div>
  );
}

/** ms from the selection until the frame after the one that has its rows. */
export async function openOne(index: number): Promise<number> {
  const id = sessionIdOf(index);
  const begin = performance.now();
  services?.view.setState({ selectedId: id });
  while (document.querySelector(`[data-session="${id}"] [data-row]`) === null) await nextFrame();
  await nextFrame();
  return performance.now() - begin;
}

/** What the page does by itself within `ms`: frames it asks for, and changes of the document. */
export async function idle(ms: number): Promise<{ readonly frames: number; readonly changes: number }> {
  let frames = 0;
  let changes = 0;
  const ask = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) => {
    frames += 1;
    return ask(callback);
  };
  const observer = new MutationObserver((records) => {
    changes += records.length;
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
  observer.disconnect();
  window.requestAnimationFrame = ask;
  return { frames, changes };
}
