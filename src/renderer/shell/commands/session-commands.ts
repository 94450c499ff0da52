import { exportFormats } from '../../../shared/ipc/contract/export.ts';
import type { SessionSummary } from '../../../shared/session/select.ts';
import { focusPermissionPrompt } from '../../permissions/prompt-places.ts';
import { turnRuns } from '../../sessions/turn-runs.ts';
import { copyText, forkSession, restartSession, stopTurn } from '../actions.ts';
import { endSession, exportSession, pinSession, takeAgentTitle, toggleArchived } from '../session-actions.ts';
import type { Services } from '../services.tsx';
import { keysFor, type Command } from './command.ts';
import type { Platform } from './key.ts';

/** What can be done to the selected session. */
export function sessionCommands(services: Services, platform: Platform): readonly Command[] {
  const { view, sessions } = services;
  const selected = (): SessionSummary | null =>
    sessions.getState().byId.get(view.getState().selectedId ?? '') ?? null;
  const on = (act: (session: SessionSummary) => void) => () => {
    const session = selected();
    if (session !== null) act(session);
  };
  const when = (test: (session: SessionSummary) => boolean) => () => {
    const session = selected();
    return session !== null && test(session);
  };
  return [
    {
      id: 'session.stop',
      title: 'stop',
      group: 'session',
      scope: 'page',
      keys: ['Escape'],
      listed: true,
      enabled: when(turnRuns),
      run: on((session) => void stopTurn(services, session.id)),
    },
    {
      id: 'permission.focus',
      title: 'focusPrompt',
      group: 'session',
      scope: 'everywhere',
      keys: ['Mod+Shift+K'],
      listed: true,
      enabled: when((session) => session.status === 'needs-permission'),
      run: on((session) => void focusPermissionPrompt(session.id)),
    },
    {
      id: 'session.rename',
      title: 'rename',
      group: 'session',
      scope: 'everywhere',
      keys: keysFor(platform, { mac: ['F2'], other: ['F2'] }),
      listed: true,
      enabled: when(() => view.getState().layout === 'single'),
      run: on((session) => view.setState({ renamingId: session.id, overlay: null })),
    },
    ...listCommands(services, { on, when }),
    {
      id: 'session.restart',
      title: 'restart',
      group: 'session',
      scope: 'everywhere',
      keys: [],
      listed: true,
      enabled: when((session) => !session.processRunning),
      run: on((session) => void restartSession(services, session.id)),
    },
    {
      id: 'session.showLog',
      title: 'showLog',
      group: 'session',
      scope: 'everywhere',
      keys: [],
      listed: true,
      enabled: when(() => true),
      run: on((session) => view.setState({ overlay: { type: 'log', sessionId: session.id } })),
    },
    {
      id: 'session.process',
      title: 'showProcess',
      group: 'session',
      scope: 'everywhere',
      keys: [],
      listed: true,
      enabled: when(() => true),
      run: on((session) => view.setState({ overlay: { type: 'process', sessionId: session.id } })),
    },
    {
      id: 'session.copyId',
      title: 'copyId',
      group: 'session',
      scope: 'everywhere',
      keys: [],
      listed: true,
      enabled: when(() => true),
      run: on((session) => copyText(services, session.id)),
    },
    {
      id: 'session.stopAgent',
      title: 'stopAgent',
      group: 'session',
      scope: 'everywhere',
      keys: [],
      listed: true,
      enabled: when((session) => session.processRunning),
      run: on((session) => void endSession(services, session.id, 'stop')),
    },
  ];
}

/** Its place in the list and its name. */
function listCommands(
  services: Services,
  {
    on,
    when,
  }: {
    readonly on: (act: (session: SessionSummary) => void) => () => void;
    readonly when: (test: (session: SessionSummary) => boolean) => () => boolean;
  },
): readonly Command[] {
  const command = (rest: Pick<Command, 'id' | 'title' | 'enabled' | 'run'> & Partial<Command>): Command => ({
    group: 'session',
    scope: 'everywhere',
    keys: [],
    listed: true,
    ...rest,
  });
  return [
    command({
      id: 'session.useAgentTitle',
      title: 'useAgentTitle',
      enabled: when(({ alias }) => alias !== null),
      run: on((session) => void takeAgentTitle(services, session.id)),
    }),
    command({
      id: 'session.pin',
      title: 'pin',
      enabled: when(() => true),
      run: on((session) => void pinSession(services, session.id, !session.pinned)),
    }),
    command({
      id: 'session.fork',
      title: 'fork',
      enabled: when(({ title }) => title !== null),
      run: on((session) => void forkSession(services, session.id)),
    }),
    ...exportFormats.map((format) =>
      command({
        id: `session.export.${format}`,
        title: exportTitles[format],
        enabled: when(() => true),
        run: on((session) => void exportSession(services, session.id, format)),
      }),
    ),
    command({
      id: 'session.delete',
      title: 'delete',
      enabled: when(() => true),
      run: on((session) => void endSession(services, session.id, 'trash')),
    }),
    command({
      id: 'session.archive',
      title: 'archive',
      keys: ['Mod+Shift+W'],
      enabled: when(() => true),
      run: on((session) => toggleArchived(services, session.id, session.archived)),
    }),
  ];
}

const exportTitles = {
  markdown: 'exportMarkdown',
  jsonl: 'exportJsonl',
  support: 'exportSupport',
} as const;
