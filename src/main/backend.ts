/**
 * The half of the app that knows nothing of Electron: settings, workspaces, agents and sessions, wired.
 * Tests and a headless mode build it with ports of their own.
 */
import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Contract } from '../shared/ipc/contract.ts';
import type { AppCommand, appContract } from '../shared/ipc/contract/app.ts';
import type { Settings } from '../shared/ipc/contract/settings.ts';
import { ok } from '../shared/result.ts';
import type { Handlers } from '../shared/ipc/handler.ts';
import type { AgentLaunch } from './agents/agent-link.ts';
import { AgentCatalogue } from './agents/agent-catalogue.ts';
import { catalogueHandlers } from './agents/catalogue-handlers.ts';
import { agentsHandlers } from './agents/handlers.ts';
import { createStartSignInProgram } from './agents/sign-in-program.ts';
import { startPrepared } from './agents/session-defaults.ts';
import { doctorHandlers } from './agents/doctor/handlers.ts';
import { createStartAgent } from './agents/start-agent.ts';
import { openAcceptedServers } from './mcp/accepted-servers.ts';
import { McpEditor } from './mcp/edit-servers.ts';
import { mcpHandlers } from './mcp/handlers.ts';
import { McpServers } from './mcp/mcp-servers.ts';
import { openSecretStore } from './mcp/secret-store.ts';
import type { SecretCipher } from './mcp/secret-store.ts';
import { withMcpServers } from './mcp/with-mcp-servers.ts';
import { permissionsHandlers } from './permissions/handlers.ts';
import { PermissionDesk } from './permissions/permission-desk.ts';
import { createSupervisor } from './processes/supervisor.ts';
import { appVersions } from './app-versions.ts';
import { openDraftFile } from './sessions/drafts/draft-file.ts';
import { draftsHandlers } from './sessions/drafts/handlers.ts';
import { exportHandlers } from './sessions/export/handlers.ts';
import { usageRows } from './sessions/usage/usage-rows.ts';
import { sessionsHandlers } from './sessions/handlers.ts';
import { processHandlers } from './sessions/process-handlers.ts';
import { protocolHandlers } from './sessions/protocol-handlers.ts';
import { checkDirectory } from './sessions/check-directory.ts';
import { signInHandlers } from './sessions/sign-in-handlers.ts';
import { systemSessionClock } from './sessions/session-clock.ts';
import { SessionDirectory } from './sessions/session-directory.ts';
import { goingOnHandlers } from './sessions/going-on-handlers.ts';
import { SessionTrash } from './sessions/trash.ts';
import { trashHandlers } from './sessions/trash-handlers.ts';
import { settingsHandlers } from './settings/handlers.ts';
import { openSettingsFile } from './settings/settings-file.ts';
import { createSessionIndex } from './storage/index/index-client.ts';
import { startIndexWorker } from './storage/index/index-port.ts';
import { openJournalStore } from './storage/journal-store.ts';
import { storageHandlers } from './storage/handlers.ts';
import { searchHandlers } from './storage/index/handlers.ts';
import { openStartCounter } from './storage/start-counter.ts';
import { openStorageWatch } from './storage/storage-watch.ts';
import { terminalsHandlers } from './terminals/handlers.ts';
import { openTerminals } from './terminals/open-terminals.ts';
import { createFileAccess } from './workspaces/file-access.ts';
import { workspacesHandlers } from './workspaces/handlers.ts';
import { openTrustStore } from './workspaces/trust-store.ts';
import { openWorkspaceRegistry } from './workspaces/workspace-registry.ts';

/** Agents get most of the time that quitting has; the rest is for what they leave behind. */
const PROCESS_DEADLINE_MS = 6000;

export type BackendPorts = {
  /** Where settings and the list of workspaces are kept. */
  readonly dataDir: string;
  /** Of the app; agents are told. */
  readonly version: string;
  readonly bundledAgent: AgentLaunch;
  /** The bundled thread of the index, an absolute path; absent: the journals alone tell what there is. */
  readonly indexProgram?: string;
  readonly setTheme: (choice: Settings['theme']) => void;
  /** Absent: secrets are kept in memory alone. */
  readonly cipher?: SecretCipher;
  readonly sendCommand: (command: AppCommand) => void;
  /** Logs something unexpected and returns the id of its entry. */
  readonly report: (error: unknown, where: string) => string;
};

const noCipher: SecretCipher = {
  isAvailable: () => false,
  encrypt: () => new Uint8Array(),
  decrypt: () => '',
};

export type BackendHandlers = Handlers<Omit<Contract, keyof typeof appContract>>;

export async function buildBackend(ports: BackendPorts) {
  const starts = await openStartCounter(ports.dataDir, Date.now);
  const settings = await openSettingsFile(join(ports.dataDir, 'settings.json'));
  const registry = await openWorkspaceRegistry(join(ports.dataDir, 'workspaces.json'), Date.now);
  const storage = await openStorageWatch({
    dataDir: ports.dataDir,
    safeMode: starts.safeMode,
    problems: [starts.problem, registry.problem].filter((problem) => problem !== null),
  });
  ports.setTheme(settings.state.settings.theme);
  settings.subscribe((state) => ports.setTheme(state.settings.theme));

  const supervisor = createSupervisor({
    dataDir: ports.dataDir,
    report: (error, where) => void ports.report(error, where),
  });
  const { processes } = supervisor;
  const catalogue = await AgentCatalogue.open({
    dataDir: ports.dataDir,
    bundled: ports.bundledAgent,
    settings: () => settings.state.settings,
    supervisor,
    isInUse: (id) => sessions.usesAgent(id),
    report: (error, where) => void ports.report(error, where),
  });
  settings.subscribe(() => catalogue.settingsChanged());
  const trust = await openTrustStore(join(ports.dataDir, 'trusted-workspaces.json'), storage.addProblem);
  const mcpServers = new McpServers({
    settings,
    trust,
    denied: (offered) => permissions.engine.denyingServer(offered),
    accepted: await openAcceptedServers(join(ports.dataDir, 'mcp-accepted.json'), storage.addProblem),
    secrets: await openSecretStore(
      join(ports.dataDir, 'secrets.json'),
      ports.cipher ?? noCipher,
      storage.addProblem,
    ),
    workspaces: () => registry.list(),
    agents: () => catalogue.usable,
    variable: (name) => supervisor.variable(name),
    findProgram: (command) => catalogue.programOf(command),
  });
  for (const source of [settings, registry, catalogue]) source.subscribe(() => mcpServers.changed());
  const mcp = mcpHandlers({
    servers: mcpServers,
    editor: new McpEditor(mcpServers),
    processes,
    clientVersion: ports.version,
    home: homedir(),
    report: (error) => void ports.report(error, 'mcp'),
  });
  if (catalogue.problem !== null) storage.addProblem(catalogue.problem);
  const startAgent = createStartAgent({ processes, clientVersion: ports.version });
  const doctor = doctorHandlers({
    startAgent: async (launch, cwd, handlers, onStage, signal) =>
      startAgent(await catalogue.prepare(launch, signal), cwd, handlers, onStage, signal),
    launchOf: (agentId) => catalogue.launchOf(agentId),
    home: homedir(),
    report: (error) => void ports.report(error, 'doctor'),
  });
  const permissions: PermissionDesk = await PermissionDesk.open({
    dataDir: ports.dataDir,
    home: homedir(),
    now: Date.now,
    report: (error) => void ports.report(error, 'permissions'),
    hooks: {
      processes,
      trust,
      accepted: await openAcceptedServers(join(ports.dataDir, 'hooks-accepted.json'), storage.addProblem),
    },
  });
  const journals = await openJournalStore(ports.dataDir, { app: ports.version });
  storage.follow(journals.journals);
  const { indexProgram, dataDir } = ports;
  const index =
    // In safe mode nothing looks into the sessions before the person does.
    indexProgram === undefined || starts.safeMode
      ? null
      : createSessionIndex({ start: startIndexWorker(indexProgram, dataDir) });
  if (journals.problem !== null) storage.addProblem(journals.problem);
  const startOwn = startPrepared(
    withMcpServers(startAgent, (...what) => mcpServers.select(...what)),
    (launch, signal) => catalogue.prepare(launch, signal),
  );
  const sessions: SessionDirectory = new SessionDirectory({
    startAgent: startOwn,
    startSignInProgram: createStartSignInProgram(processes),
    launchOf: (agentId) => catalogue.launchOf(agentId),
    workspaceOf: (id) => registry.get(id),
    journals,
    ...(index === null ? {} : { index }),
    checkDirectory,
    readText: async ({ cwd }, path) => {
      const read = await createFileAccess(cwd).readText(path);
      if (read.ok) return read.value.text;
      if (read.error.code === 'not-found') return null;
      throw new Error(read.error.message);
    },
    permissionsOf: (...of) => permissions.forSession(...of),
    hasRoom: () => storage.state.disk !== 'very-low' && storage.state.disk !== 'full',
    mostAgents: () => settings.state.settings.mostAgents,
    clock: systemSessionClock,
    newId: randomUUID,
    report: (error, sessionId) => void ports.report(error, `session ${sessionId}`),
  });

  const drafts = await openDraftFile(join(ports.dataDir, 'drafts', 'drafts.json'), {
    report: (error) => void ports.report(error, 'drafts'),
  });
  const terminals = openTerminals({
    supervisor,
    folderOf: (id) => registry.get(id)?.path ?? null,
    version: ports.version,
  });
  const trash = new SessionTrash(sessions, journals);
  // In safe mode the list shows them and none is touched: opening one may be what ends the app.
  void sessions
    .load({ recover: !starts.safeMode })
    .catch((error: unknown) => ports.report(error, 'sessions'));

  /** Opens the folder of a command line and starts a session in it when an agent is named. */
  async function onLaunch({ folder, agentId }: { folder: string | null; agentId: string | null }) {
    const problem = (what: 'openFolder' | 'createSession', error: { code: string; message: string }) =>
      ports.sendCommand({ type: 'problem', what, error });
    const opened = folder === null ? null : await registry.open(folder);
    if (opened !== null && !opened.ok) return problem('openFolder', opened.error);
    const workspace = opened?.value ?? registry.list().find(({ state }) => state === 'present');
    if (agentId === null) {
      if (opened !== null) ports.sendCommand({ type: 'show-workspace', workspace: opened.value });
      return;
    }
    const created = sessions.create(workspace?.id ?? '', agentId);
    if (!created.ok) return problem('createSession', created.error);
    ports.sendCommand({ type: 'show-session', sessionId: created.value.facts.id });
  }

  return {
    handlersFor(window: {
      chooseFolder: () => Promise<string | null>;
      chooseNewFile: (suggestedName: string) => Promise<string | null>;
    }): BackendHandlers {
      const protocol = protocolHandlers({
        samplesOf: (runId) => supervisor.usage.samplesOf(runId),
        directory: sessions,
        launchOf: (agentId) => catalogue.launchOf(agentId),
        versions: appVersions(ports.version),
        home: homedir(),
      });
      return {
        ...settingsHandlers(settings),
        ...agentsHandlers(settings, catalogue),
        ...catalogueHandlers(catalogue, settings),
        ...workspacesHandlers({
          registry,
          chooseFolder: () => window.chooseFolder(),
          hasSessions: (id) => sessions.usesWorkspace(id),
        }),
        ...sessionsHandlers(sessions),
        ...trashHandlers(trash),
        ...goingOnHandlers({
          directory: sessions,
          startAgent: startOwn,
          launchOf: (agentId) => catalogue.launchOf(agentId),
          workspaceOf: (id) => registry.get(id),
        }),
        ...draftsHandlers(drafts),
        'usage.summary': (days) => ok(usageRows(sessions.list(), days)),
        ...signInHandlers(sessions),
        ...doctor,
        ...mcp,
        ...permissionsHandlers({
          desk: permissions,
          workspaceOf: (id) => registry.get(id),
          sessionState: (id) => sessions.get(id)?.state ?? null,
          now: Date.now,
        }),
        ...storageHandlers(storage, starts),
        ...searchHandlers(index),
        ...terminalsHandlers(terminals),
        ...processHandlers({ directory: sessions, sampler: supervisor.usage }),
        ...protocol,
        ...exportHandlers({
          directory: sessions,
          launchOf: (agentId) => catalogue.launchOf(agentId),
          home: homedir(),
          protocol,
          chooseFile: (suggestedName) => window.chooseNewFile(suggestedName),
        }),
      };
    },
    onLaunch(launch: { folder: string | null; agentId: string | null }): void {
      void onLaunch(launch).catch((error: unknown) => ports.report(error, 'launch'));
    },
    async shutdown(): Promise<void> {
      await Promise.all([
        sessions.closeAll(),
        catalogue.close(),
        processes.stopAll({ deadlineMs: PROCESS_DEADLINE_MS }),
      ]);
      await Promise.all([supervisor.close(), index?.close(), permissions.close()]);
      await drafts.flush();
      settings.close();
      storage.close();
      // An orderly end is no failed start, however early.
      await starts.good();
    },
    /** For the last moment of an app that goes down without an orderly end. */
    killAllNow: () => processes.killAllNow(),
  };
}
