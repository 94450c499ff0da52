import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A quiet fact in a pill: an agent's name, a share of the context. */
export function Chip({
  icon,
  children,
  className,
  title,
}: {
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
}) {
  return (
    <span
      title={title}
      className={classNames(
        'inline-flex h-5.5 min-w-0 items-center gap-1.25 rounded-full border border-line bg-raised px-2 text-[11.5px] leading-4 font-medium whitespace-nowrap text-fg-2',
        className,
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}
