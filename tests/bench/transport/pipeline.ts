/**
 * Everything of the main process between an agent's pipe and a window's port, as the app wires it: connection,
 * session, log, directory, serving. Only starting and stopping of processes is left out.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import { AgentConnection, ORDINARY_TIMEOUTS } from '../../../src/main/agents/agent-connection.ts';
import type { AgentLaunch, StartAgent } from '../../../src/main/agents/agent-link.ts';
import { quirksOf } from '../../../src/main/agents/quirks.ts';
import { sessionsHandlers } from '../../../src/main/sessions/handlers.ts';
import { createMemoryJournals } from '../../../src/main/sessions/memory-journals.ts';
import { systemSessionClock } from '../../../src/main/sessions/session-clock.ts';
import { SessionDirectory } from '../../../src/main/sessions/session-directory.ts';
import { createFileAccess } from '../../../src/main/workspaces/file-access.ts';
import { sessionsContract } from '../../../src/shared/ipc/contract/sessions.ts';
import { serve } from '../../../src/shared/ipc/serve.ts';
import type { MeasureContext } from '../node/measure.ts';
import { startFlood } from './flood.ts';
import type { Flood, FloodKind } from './flood.ts';
import { portOverThreads } from './node-port.ts';
import type { ReaderInput, ReaderReport } from './pipeline-reader.ts';

const launch: AgentLaunch = { agentId: 'flood', name: 'Flood', command: 'flood', args: [], env: {} };

/** CPU time of this process with the reading thread, µs an update. Throws when one is missing or out of order. */
export async function cpuOfPipeline(
  { project, bundles, scratch }: MeasureContext,
  {
    kind,
    agents,
    perAgent,
  }: { readonly kind: FloodKind; readonly agents: number; readonly perAgent: number },
): Promise<number> {
  const floods: Flood[] = [];
  const fail = (error: unknown) => {
    throw error;
  };
  const startAgent: StartAgent = async (_launch, cwd, handlers) => {
    const flood = await startFlood(project, kind, perAgent);
    floods.push(flood);
    const connection = new AgentConnection({
      stream: { input: flood.output, output: flood.input },
      name: launch.name,
      clientVersion: '0',
      quirks: quirksOf(launch),
      timeouts: ORDINARY_TIMEOUTS,
      handlers,
      filesFor: async () => createFileAccess(cwd),
      failure: (code, message) => ({ code, message, exitCode: null, signal: null, stderrTail: [] }),
    });
    const agent = await connection.initialize();
    return {
      agent,
      openSession: (folder) => connection.openSession(folder),
      reopenSession: () => Promise.resolve(null),
      prompt: (acpSessionId, prompt) => connection.prompt(acpSessionId, prompt),
      cancel: () => undefined,
      stopTerminal: () => false,
      forkSession: () => Promise.reject(new Error('a flood has no sessions to fork')),
      authenticate: () => Promise.resolve(),
      logout: () => Promise.resolve(),
      setTitle: () => Promise.resolve(),
      deleteSession: () => Promise.resolve(),
      archiveSession: () => Promise.resolve(),
      listSessions: () => Promise.resolve([]),
      turnTokens: () => null,
      setMode: () => Promise.resolve(),
      setOption: () => Promise.resolve([]),
      async stop() {
        await flood.end();
        return 'clean';
      },
    };
  };
  const directory = new SessionDirectory({
    startAgent,
    launchOf: () => launch,
    workspaceOf: () => ({ path: scratch }),
    journals: createMemoryJournals(),
    readText: () => Promise.resolve(null),
    clock: systemSessionClock,
    newId: randomUUID,
    report: fail,
  });
  const { port1, port2 } = new MessageChannel();
  const served = serve({
    contract: sessionsContract,
    handlers: sessionsHandlers(directory),
    port: portOverThreads(port1),
    onUnexpected: fail,
  });
  let worker: Worker | null = null;
  try {
    const sessions = Array.from({ length: agents }, () => {
      const created = directory.create('workspace', launch.agentId);
      if (!created.ok) throw new Error(created.error.message);
      return created.value;
    });
    const input: ReaderInput = { port: port2, sessionIds: sessions.map(({ facts }) => facts.id) };
    worker = new Worker(join(bundles, 'node/pipeline-reader.mjs'), {
      workerData: input,
      transferList: [port2],
    });
    const reports = reportsOf(worker);
    await Promise.all(sessions.map(ready));
    await reports.next('watching');

    globalThis.gc?.();
    const before = process.cpuUsage();
    for (const session of sessions) void session.prompt([{ type: 'text', text: 'go' }]);
    const { events } = await reports.next('done');
    const { user, system } = process.cpuUsage(before);

    // Each session adds the beginning and the end of its turn, and what it said while it became ready.
    const total = agents * perAgent;
    if (events < total + 2 * agents) throw new Error(`${total} updates came out as ${events} events`);
    return (user + system) / total;
  } finally {
    served.close();
    await directory.closeAll();
    await worker?.terminate();
  }
}

type SessionOfDirectory = Extract<ReturnType<SessionDirectory['create']>, { ok: true }>['value'];

function ready(session: SessionOfDirectory): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const { phase } = session.state;
      if (phase.name === 'ready') resolve();
      else if (phase.name === 'failed') reject(new Error(phase.failure.message));
    };
    session.watch({ onEvents: look, onEnd: () => reject(new Error('the session was closed')) });
    look();
  });
}

function reportsOf(worker: Worker) {
  const seen: ReaderReport[] = [];
  const waiting = new Set<() => void>();
  let broken: Error | null = null;
  const wake = () => waiting.forEach((look) => look());
  worker.on('message', (report: ReaderReport) => {
    if (report.type === 'broken') broken ??= new Error(report.message);
    seen.push(report);
    wake();
  });
  worker.on('error', (error) => {
    broken ??= error;
    wake();
  });
  return {
    next<Type extends ReaderReport['type']>(type: Type): Promise<Extract<ReaderReport, { type: Type }>> {
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = seen.find((report) => report.type === type);
          if (broken === null && found === undefined) return;
          waiting.delete(look);
          if (broken !== null) reject(broken);
          else resolve(found as Extract<ReaderReport, { type: Type }>);
        };
        waiting.add(look);
        look();
      });
    },
  };
}
