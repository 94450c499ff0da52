import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

const widths = { sm: 'w-105', md: 'w-140', lg: 'w-190', xl: 'w-300' } as const;

/** Modal; for what the person opened, never for what an agent asks. Esc closes it, focus goes back. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'md',
  focus = 'first',
  footer,
  children,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly size?: 'sm' | 'md' | 'lg' | 'xl' | undefined;
  /** What has the focus at first: the first control, or the dialog itself where there is only text. */
  readonly focus?: 'first' | 'dialog' | undefined;
  readonly footer?: ReactNode;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation('common');
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next: boolean) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-30 bg-scrim" />
        <Base.Popup
          ref={popup}
          {...(focus === 'dialog' ? { initialFocus: popup } : {})}
          className={classNames(
            'fixed top-[max(24px,10vh)] left-1/2 z-30 flex max-h-[80vh] max-w-[calc(100vw-48px)] -translate-x-1/2 flex-col rounded-3 border border-line-strong bg-main shadow-float outline-none',
            widths[size],
          )}
        >
          <header className="flex-none py-4 pr-12 pl-5 pb-2">
            <Base.Title className="text-14 font-semibold">{title}</Base.Title>
            {description !== undefined && (
              <Base.Description className="mt-1 text-fg-2" render={<div />}>
                {description}
              </Base.Description>
            )}
          </header>
          {children !== undefined && (
            <div
              className="min-h-0 flex-1 overflow-y-auto px-5 pb-4"
              // Where there is only text it has to be scrolled by key.
              {...(focus === 'dialog' ? { tabIndex: 0, role: 'group', 'aria-label': title } : {})}
            >
              {children}
            </div>
          )}
          {footer !== undefined && (
            <footer className="flex flex-none items-center justify-end gap-2 border-t border-line px-5 py-3">
              {footer}
            </footer>
          )}
          {/* Last, so that what the dialog is about has the focus first. */}
          <Base.Close
            render={
              <IconButton label={t('close')} icon={<X size={15} />} className="absolute! top-3 right-3" />
            }
          />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
