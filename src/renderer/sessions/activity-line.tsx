import { useT } from '../i18n/use-t.ts';
import type { SessionSummary } from '../../shared/session/select.ts';
import { useNow } from '../ui/clock.ts';
import { activityWords } from './activity-words.ts';
import { durationWords } from './time-words.ts';

/** The second line of a session row: what happens, and since when. */
export function ActivityLine({ session }: { readonly session: SessionSummary }) {
  const { t } = useT();
  const needs = session.status === 'needs-permission' || session.status === 'needs-answer';
  const words = activityWords(t, session.activity);
  return (
    <>
      <span className={needs ? 'text-needs' : undefined}>{words}</span>
      {(needs || session.status === 'running') && (
        <>
          {' · '}
          <Since at={session.since} />
        </>
      )}
      {session.status === 'finished-unread' && (
        <>
          {' · '}
          <Ago at={session.since} />
        </>
      )}
    </>
  );
}

/** How long it has been. */
export function Since({ at }: { readonly at: number }) {
  const { t } = useT();
  const fine = useNow(5000);
  return <span className="num">{durationWords(t, fine - at)}</span>;
}

function Ago({ at }: { readonly at: number }) {
  const { t } = useT();
  const now = useNow(30_000);
  return <span className="num">{t('ago', { duration: durationWords(t, Math.max(1000, now - at)) })}</span>;
}
