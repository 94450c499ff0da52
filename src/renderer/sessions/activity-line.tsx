import type { SessionStatus } from '../../shared/session/select.ts';
import { useT } from '../i18n/use-t.ts';
import { useNow } from '../ui/clock.ts';
import { durationWords } from './time-words.ts';

/** The second line of a session row: what happens, and since when. */
export function ActivityLine({
  words,
  status,
  since,
}: {
  readonly words: string;
  readonly status: SessionStatus;
  readonly since: number;
}) {
  const needs = status === 'needs-permission' || status === 'needs-answer';
  return (
    <>
      <span className={needs || status === 'interrupted' ? 'text-needs' : undefined}>{words}</span>
      {(needs || status === 'running') && (
        <>
          {' · '}
          <Since at={since} />
        </>
      )}
      {status === 'finished-unread' && (
        <>
          {' · '}
          <Ago at={since} />
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
