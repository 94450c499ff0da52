import { Plug } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeftMcpServer, PassedMcpServer } from '../../shared/mcp/session-servers.ts';
import { displayText } from '../../shared/text/display.ts';
import { useServices } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { Popover } from '../ui/popover.tsx';
import { useSession } from './session-context.tsx';

/** Names of the MCP servers that the session's agent was given. */
export function useMcpServerNames(): readonly string[] {
  const servers = useSession(({ state }) => state.mcpServers);
  return useMemo(() => servers?.passed.map(({ name }) => name) ?? [], [servers]);
}

/** Which MCP servers the agent was given and which not, because of what. Nothing where there are none. */
export function SessionMcp() {
  const { t } = useTranslation('mcp');
  const { view } = useServices();
  const servers = useSession(({ state }) => state.mcpServers);
  if (servers === null || servers.passed.length + servers.left.length === 0) return null;
  const { passed, left } = servers;
  return (
    <Popover
      label={t('session.label')}
      align="end"
      className="flex w-96 flex-col gap-3 overflow-y-auto p-3 text-12"
      trigger={
        <Button size="sm" variant="quiet" icon={<Plug size={12} aria-hidden />} className="flex-none">
          {passed.length === 0 ? t('session.chipNone') : t('session.chip', { count: passed.length })}
        </Button>
      }
    >
      {passed.length > 0 && (
        <Part title={t('session.passed')}>
          {passed.map((server) => (
            <Server key={`${server.source} ${server.name}`} server={server}>
              {t(`kind.${server.kind}`)}
            </Server>
          ))}
        </Part>
      )}
      {left.length > 0 && (
        <Part title={t('session.left')}>
          {left.map((server) => (
            <Server key={`${server.source} ${server.name}`} server={server}>
              {t(`session.reason.${server.reason}`, {
                detail: displayText(server.detail.slice(0, 300), 'line'),
              })}
            </Server>
          ))}
        </Part>
      )}
      <div>
        <Button size="sm" onClick={() => view.setState({ overlay: { type: 'settings', section: 'mcp' } })}>
          {t('session.settings')}
        </Button>
      </div>
    </Popover>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <h3 className="font-semibold text-fg-2">{title}</h3>
      <ul className="flex flex-col gap-1">{children}</ul>
    </section>
  );
}

function Server({
  server,
  children,
}: {
  readonly server: PassedMcpServer | LeftMcpServer;
  readonly children: React.ReactNode;
}) {
  const { t } = useTranslation('mcp');
  return (
    <li className="break-words">
      <span className="mono">{displayText(server.name, 'line')}</span>
      <span className="text-fg-3">
        {' '}
        · {t(`session.${server.source}`)} · {children}
      </span>
    </li>
  );
}
