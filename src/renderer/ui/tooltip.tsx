import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { Kbd } from './kbd.tsx';

/** Wraps the page once: neighbours open without a new delay. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Base.Provider delay={500} closeDelay={0}>
      {children}
    </Base.Provider>
  );
}

/** `children` is the one element it describes; it must take a ref and event props. */
export function Tooltip({
  content,
  kbd,
  side = 'bottom',
  children,
}: {
  readonly content: ReactNode;
  readonly kbd?: string | undefined;
  readonly side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  readonly children: ReactElement<Record<string, unknown>>;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className="flex max-w-80 items-center gap-2 rounded-2 border border-line-strong bg-raised px-2 py-1 text-12 text-fg shadow-float">
            <span className="min-w-0 break-words">{content}</span>
            {kbd !== undefined && <Kbd>{kbd}</Kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
