/** Says to screen readers what concerns the person: a permission needed, a failure, a finished turn. */
import i18next from 'i18next';
import type { SessionSummary } from '../../shared/session/select.ts';
import { activityWords, titleWords } from '../sessions/activity-words.ts';
import type { SessionList } from '../sessions/list-store.ts';
import type { T } from '../i18n/use-t.ts';

export type Announcement = {
  readonly kind: 'permission' | 'answer' | 'failed' | 'finished';
  readonly session: SessionSummary;
};

/** What changed between two lists that is worth saying. Nothing for sessions seen for the first time. */
export function announcements(before: SessionList, after: SessionList): readonly Announcement[] {
  if (before.byId === after.byId) return [];
  const found: Announcement[] = [];
  for (const [id, session] of after.byId) {
    const previous = before.byId.get(id);
    if (previous === undefined || previous === session) continue;
    const newRequest = session.pending[0]?.requestId !== previous.pending[0]?.requestId;
    const changed = previous.status !== session.status;
    if (session.status === 'needs-permission' && (changed || newRequest))
      found.push({ kind: 'permission', session });
    else if (!changed) continue;
    else if (session.status === 'needs-answer') found.push({ kind: 'answer', session });
    else if (session.status === 'failed') found.push({ kind: 'failed', session });
    else if (wasWorking(previous) && (session.status === 'finished-unread' || session.status === 'idle')) {
      if (session.activity.type === 'finished' || session.status === 'finished-unread') {
        found.push({ kind: 'finished', session });
      }
    }
  }
  return found;
}

export function announcementWords({ kind, session }: Announcement): string {
  const t = i18next.t as unknown as T;
  return t(`sessions:announce.${kind}`, {
    session: titleWords(t, session.title),
    words: activityWords(t, session.activity),
  });
}

function wasWorking(session: SessionSummary): boolean {
  return session.status === 'running' || session.status === 'needs-permission';
}
