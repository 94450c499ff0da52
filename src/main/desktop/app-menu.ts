import { app, Menu } from 'electron';
import type { MenuItemConstructorOptions } from 'electron';
import { menuTemplate } from './menu-template.ts';
import type { Menu as OwnMenu } from './menu-template.ts';

/** Replaces the native menu, Electron's default one with it. `run` gets the chosen command's id. */
export function setAppMenu(menus: readonly OwnMenu[], run: (commandId: string) => void): void {
  const template = menuTemplate(menus, { platform: process.platform, appName: app.name, run });
  Menu.setApplicationMenu(
    template === null ? null : Menu.buildFromTemplate(template as MenuItemConstructorOptions[]),
  );
}
