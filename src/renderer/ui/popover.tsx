import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode, RefObject } from 'react';
import { classNames } from './class-names.ts';

/** Floats beside its trigger, closes on Esc and on a press outside, gives focus back. */
export function Popover({
  trigger,
  label,
  open,
  onOpenChange,
  align = 'start',
  side = 'bottom',
  initialFocus,
  className,
  children,
}: {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly label: string;
  readonly open?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  readonly align?: 'start' | 'center' | 'end' | undefined;
  readonly side?: 'top' | 'bottom' | undefined;
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** Width and padding; none by default. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <Base.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange: (next: boolean) => onOpenChange(next) })}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} side={side} sideOffset={6} collisionPadding={8} className="z-40">
          <Base.Popup
            aria-label={label}
            {...(initialFocus === undefined ? {} : { initialFocus })}
            className={classNames(
              'max-h-[var(--available-height)] overflow-hidden rounded-3 border border-line-strong bg-raised shadow-float outline-none',
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
