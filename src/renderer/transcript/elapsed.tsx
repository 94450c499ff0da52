import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for every clock on the page, and none while no clock is shown. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((each) => each()), 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Time since `since` (ms since the epoch), in words, kept up to date by a leaf of its own. */
export function Elapsed({ since }: { readonly since: number }) {
  const { t } = useTranslation('common');
  const seconds = useSyncExternalStore(subscribe, () => Math.max(0, Math.floor((Date.now() - since) / 1000)));
  return (
    <span className="num">
      {seconds < 60
        ? t('seconds', { count: seconds })
        : seconds < 3600
          ? t('minutes', { count: Math.floor(seconds / 60) })
          : t('hours', { count: Math.floor(seconds / 3600) })}
    </span>
  );
}
