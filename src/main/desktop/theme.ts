/** Light or dark, for the window frame, native menus and the page's `prefers-color-scheme`. */
import { BrowserWindow, nativeTheme } from 'electron';
import type { Settings } from '../../shared/ipc/contract/settings.ts';

/** The page's own background, so that a window does not flash before the page has drawn. */
export function windowBackground(): string {
  return nativeTheme.shouldUseDarkColors ? '#0e1014' : '#eef0f4';
}

export function setTheme(choice: Settings['theme']): void {
  nativeTheme.themeSource = choice;
}

export function followTheme(): void {
  nativeTheme.on('updated', () => {
    for (const window of BrowserWindow.getAllWindows()) window.setBackgroundColor(windowBackground());
  });
}
