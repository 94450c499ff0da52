import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** One key or chord. `on-accent` and `inherit` take the colour of what they stand on. */
export function Kbd({
  children,
  tone = 'plain',
}: {
  readonly children: ReactNode;
  readonly tone?: 'plain' | 'on-accent' | 'inherit' | undefined;
}) {
  return (
    <kbd
      className={classNames(
        'inline-block flex-none rounded-1 border px-1.25 font-ui text-[10.5px] leading-4 font-medium whitespace-nowrap',
        tone === 'plain' && 'border-line-strong bg-main text-fg-3',
        tone === 'on-accent' && 'border-current/30 text-current',
        tone === 'inherit' && 'border-current/40 text-current',
      )}
    >
      {children}
    </kbd>
  );
}
