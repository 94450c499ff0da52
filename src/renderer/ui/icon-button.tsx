import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { classNames } from './class-names.ts';
import { Tooltip } from './tooltip.tsx';

export type IconButtonProps = Omit<ButtonProps, 'icon' | 'children' | 'kbd'> & {
  /** Read out and shown as the tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly kbd?: string | undefined;
  readonly tooltipSide?: 'top' | 'bottom' | 'left' | 'right' | undefined;
};

export function IconButton({
  label,
  icon,
  size = 'md',
  variant = 'quiet',
  kbd,
  tooltipSide,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip content={label} kbd={kbd} side={tooltipSide}>
      <Button
        {...rest}
        variant={variant}
        size={size}
        aria-label={label}
        icon={icon}
        className={classNames(size === 'md' ? 'w-7 px-0!' : 'w-6 px-0!', className)}
      />
    </Tooltip>
  );
}
