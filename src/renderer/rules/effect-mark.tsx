import { useTranslation } from 'react-i18next';
import type { Effect } from '../../shared/permission/rule.ts';
import { classNames } from '../ui/class-names.ts';

const tones: Readonly<Record<Effect, string>> = {
  allow: 'bg-run-soft text-run',
  ask: 'bg-needs-soft text-needs',
  deny: 'bg-fail-soft text-fail',
};

/** What a rule or a verdict does, in a word. */
export function EffectMark({ effect }: { readonly effect: Effect }) {
  const { t } = useTranslation('rules');
  return (
    <span
      className={classNames(
        'inline-block flex-none rounded-1 px-1.5 text-center text-11 leading-5 font-semibold',
        tones[effect],
      )}
    >
      {t(`effect.${effect}`)}
    </span>
  );
}
