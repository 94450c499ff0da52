import { Unplug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { GapEntry } from '../../shared/session/state.ts';
import { SafeText } from '../permissions/safe-text.tsx';

/** Where the record lacks something: what is lost, what was kept, where to look. */
export function GapLine({ entry }: { readonly entry: GapEntry }) {
  const { t } = useTranslation('transcript');
  const { missing, reason, file, from, to } = entry;
  const lost = missing === null ? t('gap.maybe') : t('gap.lost', { count: missing.to - missing.from + 1 });
  return (
    <div
      data-gap={reason}
      className="selectable flex gap-2 rounded-2 border border-dashed border-line-strong px-3 py-1.5 text-12"
    >
      <Unplug size={14} aria-hidden className="mt-0.5 flex-none text-needs" />
      <div className="min-w-0">
        <p className="font-medium">{t('gap.title')}</p>
        <p className="text-fg-2">
          {t(`gap.reason.${reason}`)} {lost} {t('gap.kept')}
        </p>
        <p className="mono break-all text-fg-3">
          <SafeText text={t('gap.place', { file, from, to })} context="line" />
        </p>
      </div>
    </div>
  );
}
