import { Bot, ChevronDown, FolderInput, FolderOpen, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  currentWorkspaceId,
  defaultAgentId,
  openWorkspaceDialog,
  rememberAgent,
  startSession,
} from '../shell/actions.ts';
import { useCommandKey } from '../shell/commands/registry-context.tsx';
import { useServices } from '../shell/services.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { Tooltip } from '../ui/tooltip.tsx';

/** One press starts a session as last time; the arrow beside it chooses agent and workspace first. */
export function NewSessionButton() {
  const { t } = useTranslation('sessions');
  const services = useServices();
  const key = useCommandKey('session.new');
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    await startSession(services, {});
    setBusy(false);
  };
  return (
    <div className="flex min-w-0 flex-1">
      <Tooltip content={t('new')} kbd={key}>
        <button
          type="button"
          disabled={busy}
          onClick={() => void start()}
          className="flex h-7 min-w-0 flex-1 items-center justify-center gap-1.5 rounded-l-2 bg-accent pl-3 font-medium text-on-accent hover:not-disabled:bg-accent-hover disabled:opacity-60"
        >
          <Plus size={14} strokeWidth={2.2} aria-hidden />
          {t('new')}
        </button>
      </Tooltip>
      <ChooserMenu />
    </div>
  );
}

function ChooserMenu() {
  const { t } = useTranslation(['sessions', 'catalogue', 'lists']);
  const services = useServices();
  const agents = useStore(services.agents) ?? [];
  const workspaces = useStore(services.workspaces) ?? [];
  // Read again on every opening: both follow what was chosen last.
  const [open, setOpen] = useState(false);
  const agentId = defaultAgentId(services);
  const workspaceId = currentWorkspaceId(services);
  const entries: readonly MenuEntry[] = [
    {
      type: 'choices',
      id: 'agents',
      label: t('withAgent'),
      value: agentId,
      choices: agents.map(({ id, name, commandLine, origin }) => ({
        value: id,
        label: name,
        description: origin === 'custom' || origin === 'found' ? commandLine : undefined,
      })),
      onChange: (id) => {
        rememberAgent(services, id);
        void startSession(services, { agentId: id });
      },
    },
    { type: 'separator', id: 'line' },
    {
      type: 'choices',
      id: 'workspaces',
      label: t('inWorkspace'),
      value: workspaceId,
      choices: workspaces
        .filter(({ state }) => state === 'present')
        .slice(0, 12)
        .map(({ id, name, path }) => ({ value: id, label: name, description: path })),
      onChange: (id) => void startSession(services, { workspaceId: id }),
    },
    {
      type: 'action',
      id: 'more',
      label: t('catalogue:moreAgents'),
      icon: <Bot size={14} />,
      onSelect: () => services.view.setState({ overlay: { type: 'settings', section: 'agents' } }),
    },
    {
      type: 'action',
      id: 'import',
      label: t('lists:import.open'),
      icon: <FolderInput size={14} />,
      disabled: workspaceId === null || agentId === null,
      onSelect: () => services.view.setState({ overlay: { type: 'import' } }),
    },
    {
      type: 'action',
      id: 'open',
      label: t('openFolder'),
      icon: <FolderOpen size={14} />,
      onSelect: () => void openWorkspaceDialog(services),
    },
  ];
  return (
    <Menu
      open={open}
      onOpenChange={setOpen}
      align="end"
      label={t('chooseAgent')}
      entries={entries}
      trigger={
        <button
          type="button"
          aria-label={t('chooseAgent')}
          className="flex h-7 w-7 items-center justify-center rounded-r-2 border-l border-on-accent/25 bg-accent text-on-accent hover:bg-accent-hover"
        >
          <ChevronDown size={14} aria-hidden />
        </button>
      }
    />
  );
}
