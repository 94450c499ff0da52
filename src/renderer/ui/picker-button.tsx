import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type PickerButtonProps = ComponentProps<'button'> & {
  readonly icon?: ReactNode;
  readonly outlined?: boolean | undefined;
};

/** Shows what is chosen and opens the menu to choose another: the trigger of a Menu or Popover. */
export function PickerButton({ icon, outlined, className, children, ...rest }: PickerButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(
        'inline-flex h-6.5 min-w-0 items-center gap-1.25 rounded-2 border px-2 text-12 font-medium text-fg-2',
        outlined === true ? 'border-line-strong bg-raised' : 'border-transparent',
        'hover:not-disabled:bg-hover hover:not-disabled:text-fg aria-expanded:bg-active aria-expanded:text-fg disabled:opacity-50',
        className,
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
      <ChevronDown size={12} className="flex-none" aria-hidden />
    </button>
  );
}
