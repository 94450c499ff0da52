/** Everything the window works with, made once over one client and handed down as it is. */
import { createContext, use, type ReactNode } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import type { Client } from '../../shared/ipc/client.ts';
import type { AgentSummary } from '../../shared/ipc/contract/agents.ts';
import type { AppInfo } from '../../shared/ipc/contract/app.ts';
import type { PermissionsState } from '../../shared/ipc/contract/permissions.ts';
import type { SettingsState } from '../../shared/ipc/contract/settings.ts';
import type { StorageState } from '../../shared/ipc/contract/storage.ts';
import type { Workspace } from '../../shared/ipc/contract/workspaces.ts';
import type { IpcError } from '../../shared/ipc/method.ts';
import { mainKeeper, windowDrafts } from '../composer/draft-store.ts';
import { applySessionsFrames, createSessionList, type SessionList } from '../sessions/list-store.ts';
import { createShownSessions, type ShownSessions } from '../sessions/shown-sessions.ts';
import { createAppCommandQueue, type AppCommandQueue } from './app-commands-queue.ts';
import { createNotices, type Notices } from './notices.ts';
import { createViewStore, withSessions, type View, type ViewStore } from './view-store.ts';

export type Services = {
  readonly client: Client;
  readonly sessions: StoreApi<SessionList>;
  readonly shown: ShownSessions;
  /** null until the first answer. */
  readonly workspaces: StoreApi<readonly Workspace[] | null>;
  readonly agents: StoreApi<readonly AgentSummary[] | null>;
  readonly settings: StoreApi<SettingsState | null>;
  readonly info: StoreApi<AppInfo | null>;
  readonly storage: StoreApi<StorageState | null>;
  readonly permissions: StoreApi<PermissionsState | null>;
  readonly connection: StoreApi<'open' | 'lost'>;
  readonly view: ViewStore;
  readonly notices: Notices;
  /** What the native menu or a second launch asks for. */
  readonly appCommands: AppCommandQueue;
  readonly dispose: () => void;
};

export function createServices(client: Client, rememberedView: Partial<View>): Services {
  const sessions = createSessionList();
  const workspaces = createStore<readonly Workspace[] | null>(() => null);
  const agents = createStore<readonly AgentSummary[] | null>(() => null);
  const settings = createStore<SettingsState | null>(() => null);
  const info = createStore<AppInfo | null>(() => null);
  const storage = createStore<StorageState | null>(() => null);
  const permissions = createStore<PermissionsState | null>(() => null);
  const connection = createStore<'open' | 'lost'>(() => 'open');
  const view = createViewStore(rememberedView);
  const appCommands = createAppCommandQueue();

  // The streams last as long as the window: that one of them ended means that main is gone.
  const onEnd = (_error: IpcError<never> | null) => connection.setState('lost', true);
  const disposers = [
    client.subscribe(
      'sessions.watch',
      {},
      { onBatch: (frames) => sessions.setState((list) => applySessionsFrames(list, frames)), onEnd },
    ),
    client.subscribe('workspaces.watch', {}, { onBatch: keepLast(workspaces), onEnd }),
    client.subscribe('agents.watch', {}, { onBatch: keepLast(agents), onEnd }),
    client.subscribe('settings.watch', {}, { onBatch: keepLast(settings), onEnd }),
    client.subscribe('storage.watch', {}, { onBatch: keepLast(storage), onEnd }),
    client.subscribe('permissions.watch', {}, { onBatch: keepLast(permissions), onEnd }),
    client.subscribe('app.commands', {}, { onBatch: (commands) => appCommands.push(commands), onEnd }),
    sessions.subscribe((list, before) => {
      if (list.loaded && (list.ids !== before.ids || !before.loaded)) {
        view.setState((state) => withSessions(state, before.ids, list.ids), true);
      }
    }),
  ];
  void client.request('app.info', {}).then((answer) => {
    if (answer.ok) info.setState(answer.value, true);
  });

  void windowDrafts().connect(mainKeeper(client));

  const services: Services = {
    client,
    sessions,
    shown: createShownSessions(client, sessions),
    workspaces,
    agents,
    settings,
    info,
    storage,
    permissions,
    connection,
    view,
    notices: createNotices(),
    appCommands,
    dispose: () => disposers.forEach((dispose) => dispose()),
  };
  return services;
}

function keepLast<Value>(store: StoreApi<Value | null>): (events: readonly Value[]) => void {
  return (events) => {
    const last = events.at(-1);
    if (last !== undefined) store.setState(last, true);
  };
}

const ServicesContext = createContext<Services | null>(null);

export function ServicesProvider({
  services,
  children,
}: {
  readonly services: Services;
  readonly children: ReactNode;
}) {
  return <ServicesContext value={services}>{children}</ServicesContext>;
}

export function useServices(): Services {
  const services = use(ServicesContext);
  if (services === null) throw new Error('no services around this component');
  return services;
}

/** A slice of the window's view state: a primitive, or an object that the store keeps as it is. */
export function useView<Slice>(selector: (view: View) => Slice): Slice {
  return useStore(useServices().view, selector);
}

export function useSessionList<Slice>(selector: (list: SessionList) => Slice): Slice {
  return useStore(useServices().sessions, selector);
}
