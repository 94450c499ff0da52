import { useEffect } from 'react';
import { useStore } from 'zustand';
import { DiffPane } from '../review/diff-pane.tsx';
import { closeDiff, review } from '../review/review-store.ts';
import { useT } from '../i18n/use-t.ts';
import { SessionProvider } from '../sessions/session-context.tsx';
import { useShownSession } from '../sessions/use-shown-session.ts';
import { Boundary } from './error-boundary.tsx';
import { useSessionList } from './services.tsx';

/** The right side: one change of a session, opened from its card. */
export function Pane() {
  const id = useStore(review, ({ open }) => open?.sessionId ?? null);
  if (id === null) return null;
  return <PaneOf key={id} id={id} />;
}

function PaneOf({ id }: { readonly id: string }) {
  const { t } = useT();
  const session = useShownSession(id);
  const gone = useSessionList((list) => list.loaded && !list.byId.has(id));
  useEffect(() => {
    if (gone) closeDiff();
  }, [gone]);
  return (
    <aside
      aria-label={t('shell:regions.pane')}
      data-region="pane"
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-side"
    >
      <Boundary>
        {session !== null && (
          <SessionProvider session={session}>
            <DiffPane />
          </SessionProvider>
        )}
      </Boundary>
    </aside>
  );
}
