import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';

/**
 * A box that knows whether its content was in view to the end: what is too long scrolls, and until the
 * person scrolled to the end or unfolded it, nothing in it counts as read. `contentKey` changes with the
 * content and starts it anew. It grows with the transcript,
 * which is the container of its `cqh`, and leaves room for what stands around it.
 */
export function ReadGate({
  contentKey,
  label,
  onRead,
  children,
}: {
  readonly contentKey: string;
  readonly label: string;
  readonly onRead: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('permission');
  const box = useRef<HTMLDivElement>(null);
  const [unfoldedKey, setUnfoldedKey] = useState<string | null>(null);
  const [overflows, setOverflows] = useState(false);
  const unfolded = unfoldedKey === contentKey;

  const look = () => {
    const element = box.current;
    if (element === null || element.clientHeight === 0) return;
    setOverflows(element.scrollHeight > element.clientHeight + 1);
    if (element.scrollTop + element.clientHeight >= element.scrollHeight - 1) onRead();
  };

  useLayoutEffect(() => {
    look();
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
    // oxlint-disable-next-line react/exhaustive-deps -- `look` reads the element as it is
  }, [contentKey, unfolded]);

  return (
    <div className="overflow-hidden rounded-2 border border-line bg-inset">
      <div
        ref={box}
        role={overflows ? 'region' : undefined}
        aria-label={overflows ? label : undefined}
        // A scroll box must be reachable by keyboard.
        tabIndex={overflows ? 0 : undefined}
        onScroll={look}
        data-read-gate
        className={
          unfolded
            ? ''
            : 'max-h-[max(140px,min(65cqh,100cqh-256px))] overflow-y-auto focus-visible:outline-offset-[-2px]'
        }
      >
        {children}
      </div>
      {overflows && !unfolded && (
        <div className="flex items-center gap-2 border-t border-line bg-raised px-3 py-1 text-11 text-fg-3">
          <span className="min-w-0 flex-1">{t('gate.more')}</span>
          <Button size="sm" variant="quiet" onClick={() => setUnfoldedKey(contentKey)}>
            {t('gate.showAll')}
          </Button>
        </div>
      )}
    </div>
  );
}
