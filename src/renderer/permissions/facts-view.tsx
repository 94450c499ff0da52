import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useServices } from '../shell/services.tsx';
import { underHome } from '../../shared/permission/paths.ts';
import type { VerdictReason } from '../../shared/permission/verdict.ts';
import { ShowRule } from '../rules/show-rule.tsx';
import type { PermissionSubject } from './permission-subject.ts';
import { ReasonWords } from './reason-words.tsx';
import { SafeText } from './safe-text.tsx';

/** Where it happens, what is unusual about it, and, smaller, what the agent says. */
export function FactsView({
  subject,
  reason = null,
}: {
  readonly subject: PermissionSubject;
  /** Why it is asked; null: not known. */
  readonly reason?: VerdictReason | null;
}) {
  const { t } = useTranslation('permission');
  const home = useStore(useServices().info, (info) => info?.homeDir ?? null);
  const { frame, facts, mcpTool, agentSays } = subject;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-12">
      {frame.type === 'command' && frame.cwd !== null && (
        <Row label={t('facts.in')}>
          <SafeText
            text={underHome(frame.cwd.absolute, home)}
            context="line"
            className="mono selectable text-[11.5px] leading-[18px]"
          />
        </Row>
      )}
      {frame.type === 'command' && frame.envNames.length > 0 && (
        <Row label={t('facts.sets')}>
          <SafeText
            text={frame.envNames.join(', ')}
            context="line"
            className="mono text-[11.5px] leading-[18px]"
          />
        </Row>
      )}
      {frame.type === 'fetch' && frame.view !== null && frame.view.host !== '' && (
        <Row label={t('facts.host')}>
          <SafeText
            text={frame.view.host}
            context="line"
            className="mono selectable text-[11.5px] leading-[18px] text-fg"
          />
          {frame.view.host !== frame.view.asciiHost && (
            <span className="mono text-[11.5px] text-fg-3"> ({frame.view.asciiHost})</span>
          )}
        </Row>
      )}
      {mcpTool !== null && frame.type !== 'tool' && (
        <Row label={t('facts.tool')}>
          <SafeText text={mcpTool.tool} context="line" className="mono text-[11.5px]" />{' '}
          {t(mcpTool.known ? 'frame.ofServer' : 'frame.saysServer')}{' '}
          <SafeText text={mcpTool.server} context="line" className="mono text-[11.5px]" />
          {!mcpTool.known && ` · ${t('frame.serverUnknown')}`}
        </Row>
      )}
      {facts.length > 0 && (
        <Row label={t('facts.note')}>
          <ul className="flex flex-col">
            {facts.map((fact) => (
              <li key={fact.code} data-fact={fact.code} className="flex gap-1.5 text-needs">
                <TriangleAlert size={13} aria-hidden className="mt-0.5 flex-none" />
                <span className="min-w-0">
                  {t(`unusual.${fact.code}`)}
                  {fact.names.length > 0 && fact.code !== 'hidden-characters' && (
                    <>
                      {': '}
                      <SafeText text={fact.names.join(', ')} context="line" className="mono text-[11.5px]" />
                    </>
                  )}
                  {fact.code === 'hidden-characters' && ` (${fact.names[0] ?? ''})`}
                </span>
              </li>
            ))}
          </ul>
        </Row>
      )}
      {reason !== null && (
        <Row label={t('facts.why')}>
          <span data-reason={reason.type}>
            <ReasonWords reason={reason} />
          </span>
          {reason.type === 'rule' && <ShowRule ruleId={reason.ruleId} />}
        </Row>
      )}
      {agentSays.length > 0 && (
        <Row label={t('facts.agentSays')}>
          <span
            className="selectable line-clamp-3 text-11 text-fg-3"
            title={agentSays.join('\n').slice(0, 2000)}
          >
            <SafeText text={agentSays.join(' · ').slice(0, 1000)} context="line" />
          </span>
        </Row>
      )}
    </dl>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-3">{label}</dt>
      <dd className="min-w-0 text-fg-2">{children}</dd>
    </>
  );
}
