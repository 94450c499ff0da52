import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { McpWorkspaceView } from '../../../shared/ipc/contract/mcp.ts';
import { displayText } from '../../../shared/text/display.ts';
import { useServices } from '../../shell/services.tsx';
import { Button } from '../../ui/button.tsx';
import { Problems } from './problems.tsx';
import { ServerRow } from './server-row.tsx';
import { askMcp } from './use-mcp.ts';

/** A workspace whose file defines servers: trusted or not, and what that means. */
export function WorkspaceServers({
  workspace,
  canStore,
}: {
  readonly workspace: McpWorkspaceView;
  readonly canStore: boolean;
}) {
  const { t } = useTranslation('mcp');
  const { t: common } = useTranslation('common');
  const services = useServices();
  const [asking, setAsking] = useState(false);
  const { workspaceId, trusted, servers, problems } = workspace;
  const name = displayText(workspace.name, 'line');
  const trust = (next: boolean) => {
    setAsking(false);
    void askMcp(services, services.client.request('mcp.trust', { workspaceId, trusted: next }));
  };
  return (
    <section aria-label={name} className="rounded-3 border border-line">
      <div className="flex items-center gap-2.5 px-3 py-2">
        {trusted ? (
          <ShieldCheck size={15} className="flex-none text-run" aria-hidden />
        ) : (
          <ShieldAlert size={15} className="flex-none text-needs" aria-hidden />
        )}
        <div className="min-w-0 flex-1">
          <div className="flex items-center gap-2">
            <span className="truncate font-medium">{name}</span>
            <span className="flex-none text-12 text-fg-3">
              {t(trusted ? 'workspace.trusted' : 'workspace.notTrusted')}
            </span>
          </div>
          <div className="mono selectable truncate text-[11.5px] text-fg-3">
            <bdi>{displayText(workspace.path, 'line')}</bdi>
          </div>
        </div>
        {trusted ? (
          <Button size="sm" variant="quiet" onClick={() => trust(false)}>
            {t('workspace.distrust', { workspace: name })}
          </Button>
        ) : (
          <Button size="sm" aria-expanded={asking} onClick={() => setAsking(!asking)}>
            {t('workspace.trust', { workspace: name })}…
          </Button>
        )}
      </div>
      {asking && !trusted && (
        <div className="flex flex-col gap-2 border-t border-line bg-needs-soft px-3 py-2.5 text-12">
          <p>{t('workspace.trustMeans', { path: displayText(workspace.path, 'line') })}</p>
          <div className="flex justify-end gap-2">
            <Button size="sm" onClick={() => setAsking(false)}>
              {common('cancel')}
            </Button>
            <Button size="sm" variant="primary" onClick={() => trust(true)}>
              {t('workspace.trust', { workspace: name })}
            </Button>
          </div>
        </div>
      )}
      {trusted && problems.length > 0 && (
        <div className="border-t border-line px-3 py-2">
          <Problems problems={problems} file=".switchyard/mcp.json" />
        </div>
      )}
      {trusted && servers.length === 0 && problems.length === 0 && (
        <p className="border-t border-line px-3 py-2 text-12 text-fg-3">{t('workspace.noServers')}</p>
      )}
      {servers.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {servers.map((server) => (
            <li key={server.id} aria-label={displayText(server.id, 'line')} className="px-3 py-2">
              <ServerRow server={server} workspaceId={workspaceId} canStore={canStore} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
