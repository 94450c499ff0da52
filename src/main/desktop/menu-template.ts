/** Turns our menus, whose texts the rest of the app translates, into what Electron builds a menu from. */
import { assertNever } from '../../shared/result.ts';

/** Roles that do only what their name says; reload and developer tools are for development. */
export type MenuRole =
  | 'about'
  | 'services'
  | 'hide'
  | 'hideOthers'
  | 'unhide'
  | 'quit'
  | 'undo'
  | 'redo'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'pasteAndMatchStyle'
  | 'selectAll'
  | 'minimize'
  | 'zoom'
  | 'front'
  | 'close'
  | 'togglefullscreen'
  | 'resetZoom'
  | 'zoomIn'
  | 'zoomOut'
  | 'reload'
  | 'toggleDevTools';

export type MenuEntry =
  /** Runs a command of the command registry; `accelerator` in Electron's notation, e.g. `CmdOrCtrl+K`. */
  | {
      readonly type: 'command';
      readonly commandId: string;
      readonly label: string;
      readonly accelerator?: string;
    }
  | { readonly type: 'role'; readonly role: MenuRole; readonly label?: string }
  | { readonly type: 'separator' }
  | { readonly type: 'submenu'; readonly label: string; readonly entries: readonly MenuEntry[] };

export type Menu = {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly role?: 'window' | 'help';
};

export type MenuItem = {
  readonly type?: 'normal' | 'separator' | 'submenu';
  readonly role?: MenuRole | 'window' | 'help' | 'appMenu' | 'editMenu' | 'windowMenu';
  readonly label?: string;
  readonly accelerator?: string;
  readonly registerAccelerator?: boolean;
  readonly click?: () => void;
  readonly submenu?: MenuItem[];
};

export type MenuOptions = {
  readonly platform: NodeJS.Platform;
  readonly appName: string;
  readonly run: (commandId: string) => void;
};

/** Null: the platform shows no menu when there is nothing to put in it. */
export function menuTemplate(menus: readonly Menu[], options: MenuOptions): MenuItem[] | null {
  const mac = options.platform === 'darwin';
  if (menus.length === 0) {
    // Without them macOS has no copy and paste at all.
    return mac ? [appMenu(options.appName), { role: 'editMenu' }, { role: 'windowMenu' }] : null;
  }
  const own = menus.map(({ label, entries, role }) => ({
    label,
    ...(role !== undefined && mac ? { role } : {}),
    submenu: entries.map((entry) => toItem(entry, options)),
  }));
  return mac ? [appMenu(options.appName), ...own] : own;
}

function toItem(entry: MenuEntry, options: MenuOptions): MenuItem {
  switch (entry.type) {
    case 'command': {
      const { commandId, label, accelerator } = entry;
      const click = () => options.run(commandId);
      if (accelerator === undefined) return { label, click };
      // Elsewhere the page's key map hears every key by itself: registered too, a command would run twice.
      return { label, click, accelerator, registerAccelerator: options.platform === 'darwin' };
    }
    case 'role':
      return { role: entry.role, ...(entry.label === undefined ? {} : { label: entry.label }) };
    case 'separator':
      return { type: 'separator' };
    case 'submenu':
      return { label: entry.label, submenu: entry.entries.map((inner) => toItem(inner, options)) };
    default:
      return assertNever(entry);
  }
}

function appMenu(appName: string): MenuItem {
  const roles = ['about', null, 'services', null, 'hide', 'hideOthers', 'unhide', null, 'quit'] as const;
  const submenu = roles.map((role): MenuItem => (role === null ? { type: 'separator' } : { role }));
  return { label: appName, submenu };
}
