/** What is done to a session as a thing in a list: its place, its name. */
import i18next from 'i18next';
import { titleWords } from '../sessions/activity-words.ts';
import type { T } from '../i18n/use-t.ts';
import { showError } from './actions.ts';
import type { Services } from './services.tsx';

export async function pinSession(services: Services, sessionId: string, pinned: boolean): Promise<void> {
  const answer = await services.client.request('session.pin', { sessionId, pinned });
  if (!answer.ok) showError(services, 'action', answer.error);
}

/** Archiving stops its agent. What was put away can be taken back at once. */
export async function archiveSession(
  services: Services,
  sessionId: string,
  archived: boolean,
): Promise<void> {
  const answer = await services.client.request('session.archive', { sessionId, archived });
  if (!answer.ok) return showError(services, 'action', answer.error);
  if (!archived) return;
  services.notices.show({
    tone: 'info',
    title: i18next.t('lists:archivedNotice', { session: titleOf(services, sessionId) }),
    action: {
      label: i18next.t('lists:undo'),
      run: () => void archiveSession(services, sessionId, false),
    },
  });
}

/** The session's own name goes; the agent's title shows again. */
export async function takeAgentTitle(services: Services, sessionId: string): Promise<void> {
  const answer = await services.client.request('session.rename', { sessionId, alias: null });
  if (!answer.ok) showError(services, 'action', answer.error);
}

export function titleOf(services: Services, sessionId: string): string {
  const title = services.sessions.getState().byId.get(sessionId)?.title ?? null;
  return titleWords(i18next.t as unknown as T, title);
}
