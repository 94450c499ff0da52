import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Kbd } from './kbd.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonProps = ComponentProps<'button'> & {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: 'md' | 'sm' | undefined;
  /** Stands before the label. */
  readonly icon?: ReactNode;
  /** The key that does the same, as shown to people. */
  readonly kbd?: string | undefined;
};

const variants: Readonly<Record<ButtonVariant, string>> = {
  primary: 'border-transparent bg-accent text-on-accent hover:not-disabled:bg-accent-hover',
  secondary: 'border-line-strong bg-raised text-fg hover:not-disabled:bg-hover aria-expanded:bg-active',
  quiet:
    'border-transparent text-fg-2 hover:not-disabled:bg-hover hover:not-disabled:text-fg aria-expanded:bg-active aria-expanded:text-fg',
  danger: 'border-transparent text-fail hover:not-disabled:bg-fail-soft',
};

export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  kbd,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(
        'inline-flex flex-none items-center justify-center gap-1.5 rounded-2 border font-medium whitespace-nowrap',
        'disabled:opacity-50',
        size === 'md' ? 'h-7 px-2.5' : 'h-6 px-2 text-12',
        variants[variant],
        className,
      )}
    >
      {icon}
      {children}
      {kbd !== undefined && <Kbd tone={variant === 'primary' ? 'on-accent' : 'plain'}>{kbd}</Kbd>}
    </button>
  );
}
