import { useTranslation } from 'react-i18next';
import { modes } from '../../shared/permission/rule.ts';
import type { Decider } from '../../shared/session/content.ts';
import { SafeText } from './safe-text.tsx';

const mono = 'mono text-[11.5px]';

/** What decided in the person's place. What it names is untrusted text. */
export function DeciderWords({ by, allowed }: { readonly by: Decider; readonly allowed: boolean }) {
  const { t } = useTranslation('rules');
  const effect = allowed ? 'allow' : 'deny';
  switch (by.type) {
    case 'rule':
      return (
        <>
          {t(`by.rule.${effect}`)} {t(`layerIn.${by.layer ?? 'user'}`)}{' '}
          <SafeText text={by.what.slice(0, 300)} context="line" className={mono} />
        </>
      );
    case 'mode': {
      const mode = modes.find((each) => each === by.what);
      return t(`by.mode.${effect}`, { mode: mode === undefined ? by.what : t(`modes.${mode}`) });
    }
    case 'hook':
      return (
        <>
          {t(`by.hook.${effect}`)} <SafeText text={by.what.slice(0, 300)} context="line" className={mono} />
        </>
      );
    case 'disaster':
      return t('by.disaster');
  }
}
