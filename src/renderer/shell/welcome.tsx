import { Bot, FolderOpen, Plus } from 'lucide-react';
import { useStore } from 'zustand';
import type { Workspace } from '../../shared/ipc/contract/workspaces.ts';
import { displayText } from '../../shared/text/display.ts';
import { useT } from '../i18n/use-t.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { defaultAgentId, openWorkspaceDialog, startSession } from './actions.ts';
import { useCommandKey } from './commands/registry-context.tsx';
import { useServices, useView } from './services.tsx';

/** The centre while no session is selected: the first run, or the start page of a workspace. */
export function Welcome() {
  const services = useServices();
  const workspaces = useStore(services.workspaces);
  const wantedId = useView((view) => view.workspaceId);
  if (workspaces === null) return <div className="flex-1" />;
  const present = workspaces.filter(({ state }) => state === 'present');
  const workspace = present.find(({ id }) => id === wantedId) ?? present[0];
  return (
    <div className="flex min-h-0 flex-1 overflow-y-auto" data-region="session" tabIndex={-1}>
      <div className="m-auto flex w-full max-w-130 flex-col gap-6 px-6 py-10">
        {workspace === undefined ? <FirstRun /> : <StartPage workspace={workspace} />}
      </div>
    </div>
  );
}

function FirstRun() {
  const { t } = useT();
  const services = useServices();
  const key = useCommandKey('workspace.open');
  return (
    <>
      <div className="flex flex-col items-center gap-3 rounded-3 border border-dashed border-line-strong px-8 py-10 text-center">
        <Mark size={32} />
        <h1 className="mt-1 text-20 font-semibold">{t('shell:welcome.title')}</h1>
        <p className="max-w-100 text-14 text-fg-2">{t('shell:welcome.body')}</p>
        <Button
          variant="primary"
          icon={<FolderOpen size={15} aria-hidden />}
          kbd={key}
          onClick={() => void openWorkspaceDialog(services)}
          className="mt-2"
          data-focus-first=""
        >
          {t('shell:welcome.openFolder')}
        </Button>
      </div>
      <AgentsFound />
    </>
  );
}

function AgentsFound() {
  const { t } = useT();
  const services = useServices();
  const agents = useStore(services.agents) ?? [];
  return (
    <section>
      <div className="mb-1 flex h-7 items-center">
        <h2 className="flex-1 text-12 font-semibold text-fg-2">{t('shell:welcome.agents')}</h2>
        <Button
          size="sm"
          variant="quiet"
          icon={<Plus size={13} aria-hidden />}
          onClick={() => services.view.setState({ overlay: { type: 'settings', section: 'agents' } })}
        >
          {t('shell:welcome.addAgent')}
        </Button>
      </div>
      <ul className="divide-y divide-line rounded-3 border border-line">
        {agents.map((agent) => (
          <li key={agent.id} className="flex items-center gap-3 px-3 py-2">
            <Bot size={16} className="flex-none text-fg-3" aria-hidden />
            <div className="min-w-0 flex-1">
              <div className="truncate font-medium">{displayText(agent.name, 'line')}</div>
              <div className="truncate text-12 text-fg-3">
                {agent.origin === 'bundled' ? (
                  t('shell:welcome.bundled')
                ) : (
                  <code className="text-[11.5px]">{displayText(agent.commandLine, 'line')}</code>
                )}
              </div>
            </div>
            <Badge>{t(`agents:${agent.origin}`)}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}

function StartPage({ workspace }: { readonly workspace: Workspace }) {
  const { t } = useT();
  const services = useServices();
  const agents = useStore(services.agents) ?? [];
  useStore(services.settings, (settings) => settings?.settings.defaultAgentId);
  const key = useCommandKey('session.new');
  const chosen = agents.find((agent) => agent.id === defaultAgentId(services));
  const others = agents.filter((agent) => agent !== chosen);
  const start = (agentId: string) => void startSession(services, { workspaceId: workspace.id, agentId });
  return (
    <div className="flex flex-col items-center gap-3 text-center">
      <Mark size={32} />
      <h1 className="mt-1 max-w-full text-20 font-semibold break-words">
        {t('shell:start.title', { workspace: displayText(workspace.name, 'line') })}
      </h1>
      <p className="max-w-100 text-14 text-fg-2">{t('shell:start.body')}</p>
      <code className="selectable max-w-full truncate text-12 text-fg-3">
        {displayText(workspace.path, 'line')}
      </code>
      {chosen !== undefined && (
        <Button
          variant="primary"
          icon={<Plus size={15} aria-hidden />}
          kbd={key}
          onClick={() => start(chosen.id)}
          className="mt-2"
          data-focus-first=""
        >
          {t('shell:start.button', { agent: displayText(chosen.name, 'line') })}
        </Button>
      )}
      {others.length > 0 && (
        <div className="flex flex-wrap items-center justify-center gap-2">
          <span className="text-12 text-fg-3">{t('shell:start.other')}</span>
          {others.slice(0, 6).map((agent) => (
            <Button key={agent.id} size="sm" onClick={() => start(agent.id)}>
              {displayText(agent.name, 'line')}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
