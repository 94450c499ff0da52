import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

/** The one line that something folds to. */
export function FoldLine({
  open,
  onToggle,
  controls,
  children,
}: {
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly controls?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      data-row-toggle
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      className="flex h-6 max-w-full items-center gap-2 rounded-2 pr-2 text-12 text-fg-3 hover:text-fg-2"
      onClick={onToggle}
    >
      <ChevronRight size={13} aria-hidden className={classNames('flex-none', open && 'rotate-90')} />
      <span className="min-w-0 truncate">{children}</span>
    </button>
  );
}
