/**
 * All live sessions: makes them, finds them, closes them, and tells every window how each of them stands.
 * Summaries are made at most once in a while however fast a session moves.
 */
import type { SessionsFrame } from '../../shared/ipc/contract/sessions.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { type SessionFacts, type SessionSummary, summaryOf } from '../../shared/session/select.ts';
import type { AgentLaunch, StartAgent } from '../agents/agent-link.ts';
import type { StartSignInProgram } from '../agents/sign-in-program.ts';
import type { ReadText } from './diff-mismatch.ts';
import type { EventLog } from './event-log.ts';
import { type CloseHow, Session } from './session.ts';
import type { SessionClock } from './session-clock.ts';

/** How long changes gather before the windows hear of them, in ms. */
export const SUMMARY_DELAY_MS = 50;
export const MAX_SESSIONS = 64;

export type SessionDirectoryPorts = {
  readonly startAgent: StartAgent;
  readonly startSignInProgram?: StartSignInProgram;
  /** Null when there is no such agent in the catalogue. */
  readonly launchOf: (agentId: string) => AgentLaunch | null;
  /** Null when there is no such workspace. `path` is canonical and absolute. */
  readonly workspaceOf: (workspaceId: string) => { readonly path: string } | null;
  readonly createLog: (facts: SessionFacts) => EventLog;
  /** Reads a text file of the session's directory, as far as its agent may; null when there is none. */
  readonly readText: (facts: SessionFacts, path: string) => ReturnType<ReadText>;
  readonly clock: SessionClock;
  /** A new uuid. */
  readonly newId: () => string;
  /** Something unexpected that one session survives. */
  readonly report: (error: unknown, sessionId: string) => void;
};

export type CreateError = {
  readonly code: 'no-workspace' | 'no-agent' | 'too-many';
  readonly message: string;
};

export class SessionDirectory {
  readonly #ports: SessionDirectoryPorts;
  readonly #sessions = new Map<string, Session>();
  readonly #watchers = new Set<(frame: SessionsFrame) => void>();
  readonly #changed = new Set<string>();
  #isClosed = false;
  #publishing = false;

  constructor(ports: SessionDirectoryPorts) {
    this.#ports = ports;
  }

  /** Makes a session and starts its agent at once. */
  create(
    workspaceId: string,
    agentId: string,
    { fork = null }: { readonly fork?: string | null } = {},
  ): Result<Session, CreateError> {
    const workspace = this.#ports.workspaceOf(workspaceId);
    if (workspace === null) return refused('no-workspace', 'no such workspace');
    const launch = this.#ports.launchOf(agentId);
    if (launch === null) return refused('no-agent', 'no such agent');
    if (this.#isClosed || this.#sessions.size >= MAX_SESSIONS) {
      return refused('too-many', `at most ${MAX_SESSIONS} sessions run at once`);
    }
    const { startAgent, startSignInProgram, launchOf, createLog, readText, clock, newId, report } =
      this.#ports;
    const facts: SessionFacts = {
      id: newId(),
      workspaceId,
      agentId,
      agentName: launch.name,
      cwd: workspace.path,
      createdAt: clock.now(),
    };
    const session = new Session(facts, {
      startAgent,
      ...(startSignInProgram === undefined ? {} : { startSignInProgram }),
      launchOf,
      log: createLog(facts),
      clock,
      newId,
      readText: (path) => readText(facts, path),
      report: (error) => report(error, facts.id),
    });
    this.#sessions.set(facts.id, session);
    session.watch({ onEvents: () => this.#change(facts.id), onEnd: () => this.#remove(facts.id) });
    this.#change(facts.id);
    session.start({ fork });
    return ok(session);
  }

  /** A new session that begins as a copy of that one, in a process of its own. */
  fork(
    sessionId: string,
  ): Result<
    Session,
    CreateError | { readonly code: 'not-running' | 'no-session'; readonly message: string }
  > {
    const session = this.get(sessionId);
    if (session === null) return err({ code: 'no-session', message: 'no such session' });
    const { acpSessionId, agent } = session.state;
    if (acpSessionId === null || agent?.offers?.includes('fork') !== true) {
      return err({ code: 'not-running', message: 'the agent cannot fork it now' });
    }
    return this.create(session.facts.workspaceId, session.facts.agentId, { fork: acpSessionId });
  }

  /** Null also for one that is being closed. */
  get(sessionId: string): Session | null {
    const session = this.#sessions.get(sessionId);
    return session === undefined || session.closing ? null : session;
  }

  /** Oldest first. Sessions that are being closed count until nothing of them is left. */
  list(): readonly SessionSummary[] {
    return [...this.#sessions.values()].map(({ facts, state }) => summaryOf(facts, state));
  }

  hasSessions(workspaceId: string): boolean {
    for (const { facts } of this.#sessions.values()) if (facts.workspaceId === workspaceId) return true;
    return false;
  }

  /** The listener gets the whole list before this returns, then what changed. Returns the disposer. */
  watch(listener: (frame: SessionsFrame) => void): () => void {
    this.#watchers.add(listener);
    listener({ type: 'all', summaries: this.list() });
    return () => void this.#watchers.delete(listener);
  }

  /** Stops its process tree and takes it off the list. Null when there is no such session. */
  close(sessionId: string): Promise<CloseHow> | null {
    return this.#sessions.get(sessionId)?.close() ?? null;
  }

  /** For leaving the app: closes all sessions at once and lets no new one begin. */
  async closeAll(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled([...this.#sessions.values()].map((session) => session.close()));
  }

  #change(sessionId: string): void {
    this.#changed.add(sessionId);
    if (this.#publishing) return;
    this.#publishing = true;
    this.#ports.clock.after(SUMMARY_DELAY_MS, () => this.#publish());
  }

  #publish(): void {
    this.#publishing = false;
    const summaries: SessionSummary[] = [];
    for (const id of this.#changed) {
      const session = this.#sessions.get(id);
      if (session !== undefined) summaries.push(summaryOf(session.facts, session.state));
    }
    this.#changed.clear();
    if (summaries.length > 0) this.#tell({ type: 'changed', summaries, removed: [] });
  }

  #remove(sessionId: string): void {
    this.#sessions.delete(sessionId);
    this.#changed.delete(sessionId);
    this.#tell({ type: 'changed', summaries: [], removed: [sessionId] });
  }

  #tell(frame: SessionsFrame): void {
    for (const watcher of this.#watchers) watcher(frame);
  }
}

function refused(code: CreateError['code'], message: string) {
  return err({ code, message });
}
