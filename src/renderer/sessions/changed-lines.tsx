import { useT } from '../i18n/use-t.ts';

/** `+84 −12`; nothing when nothing changed. */
export function ChangedLines({ added, removed }: { readonly added: number; readonly removed: number }) {
  const { t } = useT();
  if (added === 0 && removed === 0) return null;
  return (
    <span className="num whitespace-nowrap">
      <span className="sr-only">{t('linesChanged', { added, removed })}</span>
      <span aria-hidden>
        {added > 0 && <span className="text-add">+{added}</span>}
        {added > 0 && removed > 0 && ' '}
        {removed > 0 && <span className="text-del">−{removed}</span>}
      </span>
    </span>
  );
}
