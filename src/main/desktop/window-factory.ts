/** The one place that makes windows. */
import { BrowserWindow } from 'electron';
import { ownPageUrl } from './own-pages.ts';
import type { OwnPages } from './own-pages.ts';
import { windowBackground } from './theme.ts';
import { webPreferences } from './web-preferences.ts';

export type WindowOptions = {
  readonly pages: OwnPages;
  readonly preloadFile: string;
  readonly devTools: boolean;
  readonly title: string;
};

/** Loads the page at once; shows when there is something to see. */
export function createWindow({ pages, preloadFile, devTools, title }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    title,
    width: 1280,
    height: 800,
    minWidth: 880,
    minHeight: 560,
    show: false,
    backgroundColor: windowBackground(),
    autoHideMenuBar: true,
    webPreferences: webPreferences({ preload: preloadFile, devTools }),
  });
  window.once('ready-to-show', () => window.show());
  // The page says its title through the contract, where it is cut to length.
  window.on('page-title-updated', (event) => event.preventDefault());
  // A page that cannot be loaded is seen as such in the window; there is nothing else to do about it.
  window.loadURL(ownPageUrl(pages)).catch(() => window.show());
  return window;
}
