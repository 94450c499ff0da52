import { useTranslation } from 'react-i18next';
import { useSession } from '../sessions/session-context.tsx';
import { classNames } from '../ui/class-names.ts';
import { modeIcons } from './mode-picker.tsx';
import { useMode } from './use-mode.ts';

/** In the header: the modes in which much is refused, or much is done without a question. */
export function ModeMark() {
  const { t } = useTranslation('rules');
  const known = useSession(({ summary }) => summary !== null);
  const mode = useMode()?.mode ?? 'ask';
  if (!known || (mode !== 'read-only' && mode !== 'autonomous')) return null;
  const Icon = modeIcons[mode];
  return (
    <span
      data-mode-mark={mode}
      title={`${t('mode.mark')}. ${t(`modeMeans.${mode}`)}`}
      className={classNames(
        'inline-flex h-5.5 flex-none items-center gap-1.25 rounded-full border px-2 text-[11.5px] leading-4 font-medium whitespace-nowrap',
        mode === 'autonomous'
          ? 'border-needs-line bg-needs-soft text-needs'
          : 'border-accent-line bg-accent-soft text-accent',
      )}
    >
      <Icon size={12} aria-hidden />
      {t(`modes.${mode}`)}
    </span>
  );
}
