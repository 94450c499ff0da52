import { currentWorkspaceId, defaultAgentId, openWorkspaceDialog, startSession } from '../actions.ts';
import type { Services } from '../services.tsx';
import type { Command } from './command.ts';

export function appCommands(services: Services): readonly Command[] {
  const { view } = services;
  const always = () => true;
  return [
    {
      id: 'app.palette',
      title: 'palette',
      group: 'app',
      scope: 'everywhere',
      keys: ['Mod+K', 'Mod+Shift+P'],
      listed: false,
      enabled: always,
      run: () =>
        view.setState(({ overlay }) => ({
          overlay: overlay?.type === 'palette' ? null : { type: 'palette' },
        })),
    },
    {
      id: 'app.search',
      title: 'searchAll',
      group: 'go',
      scope: 'everywhere',
      keys: ['Mod+Shift+F'],
      listed: true,
      enabled: always,
      run: () => view.setState({ overlay: { type: 'search' } }),
    },
    ...permissionPages.map(({ page, title }): Command => ({
      id: `app.permissions.${page}`,
      title,
      group: 'app',
      scope: 'everywhere',
      keys: [],
      listed: true,
      enabled: always,
      run: () =>
        view.setState(({ selectedId }) => ({
          overlay: { type: 'permissions', page, sessionId: selectedId },
        })),
    })),
    {
      id: 'app.trust',
      title: 'trustWorkspace',
      group: 'app',
      scope: 'everywhere',
      keys: [],
      listed: true,
      enabled: () => currentWorkspaceId(services) !== null,
      run: () => {
        const workspaceId = currentWorkspaceId(services);
        if (workspaceId !== null) view.setState({ overlay: { type: 'trust', workspaceId } });
      },
    },
    {
      id: 'app.verify',
      title: 'verifySessions',
      group: 'app',
      scope: 'everywhere',
      keys: [],
      listed: true,
      enabled: always,
      run: () => view.setState({ overlay: { type: 'settings', section: 'storage' } }),
    },
    {
      id: 'session.new',
      title: 'newSession',
      group: 'app',
      scope: 'everywhere',
      keys: ['Mod+N'],
      listed: true,
      enabled: always,
      run: () => void startSession(services, {}),
    },
    {
      id: 'session.import',
      title: 'importSession',
      group: 'app',
      scope: 'everywhere',
      keys: [],
      listed: true,
      enabled: () => currentWorkspaceId(services) !== null && defaultAgentId(services) !== null,
      run: () => view.setState({ overlay: { type: 'import' } }),
    },
    {
      id: 'workspace.open',
      title: 'openFolder',
      group: 'app',
      scope: 'everywhere',
      keys: ['Mod+O'],
      listed: true,
      enabled: always,
      run: () => void openWorkspaceDialog(services),
    },
    {
      id: 'app.settings',
      title: 'settings',
      group: 'app',
      scope: 'everywhere',
      keys: ['Mod+,'],
      listed: true,
      enabled: always,
      run: () => view.setState({ overlay: { type: 'settings', section: 'general' } }),
    },
    {
      id: 'agents.add',
      title: 'addAgent',
      group: 'app',
      scope: 'everywhere',
      keys: [],
      listed: true,
      enabled: always,
      run: () => view.setState({ overlay: { type: 'settings', section: 'agents' } }),
    },
    {
      id: 'app.usage',
      title: 'usage',
      group: 'app',
      scope: 'everywhere',
      keys: ['Mod+Shift+U'],
      listed: true,
      enabled: always,
      run: () => view.setState({ overlay: { type: 'usage' } }),
    },
    {
      id: 'app.trash',
      title: 'trash',
      group: 'app',
      scope: 'everywhere',
      keys: [],
      listed: true,
      enabled: always,
      run: () => view.setState({ overlay: { type: 'trash' } }),
    },
    {
      id: 'app.help',
      title: 'help',
      group: 'app',
      scope: 'page',
      keys: ['?'],
      listed: true,
      enabled: always,
      run: () => view.setState({ overlay: { type: 'help' } }),
    },
    ...(['light', 'dark', 'system'] as const).map((theme): Command => ({
      id: `theme.${theme}`,
      title: theme === 'light' ? 'themeLight' : theme === 'dark' ? 'themeDark' : 'themeSystem',
      group: 'app',
      scope: 'everywhere',
      keys: [],
      listed: true,
      enabled: () => services.settings.getState()?.settings.theme !== theme,
      run: () => void services.client.request('settings.update', { patch: { theme } }),
    })),
  ];
}

const permissionPages = [
  { page: 'rules', title: 'permissionRules' },
  { page: 'decisions', title: 'permissionDecisions' },
  { page: 'try', title: 'tryRequest' },
] as const;
