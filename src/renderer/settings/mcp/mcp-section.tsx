import { ChevronRight, ClipboardPaste, Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { McpAgentView, McpServerView, McpState } from '../../../shared/ipc/contract/mcp.ts';
import { displayText } from '../../../shared/text/display.ts';
import { useServices } from '../../shell/services.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { AgentServers } from './agent-servers.tsx';
import { ImportForm } from './import-form.tsx';
import { Problems } from './problems.tsx';
import { ServerForm } from './server-form.tsx';
import { ServerRow } from './server-row.tsx';
import { askMcp, mcpErrorWords, useMcp } from './use-mcp.ts';
import { WorkspaceServers } from './workspace-servers.tsx';

type Mode =
  | { readonly type: 'list' }
  | { readonly type: 'add' }
  | { readonly type: 'import' }
  | { readonly type: 'edit'; readonly server: McpServerView };

/** MCP servers: the person's, those of workspaces, and who gets them. */
export function McpSection() {
  const { t } = useTranslation(['mcp', 'common']);
  const services = useServices();
  const state = useMcp();
  const [mode, setMode] = useState<Mode>({ type: 'list' });
  const [removed, setRemoved] = useState<{ readonly id: string; readonly token: string } | null>(null);
  const toList = () => setMode({ type: 'list' });
  if (state === null) return <p className="text-fg-3">{t('common:loading')}</p>;
  const canStore = state.canStoreSecrets;
  if (mode.type === 'add') return <ServerForm server={null} canStore={canStore} onDone={toList} />;
  if (mode.type === 'edit') return <ServerForm server={mode.server} canStore={canStore} onDone={toList} />;
  if (mode.type === 'import') return <ImportForm canStore={canStore} onDone={toList} />;

  const remove = async (id: string) => {
    const answer = await services.client.request('mcp.remove', { id });
    if (answer.ok) setRemoved({ id, token: answer.value.token });
    else {
      const body = mcpErrorWords(answer.error);
      services.notices.show({ tone: 'fail', title: t('mcp:errors.title'), body });
    }
  };
  const restore = async (token: string) => {
    if (await askMcp(services, services.client.request('mcp.restore', { token }))) setRemoved(null);
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="text-12 text-fg-2">{t('mcp:intro')}</p>
      <section aria-labelledby="mcp-yours" className="flex flex-col gap-2">
        <div className="flex items-center gap-2">
          <h3 id="mcp-yours" className="flex-1 text-12 font-semibold text-fg-2">
            {t('mcp:yours')}
          </h3>
          <Button
            size="sm"
            icon={<ClipboardPaste size={12} aria-hidden />}
            onClick={() => setMode({ type: 'import' })}
          >
            {t('mcp:import')}
          </Button>
          <Button size="sm" icon={<Plus size={12} aria-hidden />} onClick={() => setMode({ type: 'add' })}>
            {t('mcp:add')}
          </Button>
        </div>
        {removed !== null && (
          <Banner
            tone="info"
            urgent
            title={t('mcp:removed', { server: displayText(removed.id, 'line') })}
            onDismiss={() => setRemoved(null)}
            actions={
              <Button size="sm" onClick={() => void restore(removed.token)}>
                {t('mcp:undo')}
              </Button>
            }
          />
        )}
        {state.servers.length === 0 ? (
          <p className="rounded-3 border border-dashed border-line px-3 py-4 text-center text-12 text-fg-3">
            {t('mcp:empty')}
          </p>
        ) : (
          <ul className="divide-y divide-line rounded-3 border border-line">
            {state.servers.map((server) => (
              <li key={server.id} aria-label={displayText(server.id, 'line')} className="px-3 py-2">
                <ServerRow
                  server={server}
                  workspaceId={null}
                  canStore={canStore}
                  onEdit={() => setMode({ type: 'edit', server })}
                  onRemove={() => void remove(server.id)}
                />
              </li>
            ))}
          </ul>
        )}
        <Problems problems={state.problems} file={displayText(state.path, 'line')} />
      </section>
      <Workspaces state={state} />
      <Agents state={state} />
    </div>
  );
}

function Workspaces({ state }: { readonly state: McpState }) {
  const { t } = useTranslation('mcp');
  const { client } = useServices();
  // A trusted one without a file stays, so that trust can be taken back.
  const shown = state.workspaces.filter(({ hasFile, trusted }) => hasFile || trusted);
  return (
    <section aria-labelledby="mcp-workspaces" className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <h3 id="mcp-workspaces" className="flex-1 text-12 font-semibold text-fg-2">
          {t('workspace.title')}
        </h3>
        <Button
          size="sm"
          variant="quiet"
          icon={<RefreshCw size={12} aria-hidden />}
          onClick={() => void client.request('mcp.refresh', {})}
        >
          {t('refresh')}
        </Button>
      </div>
      <p className="text-12 text-fg-3">{t('workspace.intro')}</p>
      {shown.length === 0 && <p className="text-12 text-fg-3">{t('workspace.none')}</p>}
      {shown.map((workspace) => (
        <WorkspaceServers
          key={workspace.workspaceId}
          workspace={workspace}
          canStore={state.canStoreSecrets}
        />
      ))}
    </section>
  );
}

function Agents({ state }: { readonly state: McpState }) {
  const { t } = useTranslation('mcp');
  const counted = ({ off, workspace, takes }: McpAgentView) => {
    if (takes?.stdio === false) return t('agents.takesNone');
    const isAll = workspace && !state.servers.some(({ id }) => off.includes(id));
    return t(isAll ? 'agents.all' : 'agents.some');
  };
  return (
    <section aria-labelledby="mcp-agents" className="flex flex-col gap-2">
      <h3 id="mcp-agents" className="text-12 font-semibold text-fg-2">
        {t('agents.title')}
      </h3>
      <p className="text-12 text-fg-3">{t('agents.intro')}</p>
      <ul className="divide-y divide-line rounded-3 border border-line">
        {state.agents.map((agent) => (
          <li key={agent.id} className="px-3 py-2">
            <details className="group">
              <summary className="flex cursor-default items-center gap-2">
                <ChevronRight size={13} className="flex-none text-fg-3 group-open:rotate-90" aria-hidden />
                <span className="flex-1 truncate font-medium">{displayText(agent.name, 'line')}</span>
                <span className="num text-12 text-fg-3">{counted(agent)}</span>
              </summary>
              <div className="mt-2">
                <AgentServers agent={agent} servers={state.servers} />
              </div>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
