/** What is done to a session as a thing in a list: its place, its name. */
import i18next from 'i18next';
import type { ExportFormat } from '../../shared/ipc/contract/export.ts';
import { titleWords } from '../sessions/activity-words.ts';
import { sessionOrder } from '../sessions/session-order.ts';
import { turnRuns } from '../sessions/turn-runs.ts';
import type { T } from '../i18n/use-t.ts';
import { selectSession, showError } from './actions.ts';
import type { Services } from './services.tsx';
import { withGrid } from './view-store.ts';

export async function pinSession(services: Services, sessionId: string, pinned: boolean): Promise<void> {
  const answer = await services.client.request('session.pin', { sessionId, pinned });
  if (!answer.ok) showError(services, 'action', answer.error);
}

/** What ends a session's agent: on its own, or by putting the session away. */
export type Ending = 'stop' | 'archive' | 'trash';

/** Asks first when a turn runs, unless `confirmed`. */
export async function endSession(
  services: Services,
  sessionId: string,
  ending: Ending,
  { confirmed = false }: { readonly confirmed?: boolean } = {},
): Promise<void> {
  const summary = services.sessions.getState().byId.get(sessionId);
  if (!confirmed && summary !== undefined && turnRuns(summary)) {
    services.view.setState({ overlay: { type: 'confirm-stop', sessionId, ending } });
    return;
  }
  services.view.setState({ overlay: null });
  if (ending === 'archive') return putAway(services, sessionId);
  if (ending === 'trash') return throwAway(services, sessionId);
  const answer = await services.client.request('session.close', { sessionId });
  if (!answer.ok) showError(services, 'action', answer.error);
}

/** What was put away can be taken back at once. */
async function putAway(services: Services, sessionId: string): Promise<void> {
  const next = neighbourOf(services, sessionId);
  const answer = await services.client.request('session.archive', { sessionId, archived: true });
  if (!answer.ok) return showError(services, 'action', answer.error);
  leave(services, sessionId, next);
  services.notices.show({
    tone: 'info',
    title: i18next.t('lists:archivedNotice', { session: titleOf(services, sessionId) }),
    action: { label: i18next.t('lists:undo'), run: () => void unarchiveSession(services, sessionId) },
  });
}

async function throwAway(services: Services, sessionId: string): Promise<void> {
  const next = neighbourOf(services, sessionId);
  const title = titleOf(services, sessionId);
  const answer = await services.client.request('session.trash', { sessionId });
  if (!answer.ok) return showError(services, 'action', answer.error);
  leave(services, sessionId, next);
  const { name } = answer.value;
  services.notices.show({
    tone: 'info',
    title: i18next.t('lists:trash.moved', { session: title }),
    action: { label: i18next.t('lists:undo'), run: () => void restoreTrashed(services, name) },
  });
}

/** Back into the list, and shown. */
async function restoreTrashed(services: Services, name: string): Promise<void> {
  const answer = await services.client.request('sessions.restoreTrashed', { name });
  if (answer.ok) selectSession(services, answer.value.sessionId);
  else showError(services, 'action', answer.error);
}

export async function unarchiveSession(services: Services, sessionId: string): Promise<void> {
  const answer = await services.client.request('session.archive', { sessionId, archived: false });
  if (!answer.ok) showError(services, 'action', answer.error);
}

/** Into the archive or out of it. */
export function toggleArchived(services: Services, sessionId: string, archived: boolean): void {
  void (archived ? unarchiveSession(services, sessionId) : endSession(services, sessionId, 'archive'));
}

/** What stands after it in the list, else before it. */
function neighbourOf({ workspaces, sessions, view }: Services, sessionId: string): string | null {
  const order = sessionOrder(workspaces.getState() ?? [], sessions.getState(), view.getState());
  const at = order.indexOf(sessionId);
  return at === -1 ? null : (order[at + 1] ?? order[at - 1] ?? null);
}

/** Shows the next one in its place, as long as the person has not gone elsewhere. */
function leave({ view }: Services, sessionId: string, next: string | null): void {
  view.setState((state) => {
    const gridIds = state.gridIds.filter((id) => id !== sessionId);
    if (state.layout === 'grid') return withGrid({ ...state, selectedId: next }, gridIds);
    return state.selectedId === sessionId && next !== null ? { ...state, selectedId: next } : state;
  }, true);
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

/** Main asks where and writes it there. */
export async function exportSession(
  services: Services,
  sessionId: string,
  format: ExportFormat,
): Promise<void> {
  const answer = await services.client.request('session.export', { sessionId, format });
  if (!answer.ok) showError(services, 'action', answer.error);
  else if (answer.value.saved)
    services.notices.show({ tone: 'info', title: i18next.t('lists:export.saved') });
}
