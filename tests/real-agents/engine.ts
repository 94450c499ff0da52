/** The app's session engine in plain Node, wired as the app wires it, with one agent and an eye on its processes. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { AgentLaunch, StartAgent } from '../../src/main/agents/agent-link.ts';
import { createStartAgent } from '../../src/main/agents/start-agent.ts';
import { PermissionDesk } from '../../src/main/permissions/permission-desk.ts';
import type { ManagedProcess } from '../../src/main/processes/spawn.ts';
import { createSupervisor } from '../../src/main/processes/supervisor.ts';
import { createMemoryJournals } from '../../src/main/sessions/memory-journals.ts';
import { systemSessionClock } from '../../src/main/sessions/session-clock.ts';
import { SessionDirectory } from '../../src/main/sessions/session-directory.ts';
import { createFileAccess } from '../../src/main/workspaces/file-access.ts';
import { Recorder } from './recorder.ts';

export type ReopenHow = 'resume' | 'load' | 'none' | 'refused';

export type EngineOptions = {
  readonly launch: AgentLaunch;
  readonly workspace: string;
  /** For leases. */
  readonly dataDir: string;
  readonly report: (error: unknown) => void;
};

export type Engine = ReturnType<typeof startEngine>;

export function startEngine({ launch, workspace, dataDir, report }: EngineOptions) {
  const supervisor = createSupervisor({ dataDir, report: (error) => report(error) });
  const { processes } = supervisor;
  const recorder = new Recorder();
  const reopened: ReopenHow[] = [];
  let current: ManagedProcess | null = null;

  const start = processes.start.bind(processes);
  processes.start = async (options) => {
    const started = await start(options);
    if (started.ok && (options.kind ?? 'agent') === 'agent') {
      current = started.value.process;
      recorder.tap(current);
    }
    return started;
  };

  const startReal = createStartAgent({ processes, clientVersion: '0.0.0' });
  const startAgent: StartAgent = async (...args) => {
    const link = await startReal(...args);
    return {
      ...link,
      async reopenSession(cwd, acpSessionId) {
        try {
          const answer = await link.reopenSession(cwd, acpSessionId);
          reopened.push(answer === null ? 'none' : answer.replayed ? 'load' : 'resume');
          return answer;
        } catch (error) {
          reopened.push('refused');
          report(error);
          throw error;
        }
      },
    };
  };

  const desk = PermissionDesk.open({
    dataDir: join(dataDir, 'permissions'),
    home: null,
    now: Date.now,
    report,
  });
  const sessions = new SessionDirectory({
    startAgent,
    permissionsOf: (facts, mcpServers) => {
      const own = desk.then((opened) => opened.forSession(facts, mcpServers));
      return {
        judge: async (...call) => (await own).judge(...call),
        decided: (decided) => void own.then((permissions) => permissions.decided(decided)),
        keepRules: async (...rules) => (await own).keepRules(...rules),
      };
    },
    launchOf: (agentId) => (agentId === launch.agentId ? launch : null),
    workspaceOf: () => ({ path: workspace }),
    journals: createMemoryJournals(),
    readText: async ({ cwd }, path) => {
      const read = await createFileAccess(cwd).readText(path);
      return read.ok ? read.value.text : null;
    },
    clock: systemSessionClock,
    newId: randomUUID,
    report,
  });

  return {
    sessions,
    recorder,
    reopened,
    /** The agent's newest process. */
    process(): ManagedProcess {
      if (current === null) throw new Error('no process was started');
      return current;
    },
    stopProcess: (managed: ManagedProcess) => processes.stop(managed),
    async close(): Promise<void> {
      await sessions.closeAll();
      await processes.stopAll({ deadlineMs: 6000 });
      await (await desk).close();
      await supervisor.close();
    },
  };
}
