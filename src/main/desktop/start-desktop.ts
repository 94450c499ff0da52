/**
 * The Electron half of the app: guards, scheme, windows, ports, menu, quitting. The other half, `Backend`,
 * knows nothing of Electron; `main.ts` builds it and passes it in.
 */
import { join } from 'node:path';
import { app, dialog } from 'electron';
import type { AppCommand, AppInfo, appContract } from '../../shared/ipc/contract/app.ts';
import type { Settings } from '../../shared/ipc/contract/settings.ts';
import { contract } from '../../shared/ipc/contract.ts';
import type { Contract } from '../../shared/ipc/contract.ts';
import type { Handlers } from '../../shared/ipc/handler.ts';
import type { Port } from '../../shared/ipc/port.ts';
import { serve } from '../../shared/ipc/serve.ts';
import { appHandlers } from './app-handlers.ts';
import { appInfo } from './app-info.ts';
import { setAppMenu } from './app-menu.ts';
import { registerAppScheme, serveApp } from './app-protocol.ts';
import { setBadge } from './badge.ts';
import { copyText } from './clipboard.ts';
import { createErrorLog, writeToStderr } from './error-log.ts';
import type { ErrorLog } from './error-log.ts';
import { openExternalLink } from './external-link.ts';
import { chooseFolder } from './folder-dialog.ts';
import { osCipher } from './os-cipher.ts';
import { ownArguments, parseLaunchArguments } from './launch-arguments.ts';
import type { LaunchArguments } from './launch-arguments.ts';
import { installLifecycle } from './lifecycle.ts';
import { createLogFile } from './log-file.ts';
import type { Menu } from './menu-template.ts';
import { guardNetwork } from './network-guard.ts';
import { createOwnWindows } from './own-windows.ts';
import type { OwnWindow } from './own-windows.ts';
import { guardPermissions } from './permission-guard.ts';
import { chooseNewFile } from './save-dialog.ts';
import { saveText } from './save-text.ts';
import { claimSingleInstance } from './single-instance.ts';
import { followTheme, setTheme } from './theme.ts';
import { guardWebContents } from './web-contents-guard.ts';
import { handOverPorts } from './window-port.ts';

/** Everything but `app.*`, which the desktop serves itself. */
export type BackendHandlers = Handlers<Omit<Contract, keyof typeof appContract>>;

export type WindowHandle = {
  readonly id: number;
  /** The system's folder dialog over this window; null when dismissed. */
  chooseFolder(): Promise<string | null>;
  /** The system's dialog for a new file over this window; null when dismissed. */
  chooseNewFile(suggestedName: string): Promise<string | null>;
};

export type Backend = {
  /** Called once for every port that a window gets: on opening it and on each reload. */
  handlersFor(window: WindowHandle): BackendHandlers;
  /** The command line of the first launch, and then of every later one. Its folder may not exist. */
  onLaunch(launch: LaunchArguments): void;
  /** Stops all that must not outlive the app. Has 10 s. */
  shutdown(): Promise<void>;
};

export type DesktopHost = {
  readonly userDataDir: string;
  readonly info: AppInfo;
  readonly errors: ErrorLog;
  readonly isPackaged: boolean;
  setTheme(choice: Settings['theme']): void;
  /** What the system offers to keep secrets with. */
  readonly cipher: typeof osCipher;
  /** Replaces the native menu. A chosen command runs in the window in front. */
  setMenu(menus: readonly Menu[]): void;
  /** Asks the window in front to act, opening one when there is none, and brings it up. */
  sendCommand(command: AppCommand): void;
};

export type DesktopOptions = {
  /** Absolute paths of the built preload script and of the folder with the built page. */
  readonly preloadFile: string;
  readonly rendererDir: string;
  /** Where the page comes from while developing with hot reload, else null. */
  readonly devServerUrl: string | null;
  readonly buildBackend: (host: DesktopHost) => Promise<Backend>;
};

/** Call once, first thing: parts of it must happen before Electron is ready. */
export async function startDesktop(options: DesktopOptions): Promise<void> {
  const errors = createErrorLog([writeToStderr, createLogFile(join(app.getPath('userData'), 'logs'))]);
  // A packaged app ignores the environment of whoever started it.
  const pages = { devServerUrl: app.isPackaged ? null : options.devServerUrl };
  const args = ownArguments(process.argv, { defaultApp: process.defaultApp });
  const windows = createOwnWindows({
    pages,
    preloadFile: options.preloadFile,
    devTools: !app.isPackaged,
    title: app.name,
  });
  const built = deferred<Backend>();

  function launch(what: LaunchArguments): void {
    void built.promise.then((backend) => backend.onLaunch(what));
  }

  const own = { args: [...args], cwd: process.cwd() };
  const isFirst = claimSingleInstance(own, (later) => {
    windows.show();
    launch(later);
  });
  if (!isFirst) {
    app.exit(0);
    return;
  }

  // For every renderer, whatever its own preferences say. Root on Linux can only run without a sandbox.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  registerAppScheme();
  guardWebContents({ pages, onRefused: (what) => void errors.report(what, 'refused') });
  app.on('session-created', (session) => {
    guardPermissions(session, { pages, isOwnWindow: ({ id }) => windows.ofContents(id) !== null });
    guardNetwork(session, pages);
  });
  installLifecycle({ errors, shutdown: async () => built.value?.shutdown() });
  handOverPorts({
    pages,
    isOwnWindow: (id) => windows.ofContents(id) !== null,
    onRefused: (reason, id) => void errors.report(`port for web contents ${id}: ${reason}`, 'refused'),
    onPort: (port, id) => serveWindow(port, windows.ofContents(id)),
  });
  // What the dock and "open with" bring on macOS.
  app.on('activate', () => void windows.show());
  app.on('open-file', (event, folder) => {
    event.preventDefault();
    launch({ folder, agentId: null });
  });

  function serveWindow(port: Port, shown: OwnWindow | null): () => void {
    let close = () => port.close();
    void built.promise.then((backend) => {
      if (shown === null) return;
      const { window, commands } = shown;
      const { id } = window;
      const handlers: Handlers<Contract> = {
        ...backend.handlersFor({
          id,
          chooseFolder: () => chooseFolder(id),
          chooseNewFile: (suggestedName) => chooseNewFile(id, suggestedName),
        }),
        ...appHandlers({
          info: appInfo(),
          commands,
          openExternal: openExternalLink,
          copyText,
          saveText: (suggestedName, text) => saveText(id, suggestedName, text),
          setTitle: (title) => window.setTitle(title),
          setBadge,
          errors,
        }),
      };
      close = serve({ contract, handlers, port, onUnexpected: errors.report }).close;
    });
    return () => close();
  }

  await app.whenReady();
  setAppMenu([], () => undefined);
  followTheme();
  try {
    if (pages.devServerUrl === null) await serveApp(options.rendererDir);
    // The page loads while the rest is built; its first calls wait in its port.
    windows.open();
    const backend = await options.buildBackend({
      userDataDir: app.getPath('userData'),
      info: appInfo(),
      errors,
      isPackaged: app.isPackaged,
      setTheme,
      cipher: osCipher,
      setMenu: (menus) => {
        setAppMenu(menus, (commandId) => windows.sendCommand({ type: 'run-command', commandId }));
      },
      sendCommand: windows.sendCommand,
    });
    built.resolve(backend);
    launch(parseLaunchArguments(args, own.cwd));
  } catch (error) {
    const id = errors.report(error, 'start');
    dialog.showErrorBox(`${app.name} could not start`, `${String(error)}\n\nIt is in the log under ${id}.`);
    app.exit(1);
  }
}

function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  const state: { readonly promise: Promise<Value>; value: Value | null; resolve(value: Value): void } = {
    promise,
    value: null,
    resolve(value) {
      state.value = value;
      resolve(value);
    },
  };
  return state;
}
