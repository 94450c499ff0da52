/** Main's side of the contract over scripted sessions: what a person does in the window has its effect here. */
import { contract, type Contract } from '../../src/shared/ipc/contract.ts';
import type { AgentSummary } from '../../src/shared/ipc/contract/agents.ts';
import type { CatalogueState } from '../../src/shared/ipc/contract/catalogue.ts';
import type { McpState } from '../../src/shared/ipc/contract/mcp.ts';
import type { SessionsFrame } from '../../src/shared/ipc/contract/sessions.ts';
import type { SettingsState } from '../../src/shared/ipc/contract/settings.ts';
import type { StorageState } from '../../src/shared/ipc/contract/storage.ts';
import type { Workspace } from '../../src/shared/ipc/contract/workspaces.ts';
import type { Handlers } from '../../src/shared/ipc/handler.ts';
import type { Port } from '../../src/shared/ipc/port.ts';
import { serve, type Served } from '../../src/shared/ipc/serve.ts';
import { usageRows } from '../../src/main/sessions/usage/usage-rows.ts';
import { err, ok } from '../../src/shared/result.ts';
import type { SessionEventBody } from '../../src/shared/session/event.ts';
import { reduce } from '../../src/shared/session/reduce.ts';
import {
  summaryOf,
  type RecordState,
  type SessionFacts,
  type SessionSummary,
} from '../../src/shared/session/select.ts';
import type { SessionState } from '../../src/shared/session/state.ts';
import { answerOf, type FindHit, findInSession, gather } from '../../src/shared/session/find.ts';
import { pastOf } from '../../src/shared/session/past.ts';
import { WindowFeed } from '../../src/shared/session/window-feed.ts';
import { WindowRegistry } from '../../src/shared/session/window-registry.ts';
import { stageDoctor } from './doctor.ts';
import type { StageImportable } from './importable.ts';
import { mcpState, stageMcp } from './mcp.ts';
import { stageProcess } from './process.ts';
import { stagePermissions } from './permissions.ts';
import { stageSearch, type StageSearch } from './search.ts';
import { stageTerminals, type StageTerminal } from './terminals.ts';
import { stageProtocol } from './protocol.ts';
import { agentEnvironment } from './catalogue.ts';
import type { ScriptedSession } from './script.ts';

export type StageWorld = {
  readonly workspaces: readonly Workspace[];
  readonly agents: readonly AgentSummary[];
  readonly catalogue: CatalogueState;
  readonly sessions: readonly ScriptedSession[];
  readonly settings: SettingsState;
  /** Sessions whose use is summed. */
  readonly usage?: readonly SessionSummary[];
  /** In the trash. */
  readonly trashed?: readonly ScriptedSession[];
  readonly files: Readonly<Record<string, string>>;
  readonly mcp?: McpState;
  /** What of the disk is not well. */
  readonly storage?: Partial<StorageState>;
  /** What agents keep, or why they do not tell; absent: nothing. */
  readonly importable?: StageImportable;
  readonly search?: StageSearch;
  readonly terminals?: readonly StageTerminal[];
  /** What the sign-in program has written. */
  readonly signInOutput?: string;
};

const healthyStorage: StorageState = {
  disk: 'ok',
  freeBytes: 182e9,
  noRunsBelow: 200 * 1024 * 1024,
  sessionsBytes: 348e6,
  sessionsAreLarge: false,
  readOnly: 0,
  paused: 0,
  safeMode: false,
  folder: '/home/dev/.config/switchyard',
  problems: [],
};

type Live = { readonly facts: SessionFacts; state: SessionState; readonly record?: RecordState };

export function serveWorld(port: Port, world: StageWorld): Served {
  const lives = new Map<string, Live>(
    world.sessions.map(({ facts, state, record }) => [
      facts.id,
      { facts, state, ...(record === undefined ? {} : { record }) },
    ]),
  );
  const listWatchers = new Set<(frame: SessionsFrame) => void>();
  const sessionWatchers = new Map<string, Set<WindowFeed>>();
  const windows = new WindowRegistry();
  const settingsWatchers = new Set<(state: SettingsState) => void>();
  let settings = world.settings;

  function happen(id: string, body: SessionEventBody): void {
    const live = lives.get(id);
    if (live === undefined) return;
    const event = { ...body, seq: live.state.seq + 1, at: Date.now() };
    live.state = reduce(live.state, event);
    for (const feed of sessionWatchers.get(id) ?? []) feed.events([event], live.state);
    for (const emit of listWatchers) {
      emit({ type: 'changed', summaries: [summaryOf(live.facts, live.state, live.record)], removed: [] });
    }
  }

  function stopAgent(sessionId: string): void {
    const state = lives.get(sessionId)?.state;
    if (state === undefined) return;
    if (state.active !== null) {
      happen(sessionId, {
        type: 'turn-ended',
        turnId: state.active.id,
        outcome: { type: 'stopped', reason: 'cancelled' },
      });
    }
    happen(sessionId, { type: 'agent-stopped', how: 'clean' });
  }

  const trash = (world.trashed ?? []).map(({ facts, state }, index) => ({
    name: `trashed-${facts.id}`,
    trashedAt: Date.now() - index * 5_400_000,
    live: { facts, state } as Live,
  }));

  const timers = world.sessions.flatMap(({ facts, ongoing }) => {
    if (ongoing === null) return [];
    let next = 0;
    return [
      setInterval(() => {
        const body = ongoing.bodies[next % ongoing.bodies.length];
        next += 1;
        if (body !== undefined) happen(facts.id, body);
      }, ongoing.everyMs),
    ];
  });

  const missing = err({ code: 'no-session' as const, message: 'no such session' });
  const handlers: Handlers<Contract> = {
    'app.info': () =>
      ok({
        version: '0.1.0',
        platform: 'linux' as const,
        electron: '45.5.0',
        chrome: '156.0.0.0',
        node: '24.18.0',
        systemLocale: 'en-US',
        homeDir: '/home/dev',
      }),
    'app.commands': () => undefined,
    'app.openExternal': () => ok(null),
    'app.copyText': () => ok(null),
    'app.saveText': () => ok({ saved: true }),
    'app.reportError': () => ok(null),
    'app.setTitle': () => ok(null),
    'settings.watch': (_input, { emit }) => {
      emit(settings);
      settingsWatchers.add(emit);
      return () => void settingsWatchers.delete(emit);
    },
    'settings.update': ({ patch }) => {
      const changed = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
      settings = { ...settings, settings: { ...settings.settings, ...changed } };
      for (const emit of settingsWatchers) emit(settings);
      return ok(null);
    },
    'agents.watch': (_input, { emit }) => {
      emit(world.agents);
      return undefined;
    },
    'storage.watch': (_input, { emit }) => {
      emit({ ...healthyStorage, ...world.storage });
      return undefined;
    },
    'agents.save': () => ok(null),
    'agents.remove': () => ok(null),
    'catalogue.watch': (_input, { emit }) => {
      emit(world.catalogue);
      return undefined;
    },
    'catalogue.refresh': () => ok(null),
    'catalogue.install': () => ok(null),
    'catalogue.cancel': () => ok(null),
    'catalogue.dismiss': () => ok(null),
    'catalogue.rollBack': () => ok(null),
    'catalogue.uninstall': () => ok(null),
    'catalogue.environment': () => ok(agentEnvironment),
    'catalogue.configure': () => ok(null),
    'workspaces.watch': (_input, { emit }) => {
      emit(world.workspaces);
      return undefined;
    },
    'workspaces.open': () => err({ code: 'not-found', message: 'the stage has no disk' }),
    'workspaces.openDialog': () => ok(null),
    'workspaces.remove': () => ok(null),
    'files.read': ({ path }) => {
      const text = world.files[path];
      return text === undefined ? err({ code: 'not-found', message: path }) : ok({ path, text });
    },
    'sessions.watch': (_input, { emit }) => {
      emit({
        type: 'all',
        summaries: [...lives.values()].map(({ facts, state, record }) => summaryOf(facts, state, record)),
      });
      listWatchers.add(emit);
      return () => void listWatchers.delete(emit);
    },
    'sessions.create': () => err({ code: 'too-many', message: 'the stage starts no agents' }),
    'session.watch': ({ sessionId, windowId }, { emit, end }) => {
      const live = lives.get(sessionId);
      if (live === undefined) {
        end({ code: 'no-session', message: 'no such session' });
        return undefined;
      }
      const feed = new WindowFeed(live.state, emit);
      const leave = windows.add(sessionId, windowId, feed);
      const watchers = sessionWatchers.get(sessionId) ?? new Set();
      sessionWatchers.set(sessionId, watchers.add(feed));
      return () => {
        leave();
        watchers.delete(feed);
      };
    },
    'session.turns': (ask) => {
      const reach = windows.earlier(ask);
      return reach === null ? err({ code: 'no-window', message: 'no such window' }) : ok(reach);
    },
    'session.find': ({ sessionId, ...query }) => {
      const live = lives.get(sessionId);
      if (live === undefined) return missing;
      const found: FindHit[][] = [];
      const end = gather(findInSession(live.state, query), found, () => true);
      return ok(answerOf(found, end === 'paused' ? 'over' : end));
    },
    'session.past': ({ sessionId }) => {
      const live = lives.get(sessionId);
      return live === undefined ? missing : ok(pastOf(live.state));
    },
    'session.prompt': ({ sessionId, prompt }) => {
      const live = lives.get(sessionId);
      if (live === undefined) return missing;
      const blocks = prompt.map((part) => (part.type === 'image' ? { ...part, uri: null } : part));
      if (live.state.active !== null) {
        happen(sessionId, { type: 'prompt-queued', queueId: crypto.randomUUID(), prompt: blocks });
        return ok({ queued: true });
      }
      const { agent, acpSessionId, phase } = live.state;
      if (agent !== null && acpSessionId !== null && phase.name !== 'ready') {
        happen(sessionId, { type: 'agent-starting', stage: 'starting' });
        happen(sessionId, { type: 'agent-ready', agent, acpSessionId, modes: null, options: null });
      }
      happen(sessionId, { type: 'turn-started', turnId: crypto.randomUUID(), prompt: blocks });
      return ok({ queued: false });
    },
    'session.unqueue': ({ sessionId, queueId }) => {
      happen(sessionId, { type: 'prompt-unqueued', queueId });
      return ok(null);
    },
    'session.editQueued': ({ sessionId, queueId, prompt }) => {
      const blocks = prompt.map((part) => (part.type === 'image' ? { ...part, uri: null } : part));
      happen(sessionId, { type: 'prompt-edited', queueId, prompt: blocks });
      return ok(null);
    },
    'session.moveQueued': ({ sessionId, queueId, before }) => {
      happen(sessionId, { type: 'prompt-moved', queueId, before });
      return ok(null);
    },
    'session.sendNow': ({ sessionId, queueId }) => {
      const queue = lives.get(sessionId)?.state.queue ?? [];
      const first = queue.find((queued) => queued.queueId !== queueId)?.queueId ?? null;
      happen(sessionId, { type: 'prompt-moved', queueId, before: first, release: true });
      return ok(null);
    },
    'session.pin': ({ sessionId, pinned }) => {
      happen(sessionId, { type: 'pinned', pinned });
      return ok(null);
    },
    'session.archive': ({ sessionId, archived }) => {
      if (archived) stopAgent(sessionId);
      happen(sessionId, { type: 'archived', archived });
      return ok(null);
    },
    'session.cancel': ({ sessionId }) => {
      const active = lives.get(sessionId)?.state.active;
      if (active === undefined) return missing;
      if (active === null) return err({ code: 'no-turn', message: 'nothing runs' });
      happen(sessionId, { type: 'turn-cancelling' });
      for (const { requestId } of lives.get(sessionId)?.state.permissions ?? []) {
        happen(sessionId, {
          type: 'permission-settled',
          requestId,
          outcome: { outcome: 'cancelled', why: 'turn-cancelled' },
        });
      }
      happen(sessionId, {
        type: 'turn-ended',
        turnId: active.id,
        outcome: { type: 'stopped', reason: 'cancelled' },
      });
      return ok(null);
    },
    'session.answerPermission': ({ sessionId, requestId, optionId, remember }) => {
      const pending = lives.get(sessionId)?.state.permissions.find((each) => each.requestId === requestId);
      const option = pending?.options.find((each) => each.optionId === optionId);
      if (pending === undefined) return err({ code: 'already-settled', message: 'settled' });
      if (option === undefined) return err({ code: 'no-option', message: 'no such option' });
      if (remember?.scope === 'session') {
        for (const rule of pending.offers?.[remember.offer] ?? []) {
          const id = crypto.randomUUID();
          happen(sessionId, { type: 'rule-added', rule: { ...rule, layer: 'session', id } });
        }
      }
      happen(sessionId, {
        type: 'permission-settled',
        requestId,
        outcome: { outcome: 'selected', optionId, kind: option.kind },
      });
      return ok(null);
    },
    'session.chooseMode': ({ sessionId, mode }) => {
      happen(sessionId, { type: 'mode-chosen', mode });
      return ok(null);
    },
    'session.revokeRule': ({ sessionId, ruleId }) => {
      happen(sessionId, { type: 'rule-revoked', ruleId });
      return ok(null);
    },
    'session.answerQuestion': ({ sessionId, questionId, answer }) => {
      happen(sessionId, {
        type: 'question-settled',
        questionId,
        outcome:
          answer.action === 'accept'
            ? { outcome: 'accepted', content: answer.content }
            : answer.action === 'decline'
              ? { outcome: 'declined' }
              : { outcome: 'cancelled', why: 'person' },
      });
      return ok(null);
    },
    'session.cancelSubagent': ({ sessionId, subagentId }) => {
      happen(sessionId, { type: 'subagent', subagentId, state: 'idle' });
      return ok(null);
    },
    'session.fork': () => err({ code: 'too-many', message: 'the stage starts no agents' }),
    'session.deleteAtAgent': () => ok(null),
    'signIn.start': ({ sessionId, methodId }) => {
      const method = lives.get(sessionId)?.state.agent?.authMethods?.find(({ id }) => id === methodId);
      const how = method?.type === 'terminal' ? 'terminal' : 'agent';
      happen(sessionId, { type: 'sign-in-started', methodId, how });
      return ok(null);
    },
    'signIn.input': () => ok(null),
    'signIn.cancel': ({ sessionId }) => {
      happen(sessionId, { type: 'sign-in-ended', outcome: { type: 'cancelled' } });
      return ok(null);
    },
    'signIn.output': (_input, { emit }) => {
      emit({ type: 'all', text: world.signInOutput ?? '' });
      return undefined;
    },
    'signIn.signOut': ({ sessionId }) => {
      happen(sessionId, { type: 'signed-out' });
      return ok(null);
    },
    'session.stopTerminal': () => ok(null),
    'session.setMode': ({ sessionId, modeId }) => {
      happen(sessionId, { type: 'mode', modeId });
      return ok(null);
    },
    'session.setOption': ({ sessionId, optionId, value }) => {
      const options = lives.get(sessionId)?.state.options ?? [];
      happen(sessionId, {
        type: 'options',
        options: options.map((option) => {
          if (option.id !== optionId) return option;
          if (option.type === 'select' && typeof value === 'string') return { ...option, value };
          return option.type === 'boolean' && typeof value === 'boolean' ? { ...option, value } : option;
        }),
      });
      return ok(null);
    },
    ...stageProtocol,
    'process.watch': (_input, { emit }) => {
      emit(stageProcess());
      return undefined;
    },
    ...stageDoctor,
    ...stagePermissions,
    ...stageSearch([...lives.keys()], world.search),
    ...stageTerminals(world.terminals),
    ...stageMcp(world.mcp ?? mcpState()),
    'session.rename': ({ sessionId, alias }) => {
      happen(sessionId, { type: 'renamed', alias });
      return ok(null);
    },
    'session.markRead': ({ sessionId }) => {
      happen(sessionId, { type: 'marked-read' });
      return ok(null);
    },
    'session.restart': ({ sessionId }) => {
      happen(sessionId, { type: 'agent-starting', stage: 'starting' });
      return ok(null);
    },
    'session.takeOver': () => ok(null),
    'session.summary': () => ok({ text: '# Earlier conversation' }),
    'session.forkFrom': () => err({ code: 'too-many', message: 'the stage starts no agents' }),
    'sessions.importable': () => world.importable ?? ok([]),
    'sessions.import': () => err({ code: 'too-many', message: 'the stage starts no agents' }),
    'session.keepWaiting': ({ sessionId }) => {
      happen(sessionId, { type: 'turn-silent', since: null });
      return ok(null);
    },
    'session.stopAndRestart': ({ sessionId }) => {
      happen(sessionId, { type: 'agent-starting', stage: 'starting' });
      return ok(null);
    },
    'session.stopRestarting': ({ sessionId }) => {
      happen(sessionId, { type: 'restart-planned', plan: { type: 'needs-you', why: 'stopped' } });
      return ok(null);
    },
    'usage.summary': (days) => ok(usageRows(world.usage ?? [], days)),
    'session.export': () => ok({ saved: true }),
    'drafts.all': () => ok({ drafts: [], sent: [] }),
    'drafts.keep': () => ok(null),
    'drafts.sent': () => ok(null),
    'session.trash': ({ sessionId }) => {
      const live = lives.get(sessionId);
      if (live === undefined) return missing;
      lives.delete(sessionId);
      trash.unshift({ name: `trashed-${sessionId}`, trashedAt: Date.now(), live });
      for (const emit of listWatchers) emit({ type: 'changed', summaries: [], removed: [sessionId] });
      return ok({ name: `trashed-${sessionId}` });
    },
    'sessions.restoreTrashed': ({ name }) => {
      const found = trash.find((each) => each.name === name);
      if (found === undefined) return err({ code: 'not-found', message: 'it is not in the trash' });
      trash.splice(trash.indexOf(found), 1);
      const { facts, state, record } = found.live;
      lives.set(facts.id, found.live);
      for (const emit of listWatchers) {
        emit({ type: 'changed', summaries: [summaryOf(facts, state, record)], removed: [] });
      }
      return ok({ sessionId: facts.id });
    },
    'sessions.trashed': () =>
      ok(
        trash.map(({ name, trashedAt, live }) => {
          const { title, agentName, cwd, workspaceId } = summaryOf(live.facts, live.state);
          return { name, trashedAt, title, agentName, cwd, workspaceId, bytes: 412_000 };
        }),
      ),
    'sessions.emptyTrash': () => ok({ deleted: trash.splice(0).length }),
    'session.close': ({ sessionId }) => {
      if (!lives.has(sessionId)) return missing;
      stopAgent(sessionId);
      return ok({ how: 'clean' as const });
    },
  };

  const served = serve({
    contract,
    handlers,
    port,
    onUnexpected: (error, method) => {
      console.error('stage', method, error);
      return 'stage';
    },
  });
  return {
    ...served,
    close: () => {
      timers.forEach(clearInterval);
      served.close();
    },
  };
}
