import { expect, test } from 'vitest';
import { menuTemplate } from './menu-template.ts';
import type { Menu } from './menu-template.ts';

const menus: readonly Menu[] = [
  {
    label: 'File',
    entries: [
      { type: 'command', commandId: 'workspace.open', label: 'Open Folder…', accelerator: 'CmdOrCtrl+O' },
      { type: 'separator' },
      {
        type: 'submenu',
        label: 'More',
        entries: [{ type: 'command', commandId: 'app.about', label: 'About' }],
      },
    ],
  },
  { label: 'Window', role: 'window', entries: [{ type: 'role', role: 'minimize', label: 'Minimise' }] },
];

test('on Linux and Windows the menus are as given, and the page alone hears the keys', () => {
  const ran: string[] = [];
  for (const platform of ['linux', 'win32'] as const) {
    const template = menuTemplate(menus, { platform, appName: 'App', run: (id) => ran.push(id) });
    const click = expect.any(Function);
    expect(template).toEqual([
      {
        label: 'File',
        submenu: [
          { label: 'Open Folder…', click, accelerator: 'CmdOrCtrl+O', registerAccelerator: false },
          { type: 'separator' },
          { label: 'More', submenu: [{ label: 'About', click }] },
        ],
      },
      { label: 'Window', submenu: [{ role: 'minimize', label: 'Minimise' }] },
    ]);
    template?.[0]?.submenu?.[0]?.click?.();
  }
  expect(ran).toEqual(['workspace.open', 'workspace.open']);
});

test('on macOS the menu of the app comes first, keys belong to the menu, and Window is the system’s', () => {
  const template = menuTemplate(menus, { platform: 'darwin', appName: 'App', run: () => undefined });
  expect(template?.map(({ label, role }) => ({ label, role }))).toEqual([
    { label: 'App', role: undefined },
    { label: 'File', role: undefined },
    { label: 'Window', role: 'window' },
  ]);
  expect(template?.[0]?.submenu?.map(({ role, type }) => role ?? type)).toEqual([
    'about',
    'separator',
    'services',
    'separator',
    'hide',
    'hideOthers',
    'unhide',
    'separator',
    'quit',
  ]);
  expect(template?.[1]?.submenu?.[0]).toMatchObject({ registerAccelerator: true });
});

test('without menus macOS still has copy and paste, and the others show none', () => {
  const bare = (platform: NodeJS.Platform) =>
    menuTemplate([], { platform, appName: 'App', run: () => undefined });
  expect(bare('darwin')?.slice(1)).toEqual([{ role: 'editMenu' }, { role: 'windowMenu' }]);
  expect(bare('linux')).toBeNull();
});
