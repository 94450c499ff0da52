import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { RuleUse } from '../../shared/ipc/contract/permissions.ts';
import { underHome } from '../../shared/permission/paths.ts';
import type { Rule, RuleText } from '../../shared/permission/rule.ts';
import { displayText } from '../../shared/text/display.ts';
import { ruleWords } from '../permissions/always.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { momentWords } from '../sessions/time-words.ts';
import { useServices } from '../shell/services.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { EffectMark } from './effect-mark.tsx';

/** One rule: what it does, of what it speaks, for whom, how often it mattered. */
export function RuleRow({
  rule,
  use,
  shown,
  onEdit,
  onRevoke,
}: {
  readonly rule: Rule;
  /** Null: nothing is counted for it. */
  readonly use: RuleUse | null;
  /** The person came for this one. */
  readonly shown: boolean;
  readonly onEdit: (() => void) | null;
  readonly onRevoke: (() => void) | null;
}) {
  const { t, i18n } = useTranslation('rules');
  const [now] = useState(() => Date.now());
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (shown) row.current?.scrollIntoView({ block: 'center' });
  }, [shown]);
  const name = displayText(ruleWords(rule).slice(0, 120), 'line');
  return (
    <li
      ref={row}
      data-rule={rule.id}
      aria-current={shown ? 'true' : undefined}
      className={classNames('flex items-start gap-2.5 px-3 py-1.5', shown && 'bg-accent-soft')}
    >
      <span className="w-14 flex-none pt-px">
        <EffectMark effect={rule.effect} />
      </span>
      <div className="min-w-0 flex-1">
        <RuleWords rule={rule} />
        <div className="text-12 text-fg-3">
          <RuleScope rule={rule} />
          {rule.until !== undefined &&
            ` · ${t(Date.parse(rule.until) < now ? 'rule.over' : 'rule.until', {
              when: new Date(rule.until).toLocaleDateString(i18n.language, { dateStyle: 'medium' }),
            })}`}
          {rule.layer !== 'built-in' &&
            ` · ${
              use === null
                ? t('rule.unused')
                : t('rule.used', { count: use.count, when: momentWords(i18n.language, use.lastAt, now) })
            }`}
        </div>
        {rule.note !== undefined && (
          <div className="text-12 text-fg-2">
            <SafeText text={rule.note} context="line" />
          </div>
        )}
      </div>
      {onEdit !== null && (
        <IconButton
          size="sm"
          label={t('rule.edit', { rule: name })}
          icon={<Pencil size={12} />}
          onClick={onEdit}
        />
      )}
      {onRevoke !== null && (
        <IconButton
          size="sm"
          label={t('rule.revoke', { rule: name })}
          icon={<Trash2 size={13} />}
          onClick={onRevoke}
        />
      )}
    </li>
  );
}

export function RuleWords({ rule }: { readonly rule: RuleText }) {
  const { t } = useTranslation('rules');
  const isPlainKind = rule.kind !== undefined && ruleWords(rule) === rule.kind;
  const about = (['command', 'path', 'host', 'mcp'] as const).find((each) => rule[each] !== undefined);
  return (
    <div className="break-words">
      {isPlainKind && rule.kind !== undefined ? (
        t(`kind.${rule.kind}`)
      ) : (
        <SafeText text={ruleWords(rule)} context="line" className="mono selectable text-12 text-fg" />
      )}
      <span className="text-12 text-fg-3">
        {' '}
        {t(`about.${about ?? 'kind'}`)}
        {rule.path !== undefined && ` · ${t(`access.${rule.access ?? 'any'}`)}`}
        {!isPlainKind && rule.kind !== undefined && ` · ${t(`kind.${rule.kind}`)}`}
      </span>
    </div>
  );
}

/** For whom and where it holds. */
export function RuleScope({ rule }: { readonly rule: RuleText }) {
  const { t } = useTranslation('rules');
  const services = useServices();
  const home = useStore(services.info, (info) => info?.homeDir ?? null);
  const agents = useStore(services.agents);
  const { agent, workspace } = rule;
  if (agent === undefined && workspace === undefined) return t('rule.everywhere');
  const agentName = agents?.find(({ id }) => id === agent)?.name ?? agent;
  return [
    agentName === undefined ? null : t('rule.agent', { agent: displayText(agentName, 'line') }),
    workspace === undefined
      ? null
      : t('rule.workspace', { workspace: displayText(underHome(workspace, home), 'line') }),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
