/** The beginning of what the transcript has: loads what is older before the person comes there. */
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VirtualizerHandle } from 'virtua';
import { useStore } from 'zustand';
import { isWhole } from '../../shared/session/window.ts';
import { useOpenSession, useSession, type OpenSession } from '../sessions/session-context.tsx';

/** So many screens before the edge. */
const ahead = 3;

/** Returns what to call when the view has moved. `held`: not now, the view is about to be put elsewhere. */
export function useOlderRows(
  session: OpenSession,
  virtual: { readonly current: VirtualizerHandle | null },
  rows: number,
  held: boolean,
): () => void {
  const look = useCallback(() => {
    const handle = virtual.current;
    if (held || handle === null || rows === 0 || handle.viewportSize === 0) return;
    if (handle.scrollOffset > ahead * handle.viewportSize) return;
    if (!isWhole(session.store.getState().state) && !session.older.loading.getState()) {
      void session.older.load();
    }
  }, [session, virtual, rows, held]);
  // After each page, and at first: it may not fill the view. Never before what is there is painted.
  useEffect(() => {
    const frame = requestAnimationFrame(() => requestAnimationFrame(look));
    return () => cancelAnimationFrame(frame);
  }, [look]);
  return look;
}

/** Says above the first row what is there. A session that was whole when it opened needs no words for that. */
export function OlderLine({ height }: { readonly height: number }) {
  const { t } = useTranslation('transcript');
  const { older } = useOpenSession();
  const loading = useStore(older.loading);
  const loaded = useSession((view) => view.loaded);
  const whole = useSession(({ state }) => isWhole(state));
  const [wasCut, setWasCut] = useState(false);
  if (loaded && !whole && !wasCut) setWasCut(true);
  return (
    <div style={{ height }} className="flex items-center justify-center text-11 text-fg-3">
      {wasCut && (whole ? t('older.beginning') : loading && t('older.loading'))}
    </div>
  );
}
