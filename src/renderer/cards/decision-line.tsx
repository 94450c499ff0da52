import { CheckCheck, Check, Minus, X, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Decision } from '../../shared/session/state.ts';
import { SafeText } from '../permissions/safe-text.tsx';

/** What was answered to a permission request, in the place where it was asked. */
export function DecisionLine({ decision }: { readonly decision: Decision }) {
  const { t } = useTranslation('transcript');
  const { outcome } = decision;
  const [Icon, words] = reading();
  return (
    <p className="flex items-center gap-1.5 border-t border-line px-3 py-1 text-12 text-fg-3">
      <Icon size={12} aria-hidden className="flex-none" />
      <span className="min-w-0 truncate">
        {words}
        {decision.optionName !== null &&
          outcome.outcome === 'selected' &&
          outcome.kind !== 'allow_once' &&
          outcome.kind !== 'reject_once' && (
            <>
              {' · '}
              <SafeText text={decision.optionName.slice(0, 120)} context="line" />
            </>
          )}
      </span>
    </p>
  );

  function reading(): readonly [LucideIcon, string] {
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
