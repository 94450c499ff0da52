import { useTranslation } from 'react-i18next';

/** The line at the foot of something cut: says how much there is, and shows it. */
export function ShowMore({
  open,
  onChange,
  label,
}: {
  readonly open: boolean;
  readonly onChange: (open: boolean) => void;
  readonly label: string;
}) {
  const { t } = useTranslation('transcript');
  return (
    <button
      type="button"
      aria-expanded={open}
      className="block w-full border-t border-line px-3 py-1 text-left text-12 text-fg-3 -outline-offset-2 hover:bg-hover hover:text-fg"
      onClick={() => onChange(!open)}
    >
      {open ? t('showLess') : label}
    </button>
  );
}
