import { useTranslation } from 'react-i18next';
import type { McpAgentView, McpServerView } from '../../../shared/ipc/contract/mcp.ts';
import { displayText } from '../../../shared/text/display.ts';
import { useServices } from '../../shell/services.tsx';
import { askMcp, useMcp } from './use-mcp.ts';

/** Which servers one agent gets, and what it takes. */
export function AgentServers({
  agent,
  servers,
}: {
  readonly agent: McpAgentView;
  readonly servers: readonly McpServerView[];
}) {
  const { t } = useTranslation('mcp');
  const services = useServices();
  const name = displayText(agent.name, 'line');
  const choose = (off: readonly string[], workspace: boolean) =>
    void askMcp(
      services,
      services.client.request('mcp.choose', { agentId: agent.id, off: [...off], workspace }),
    );
  return (
    <div className="flex flex-col gap-1.5 text-12">
      <p className="text-fg-3">{takesWords(t, agent)}</p>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {servers.map(({ id }) => {
          const server = displayText(id, 'line');
          return (
            <label key={id} className="flex items-center gap-1.5">
              <input
                type="checkbox"
                aria-label={t('agents.gets', { agent: name, server })}
                checked={!agent.off.includes(id)}
                className="accent-accent"
                onChange={(event) =>
                  choose(
                    event.target.checked ? agent.off.filter((each) => each !== id) : [...agent.off, id],
                    agent.workspace,
                  )
                }
              />
              {server}
            </label>
          );
        })}
        <label className="flex items-center gap-1.5">
          <input
            type="checkbox"
            aria-label={t('agents.workspaceOf', { agent: name })}
            checked={agent.workspace}
            className="accent-accent"
            onChange={(event) => choose(agent.off, event.target.checked)}
          />
          {t('agents.workspace')}
        </label>
      </div>
    </div>
  );
}

function takesWords(t: ReturnType<typeof useTranslation<'mcp'>>['t'], { takes }: McpAgentView): string {
  if (takes === null) return t('agents.takesUnknown');
  if (!takes.stdio) return t('agents.takesNone');
  const kinds = (['stdio', 'http', 'sse'] as const).filter((kind) => takes[kind]);
  return t('agents.takes', { kinds: kinds.map((kind) => t(`kind.${kind}`)).join(', ') });
}

/** The same among the details of an agent. */
export function ServersOfAgent({ agentId }: { readonly agentId: string }) {
  const state = useMcp();
  const agent = state?.agents.find(({ id }) => id === agentId);
  if (state === null || agent === undefined) return null;
  return <AgentServers agent={agent} servers={state.servers} />;
}
