import { CheckCheck, Check, Minus, ShieldBan, ShieldCheck, X, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Decider } from '../../shared/session/content.ts';
import type { Decision } from '../../shared/session/state.ts';
import { DeciderWords } from '../permissions/decider-words.tsx';
import { SafeText } from '../permissions/safe-text.tsx';
import { ShowRule } from '../rules/show-rule.tsx';

/** What was answered to a permission request, by whom, in the place where it was asked. */
export function DecisionLine({ decision }: { readonly decision: Decision }) {
  const { t } = useTranslation('transcript');
  const { outcome } = decision;
  const by = outcome.by ?? null;
  const [Icon, words] = reading();
  return (
    <p
      data-decided-by={by?.type ?? 'person'}
      className="flex items-center gap-1.5 border-t border-line px-3 py-1 text-12 text-fg-3"
    >
      <Icon size={12} aria-hidden className="flex-none" />
      <span className="min-w-0 truncate">
        {by === null ? words : <DeciderWords by={by} allowed={isAllowed()} />}
        {by === null &&
          decision.optionName !== null &&
          outcome.outcome === 'selected' &&
          outcome.kind !== 'allow_once' &&
          outcome.kind !== 'reject_once' && (
            <>
              {' · '}
              <SafeText text={decision.optionName.slice(0, 120)} context="line" />
            </>
          )}
      </span>
      {leadsToRule(by) && (
        <span className="flex-none">
          <ShowRule ruleId={by.ruleId} />
        </span>
      )}
    </p>
  );

  function isAllowed(): boolean {
    return (
      outcome.outcome === 'selected' && (outcome.kind === 'allow_once' || outcome.kind === 'allow_always')
    );
  }

  function reading(): readonly [LucideIcon, string] {
    if (by !== null) return [isAllowed() ? ShieldCheck : ShieldBan, ''];
    if (outcome.outcome === 'cancelled') return [Minus, t(`decision.${outcome.why}`)];
    switch (outcome.kind) {
      case 'allow_once':
        return [Check, t('decision.allow_once')];
      case 'allow_always':
        return [CheckCheck, t('decision.allow_always')];
      case 'reject_once':
        return [X, t('decision.reject_once')];
      case 'reject_always':
        return [X, t('decision.reject_always')];
      case null:
        return [Minus, t('decision.answered')];
    }
  }
}

function leadsToRule(by: Decider | null): by is Decider & { readonly ruleId: string } {
  return by !== null && by.ruleId !== null;
}
