/** What the shell does on behalf of a person: each asks main, and says in a notice what did not work. */
import i18next from 'i18next';
import type { Workspace } from '../../shared/ipc/contract/workspaces.ts';
import { displayText } from '../../shared/text/display.ts';
import { attentionQueue } from '../attention/queue.ts';
import { sessionActions } from '../sessions/session-store.ts';
import { describeError, type AnyIpcError } from './error-words.ts';
import { focusComposer } from './regions.ts';
import { showPrompt } from '../permissions/prompt-places.ts';
import type { Services } from './services.tsx';
import { mostTiles, withGrid, withSelected } from './view-store.ts';

/** Starts a session with the default agent in the current workspace, unless told otherwise, and shows it. */
export async function startSession(
  services: Services,
  choice: { readonly workspaceId?: string | undefined; readonly agentId?: string | undefined },
): Promise<void> {
  const workspaceId = choice.workspaceId ?? currentWorkspaceId(services);
  if (workspaceId === null) {
    await openWorkspaceDialog(services);
    return;
  }
  const agentId = choice.agentId ?? defaultAgentId(services);
  if (agentId === null) return;
  const answer = await services.client.request('sessions.create', { workspaceId, agentId });
  if (!answer.ok) {
    showError(services, 'createSession', answer.error);
    return;
  }
  services.view.setState({ workspaceId });
  rememberAgent(services, agentId);
  selectSession(services, answer.value.sessionId, { focus: 'composer' });
}

/** Makes `agentId` the one that new sessions start with. */
export function rememberAgent(services: Services, agentId: string): void {
  const settings = services.settings.getState();
  if (settings === null || settings.problem !== null || defaultAgentId(services) === agentId) return;
  void services.client.request('settings.update', { patch: { defaultAgentId: agentId } });
}

export function defaultAgentId(services: Services): string | null {
  const agents = services.agents.getState() ?? [];
  const wanted = services.settings.getState()?.settings.defaultAgentId ?? null;
  return (
    agents.find((agent) => agent.id === wanted)?.id ??
    agents.find((agent) => agent.origin === 'bundled')?.id ??
    agents[0]?.id ??
    null
  );
}

/** The workspace of the selected session, else the last one used here, else the last one opened. */
export function currentWorkspaceId(services: Services): string | null {
  const { selectedId, workspaceId } = services.view.getState();
  const present = (services.workspaces.getState() ?? []).filter(({ state }) => state === 'present');
  const ids = [
    services.sessions.getState().byId.get(selectedId ?? '')?.workspaceId,
    workspaceId,
    present[0]?.id,
  ];
  return ids.find((id) => present.some((workspace) => workspace.id === id)) ?? null;
}

export function selectSession(
  services: Services,
  id: string,
  then: { readonly focus?: 'composer'; readonly reveal?: string | null } = {},
): void {
  services.view.setState((view) => withSelected(view, id), true);
  acknowledge(services, id);
  const { reveal, focus } = then;
  if (typeof reveal === 'string') afterPaint(() => showPrompt(id, reveal));
  else if (focus === 'composer') afterPaint(() => focusComposer(id));
}

/** Once what was just selected is on the page. */
function afterPaint(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}

/** Takes what failed or finished in a session off the queue: the person has looked at it. */
export function acknowledge(services: Services, sessionId: string): void {
  const { acknowledged } = services.view.getState();
  const keys = attentionQueue(services.sessions.getState(), acknowledged)
    .filter((item) => item.sessionId === sessionId)
    .map((item) => item.key);
  if (keys.length === 0) return;
  services.view.setState({ acknowledged: new Set([...acknowledged, ...keys]) });
}

/** Off when it is on; else the selected session with those that need the person or run. */
export function toggleGrid(services: Services): void {
  const { view, sessions } = services;
  if (view.getState().layout === 'grid') {
    view.setState({ layout: 'single' });
    return;
  }
  const { byId, ids } = sessions.getState();
  const { selectedId, gridIds } = view.getState();
  const kept = gridIds.filter((id) => byId.has(id));
  const rank = (id: string) => {
    const status = byId.get(id)?.status;
    if (status === 'needs-permission' || status === 'needs-answer') return 0;
    if (status === 'running') return 1;
    return status === 'failed' || status === 'finished-unread' ? 2 : 3;
  };
  const others = [...ids].sort((a, b) => rank(a) - rank(b));
  const wanted =
    kept.length > 1
      ? kept
      : [...(selectedId === null ? [] : [selectedId]), ...others.filter((id) => id !== selectedId)];
  view.setState((state) => withGrid(state, wanted.slice(0, mostTiles)), true);
}

export function addToGrid(services: Services, id: string): void {
  services.view.setState((view) => {
    const base = view.gridIds.length > 0 || view.selectedId === null ? view.gridIds : [view.selectedId];
    if (base.includes(id)) return withGrid(view, base);
    return { ...withGrid(view, [...base.slice(0, mostTiles - 1), id]), selectedId: id };
  }, true);
}

export function removeFromGrid(services: Services, id: string): void {
  services.view.setState((view) => {
    const rest = view.gridIds.filter((each) => each !== id);
    const next = withGrid(view, rest);
    return next.layout === 'single' && view.selectedId === id
      ? { ...next, selectedId: rest[0] ?? view.selectedId }
      : next;
  }, true);
}

export async function restartSession(services: Services, id: string): Promise<void> {
  const answer = await sessionActions(services.client, id).restart();
  if (!answer.ok) showError(services, 'action', answer.error);
}

/** A new session that begins as a copy of this one, up to the end of a turn or of all, and shows it. */
export async function forkSession(
  services: Services,
  id: string,
  turnId: string | null = null,
): Promise<void> {
  const answer = await services.client.request('session.forkFrom', { sessionId: id, turnId });
  if (!answer.ok) {
    const { error } = answer;
    showError(services, 'createSession', error.code === 'no-turn' ? { ...error, code: 'turn-runs' } : error);
  } else selectSession(services, answer.value.sessionId, { focus: 'composer' });
}

export async function signOut(services: Services, id: string): Promise<void> {
  const answer = await sessionActions(services.client, id).signOut();
  if (!answer.ok) showError(services, 'action', answer.error);
}

/** The agent forgets it for good; the session stays. */
export async function deleteAtAgent(services: Services, id: string): Promise<void> {
  services.view.setState({ overlay: null });
  const answer = await sessionActions(services.client, id).deleteAtAgent();
  if (!answer.ok) showError(services, 'action', answer.error);
}

export async function stopTurn(services: Services, id: string): Promise<void> {
  const answer = await sessionActions(services.client, id).cancel();
  if (!answer.ok && answer.error.code !== 'no-turn') showError(services, 'action', answer.error);
}

export async function markRead(services: Services, id: string): Promise<void> {
  await sessionActions(services.client, id).markRead();
}

export async function openWorkspaceDialog(services: Services): Promise<void> {
  const answer = await services.client.request('workspaces.openDialog', {});
  if (!answer.ok) showError(services, 'openFolder', answer.error);
  else if (answer.value !== null) showWorkspace(services, answer.value);
}

export async function openWorkspace(services: Services, path: string): Promise<boolean> {
  const answer = await services.client.request('workspaces.open', { path });
  if (answer.ok) showWorkspace(services, answer.value);
  else {
    const name =
      path
        .split(/[\\/]/)
        .filter((part) => part !== '')
        .at(-1) ?? path;
    services.notices.show({
      tone: 'fail',
      title: i18next.t('errors:openFolderNamed', { name: displayText(name, 'line') }),
      body: describeError(i18next.t, answer.error),
    });
  }
  return answer.ok;
}

export async function removeWorkspace(services: Services, id: string): Promise<void> {
  const answer = await services.client.request('workspaces.remove', { id });
  if (!answer.ok) showError(services, 'action', answer.error);
}

/** A workspace without sessions is shown by its start page. */
export function showWorkspace(services: Services, workspace: Workspace): void {
  const { byId, ids } = services.sessions.getState();
  const id = ids.find((each) => {
    const session = byId.get(each);
    return session?.workspaceId === workspace.id && !session.archived;
  });
  services.view.setState((view) => ({
    workspaceId: workspace.id,
    folded: view.folded.filter((id) => id !== workspace.id),
    layout: 'single',
    selectedId: id ?? null,
  }));
}

export function copyText(services: Services, text: string): void {
  void services.client.request('app.copyText', { text });
}

export function showError(
  services: Services,
  what: 'openFolder' | 'createSession' | 'action' | 'saveSettings',
  error: AnyIpcError,
): void {
  services.notices.show({
    tone: 'fail',
    title: i18next.t(`errors:${what}`),
    body: describeError(i18next.t, error),
  });
}
