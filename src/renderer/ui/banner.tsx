import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

export type BannerTone = 'info' | 'needs' | 'fail';

const tones: Readonly<Record<BannerTone, string>> = {
  info: 'border-accent-line bg-accent-soft',
  needs: 'border-needs-line bg-needs-soft',
  fail: 'border-fail-line bg-fail-soft',
};
const icons: Readonly<Record<BannerTone, ReactNode>> = {
  info: <Info size={15} className="text-accent" aria-hidden />,
  needs: <TriangleAlert size={15} className="text-needs" aria-hidden />,
  fail: <CircleAlert size={15} className="text-fail" aria-hidden />,
};

/** What happened, what was kept, one next step. `urgent` is for the result of something the person just did. */
export function Banner({
  tone,
  title,
  children,
  actions,
  onDismiss,
  urgent = false,
}: {
  readonly tone: BannerTone;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly onDismiss?: (() => void) | undefined;
  readonly urgent?: boolean | undefined;
}) {
  const { t } = useTranslation('common');
  return (
    <div
      role={urgent ? 'alert' : undefined}
      className={classNames('flex items-start gap-2.5 rounded-2 border px-3 py-2', tones[tone])}
    >
      <span className="mt-0.5 flex-none">{icons[tone]}</span>
      <div className="min-w-0 flex-1">
        <div className="font-medium break-words">{title}</div>
        {children !== undefined && <div className="text-12 break-words text-fg-2">{children}</div>}
      </div>
      {actions !== undefined && actions !== false && (
        <div className="flex flex-none items-center gap-2">{actions}</div>
      )}
      {onDismiss !== undefined && (
        <IconButton size="sm" label={t('dismiss')} icon={<X size={13} />} onClick={onDismiss} />
      )}
    </div>
  );
}
