import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A small count. */
export function Badge({
  children,
  tone = 'plain',
}: {
  readonly children: ReactNode;
  readonly tone?: 'plain' | 'needs' | 'fail' | undefined;
}) {
  return (
    <span
      className={classNames(
        'num inline-block min-w-4 flex-none rounded-full px-1.25 text-center text-[10.5px] leading-4 font-semibold',
        tone === 'plain' && 'bg-active text-fg-2',
        tone === 'needs' && 'bg-needs-soft text-needs',
        tone === 'fail' && 'bg-fail-soft text-fail',
      )}
    >
      {children}
    </span>
  );
}
