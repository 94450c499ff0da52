import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

const widths = { sm: 'w-105', md: 'w-140', lg: 'w-190' } as const;

/** Modal; for what the person opened, never for what an agent asks. Esc closes it, focus goes back. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'md',
  footer,
  children,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly size?: 'sm' | 'md' | 'lg' | undefined;
  readonly footer?: ReactNode;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation('common');
  return (
    <Base.Root open={open} onOpenChange={(next: boolean) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-30 bg-scrim" />
        <Base.Popup
          className={classNames(
            'fixed top-[max(24px,10vh)] left-1/2 z-30 flex max-h-[80vh] max-w-[calc(100vw-48px)] -translate-x-1/2 flex-col rounded-3 border border-line-strong bg-main shadow-float outline-none',
            widths[size],
          )}
        >
          <header className="flex flex-none items-start gap-3 px-5 pt-4 pb-2">
            <div className="min-w-0 flex-1">
              <Base.Title className="text-14 font-semibold">{title}</Base.Title>
              {description !== undefined && (
                <Base.Description className="mt-1 text-fg-2" render={<div />}>
                  {description}
                </Base.Description>
              )}
            </div>
            <Base.Close
              render={<IconButton label={t('close')} icon={<X size={15} />} className="-mt-0.5 -mr-2" />}
            />
          </header>
          {children !== undefined && (
            <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-4">{children}</div>
          )}
          {footer !== undefined && (
            <footer className="flex flex-none items-center justify-end gap-2 border-t border-line px-5 py-3">
              {footer}
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
