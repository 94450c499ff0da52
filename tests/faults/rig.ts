/** The app's session engine in plain Node, wired as the app wires it, for fault runs. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { AgentTimeouts } from '../../src/main/agents/agent-connection.ts';
import type { AgentLaunch, StartAgent } from '../../src/main/agents/agent-link.ts';
import { createStartAgent } from '../../src/main/agents/start-agent.ts';
import { ProcessRegistry } from '../../src/main/processes/registry.ts';
import type { StopRecord } from '../../src/main/processes/registry.ts';
import type { Session } from '../../src/main/sessions/session.ts';
import { createMemoryJournals } from '../../src/main/sessions/memory-journals.ts';
import type { SessionJournals } from '../../src/main/sessions/session-journals.ts';
import { systemSessionClock } from '../../src/main/sessions/session-clock.ts';
import type { SessionClock } from '../../src/main/sessions/session-clock.ts';
import { SessionDirectory } from '../../src/main/sessions/session-directory.ts';
import type { Waits } from '../../src/main/waking-clock.ts';
import { createFileAccess } from '../../src/main/workspaces/file-access.ts';
import { until } from '../real-agents/waits.ts';
import { project } from './g16-g19-real.mts';

/** How long a real process may take for what is no figure, in ms. */
export const PATIENCE_MS = 30_000;

export type RigOptions = {
  readonly launches: readonly AgentLaunch[];
  /** Canonical. */
  readonly workspace: string;
  readonly clock?: SessionClock;
  /** For the limits of requests. */
  readonly waits?: Waits;
  readonly timeouts?: Partial<AgentTimeouts>;
  /** In memory without it. */
  readonly journals?: SessionJournals;
  readonly openLog?: SessionJournals['openLog'];
  /** Put before the real one. */
  readonly around?: (start: StartAgent) => StartAgent;
};

export type Rig = {
  readonly sessions: SessionDirectory;
  readonly processes: ProcessRegistry;
  /** Processes that were stopped so far. */
  readonly stops: StopRecord[];
  /** Whatever went wrong unexpectedly, here or in Node. */
  readonly unexpected: unknown[];
  /** A session of that agent that is ready. */
  readonly open: (agentId: string) => Promise<Session>;
  readonly close: () => Promise<void>;
};

export function startRig(options: RigOptions): Rig {
  const { launches, workspace, clock = systemSessionClock, openLog } = options;
  const journals = options.journals ?? createMemoryJournals();
  const unexpected: unknown[] = [];
  const note = (error: unknown) => void unexpected.push(error);
  process.on('uncaughtException', note);
  process.on('unhandledRejection', note);
  const stops: StopRecord[] = [];
  const processes = new ProcessRegistry({ onStopped: (record) => void stops.push(record) });
  const start = createStartAgent({
    processes,
    clientVersion: '0',
    ...(options.timeouts === undefined ? {} : { timeouts: options.timeouts }),
    ...(options.waits === undefined ? {} : { clock: options.waits }),
  });
  const sessions = new SessionDirectory({
    startAgent: options.around?.(start) ?? start,
    launchOf: (id) => launches.find(({ agentId }) => agentId === id) ?? null,
    workspaceOf: () => ({ path: workspace }),
    journals: openLog === undefined ? journals : { ...journals, openLog },
    readText: async ({ cwd }, path) => {
      const read = await createFileAccess(cwd).readText(path);
      if (read.ok) return read.value.text;
      if (read.error.code === 'not-found') return null;
      throw new Error(read.error.message);
    },
    clock,
    newId: randomUUID,
    report: note,
  });
  return {
    sessions,
    processes,
    stops,
    unexpected,
    async open(agentId) {
      const created = sessions.create('workspace', agentId);
      if (!created.ok) throw new Error(created.error.message);
      await until(created.value, `${agentId} is ready`, PATIENCE_MS, ({ phase }) => {
        if (phase.name === 'failed') throw new Error(`${agentId}: ${phase.failure.message}`);
        return phase.name === 'ready';
      });
      return created.value;
    },
    async close() {
      await sessions.closeAll();
      await processes.stopAll({ deadlineMs: 6000 });
      process.off('uncaughtException', note);
      process.off('unhandledRejection', note);
    },
  };
}

/** An agent program of tests/faults/agents. */
export function agentOf(program: string, ...args: readonly string[]): AgentLaunch {
  const script = join(project, 'tests/faults/agents', `${program}.mjs`);
  return { agentId: program, name: program, command: process.execPath, args: [script, ...args], env: {} };
}

/** Sends a prompt and waits for its turn to end. */
export async function promptAndWait(session: Session, text = 'go', ms = PATIENCE_MS * 4) {
  const before = session.state.turns.length;
  await session.prompt([{ type: 'text', text }]);
  const state = await until(
    session,
    `the turn of ${text}`,
    ms,
    ({ active, turns, phase }) => phase.name === 'failed' || (active === null && turns.length > before),
  );
  return state.turns.slice(before).find(({ prompt }) => prompt !== null) ?? null;
}

/** All that the agent wrote as messages in the session, in order. */
export function textOf({ state }: Pick<Session, 'state'>): string {
  const turns = state.active === null ? state.turns : [...state.turns, state.active];
  return turns
    .flatMap(({ entries }) => entries)
    .flatMap((entry) => (entry.type === 'message' && entry.role === 'agent' ? entry.blocks : []))
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('');
}
