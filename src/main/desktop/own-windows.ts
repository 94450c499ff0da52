/** The windows of the app, each with the channel over which main asks its page to act. */
import { BrowserWindow } from 'electron';
import type { AppCommand } from '../../shared/ipc/contract/app.ts';
import { createCommandChannel } from './command-channel.ts';
import type { CommandChannel } from './command-channel.ts';
import { createWindow } from './window-factory.ts';
import type { WindowOptions } from './window-factory.ts';

export type OwnWindow = { readonly window: BrowserWindow; readonly commands: CommandChannel };

export type OwnWindows = {
  open(): OwnWindow;
  /** The window that shows these web contents; null when they are not ours. */
  ofContents(webContentsId: number): OwnWindow | null;
  /** Brings the window in front up, opening one when there is none. */
  show(): OwnWindow;
  /** Asks the window in front to act, and brings it up. */
  sendCommand(command: AppCommand): void;
};

export function createOwnWindows(options: WindowOptions): OwnWindows {
  const byContents = new Map<number, OwnWindow>();

  function open(): OwnWindow {
    const own = { window: createWindow(options), commands: createCommandChannel() };
    const { id } = own.window.webContents;
    byContents.set(id, own);
    own.window.once('closed', () => byContents.delete(id));
    return own;
  }

  function show(): OwnWindow {
    const all = [...byContents.values()];
    const focused = BrowserWindow.getFocusedWindow();
    const own = all.find(({ window }) => window === focused) ?? all.at(-1);
    // A new window shows itself once it has something to show.
    if (own === undefined) return open();
    if (own.window.isMinimized()) own.window.restore();
    own.window.show();
    own.window.focus();
    return own;
  }

  return {
    open,
    show,
    ofContents: (webContentsId) => byContents.get(webContentsId) ?? null,
    sendCommand: (command) => show().commands.send(command),
  };
}
