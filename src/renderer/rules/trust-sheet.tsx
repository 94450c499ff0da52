import type { ReactNode } from 'react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { McpServerView, McpWorkspaceView } from '../../shared/ipc/contract/mcp.ts';
import type { WorkspacePermissions } from '../../shared/ipc/contract/permissions.ts';
import { displayText } from '../../shared/text/display.ts';
import { ruleLine } from '../permissions/always.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { mcpErrorWords, useMcp } from '../settings/mcp/use-mcp.ts';
import { useServices } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EffectMark } from './effect-mark.tsx';
import { RuleProblems } from './rule-problems.tsx';
import { RuleWords } from './rule-row.tsx';
import { notNow } from './trust-banner.tsx';
import { useWorkspaceRules } from './workspace-rules.ts';

/** What trusting a workspace lets happen, and what its folder would configure. */
export function TrustSheet({
  workspaceId,
  onClose,
}: {
  readonly workspaceId: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('rules');
  const services = useServices();
  const workspace = useMcp()?.workspaces.find((each) => each.workspaceId === workspaceId) ?? null;
  const rules = useWorkspaceRules(workspaceId);
  if (workspace === null) return null;
  const { trusted } = workspace;
  const name = displayText(workspace.name, 'line');
  const trust = async (next: boolean) => {
    const answer = await services.client.request('mcp.trust', { workspaceId, trusted: next });
    onClose();
    if (answer.ok) return;
    const body = mcpErrorWords(answer.error);
    services.notices.show({ tone: 'fail', title: i18next.t('rules:trust.failed'), body });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      focus="dialog"
      title={t(trusted ? 'trust.titleTrusted' : 'trust.title', { workspace: name })}
      footer={
        trusted ? (
          <Button variant="danger" onClick={() => void trust(false)}>
            {t('trust.stop')}
          </Button>
        ) : (
          <>
            <Button
              onClick={() => {
                notNow(workspace.path);
                onClose();
              }}
            >
              {t('trust.no')}
            </Button>
            <Button variant="primary" onClick={() => void trust(true)}>
              {t('trust.yes')}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-3.5">
        <p className="text-fg-2">{t('trust.nothingRuns')}</p>
        <Servers workspace={workspace} />
        <Rules rules={rules} />
        <div className="flex flex-col gap-0.5 text-12 text-fg-3">
          {t('trust.path')}
          <SafeText text={workspace.path} context="line" className="mono selectable text-[11.5px]" />
        </div>
      </div>
    </Dialog>
  );
}

function Servers({ workspace }: { readonly workspace: McpWorkspaceView }) {
  const { t } = useTranslation('rules');
  const { hasFile, trusted, servers } = workspace;
  return (
    <Part title={t('trust.mcpTitle')}>
      <p className="text-12 text-fg-2">{t('trust.mcp')}</p>
      {trusted && servers.length > 0 ? (
        <ul aria-label={t('trust.mcpServers')} className="flex flex-col gap-0.5">
          {servers.map((server) => (
            <li key={server.id} className="text-12">
              <SafeText text={server.id} context="line" className="font-medium" />{' '}
              <SafeText text={startOf(server)} context="line" className="mono text-[11.5px] text-fg-2" />
            </li>
          ))}
        </ul>
      ) : (
        <p className={hasFile ? 'text-12 text-needs' : 'text-12 text-fg-3'}>
          {t(hasFile ? 'trust.mcpFile' : 'trust.mcpNone')}
        </p>
      )}
    </Part>
  );
}

function startOf({ command, args, url }: McpServerView): string {
  return (url === '' ? [command, ...args].join(' ') : url).slice(0, 400);
}

function Rules({ rules }: { readonly rules: WorkspacePermissions | null }) {
  const { t } = useTranslation('rules');
  const count = (rules?.rules.length ?? 0) + (rules?.problems.length ?? 0);
  const mode = rules?.mode ?? null;
  return (
    <Part title={t('trust.rulesTitle')}>
      <p className="text-12 text-fg-2">
        {t(count === 0 && mode === null ? 'trust.rulesNone' : 'trust.rules')}
      </p>
      {mode !== null && <p className="text-12 text-fg-2">{t('trust.mode', { mode: t(`modes.${mode}`) })}</p>}
      {rules !== null && rules.rules.length > 0 && (
        <ul className="flex max-h-48 flex-col gap-1 overflow-y-auto">
          {rules.rules.map((rule) => (
            <li key={ruleLine(rule)} className="flex items-start gap-2">
              <EffectMark effect={rule.effect} />
              <RuleWords rule={rule} />
            </li>
          ))}
        </ul>
      )}
      {rules !== null && rules.problems.length > 0 && <RuleProblems problems={rules.problems} />}
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1.5 rounded-3 border border-line px-3 py-2.5">
      <h3 className="font-medium">{title}</h3>
      {children}
    </section>
  );
}
