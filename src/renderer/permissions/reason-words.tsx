import { useTranslation } from 'react-i18next';
import type { VerdictReason } from '../../shared/permission/verdict.ts';
import { byteWords } from '../settings/byte-words.ts';
import { SafeText } from './safe-text.tsx';

const mono = 'mono text-[11.5px] leading-[18px]';

/** Why a verdict is what it is. What it names is untrusted text. */
export function ReasonWords({ reason }: { readonly reason: VerdictReason }) {
  const { t, i18n } = useTranslation('rules');
  switch (reason.type) {
    case 'rule':
      return (
        <>
          {t(`layerOf.${reason.layer}`)} <SafeText text={reason.what} context="line" className={mono} />
        </>
      );
    case 'protected':
    case 'outside':
      return (
        <>
          {t(`reason.${reason.type}`)}: <SafeText text={reason.path} context="line" className={mono} />
        </>
      );
    case 'hook':
      return (
        <>
          {t('reason.hook')} <SafeText text={reason.name} context="line" className={mono} />
          {reason.problem !== undefined && `: ${t(`hookProblem.${reason.problem}`)}`}
          {reason.says !== '' && (
            <>
              {': '}
              <SafeText text={reason.says.slice(0, 500)} context="line" />
            </>
          )}
        </>
      );
    case 'mode':
      return t('reason.mode', { mode: t(`modes.${reason.mode}`) });
    case 'doubt':
      return t('reason.doubt', { doubts: reason.doubts.map((doubt) => t(`doubt.${doubt}`)).join('; ') });
    case 'write-budget':
      return t('reason.write-budget', {
        size: byteWords(i18n.language, reason.bytes),
        minutes: reason.minutes,
      });
    case 'disaster':
    case 'incomplete':
    case 'too-much':
    case 'no-rule':
      return t(`reason.${reason.type}`);
  }
}
