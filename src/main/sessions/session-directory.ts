/**
 * All sessions, whether anything of them runs or not: makes them, finds them, and tells every window how each
 * of them stands. Summaries are made at most once in a while however fast a session moves.
 */
import type { SessionsFrame } from '../../shared/ipc/contract/sessions.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import {
  type Lineage,
  type SessionFacts,
  type SessionSummary,
  summaryOf,
} from '../../shared/session/select.ts';
import { emptySessionState } from '../../shared/session/state.ts';
import type { AgentLaunch, StartAgent } from '../agents/agent-link.ts';
import type { StartSignInProgram } from '../agents/sign-in-program.ts';
import type { JournalListing } from '../storage/inspect-journal.ts';
import { SessionFeed } from '../storage/index/session-feed.ts';
import { IndexUnavailableError, type SessionIndex } from '../storage/index/session-index.ts';
import type { SessionPermissions } from '../permissions/permission-desk.ts';
import type { ReadText } from './diff-mismatch.ts';
import { idlePolicyOf } from './idle-policy.ts';
import { ListPublisher } from './list-publisher.ts';
import { type RunningSession, toPark } from './parking.ts';
import type { Session } from './session.ts';
import type { SessionClock } from './session-clock.ts';
import type { SessionPorts } from './session-core.ts';
import { SessionEntry } from './session-entry.ts';
import type { SessionJournals } from './session-journals.ts';
import { type StoredSession, keptSummary, storedSession } from './stored-session.ts';
import { transcriptSummary } from './transcript-summary.ts';

/** Agent processes at once. */
export const MAX_SESSIONS = 64;
/** How long a session without a process that nobody looks at stays in memory, in ms. */
export const REST_MS = 5 * 60_000;
/** How often it is looked what can be put away, in ms. */
const TIDY_MS = 60_000;
/** Sessions that are looked at in the background at once. */
const RECOVERED_AT_ONCE = 2;

export type SessionDirectoryPorts = {
  readonly startAgent: StartAgent;
  readonly startSignInProgram?: StartSignInProgram;
  /** Null when there is no such agent in the catalogue. */
  readonly launchOf: (agentId: string) => AgentLaunch | null;
  /** Null when there is no such workspace. `path` is canonical and absolute. */
  readonly workspaceOf: (workspaceId: string) => { readonly path: string } | null;
  readonly journals: SessionJournals;
  /** Only makes the list quicker. Told what live sessions say. */
  readonly index?: ListIndex;
  /** Reads a text file of the session's directory, as far as its agent may; null when there is none. */
  readonly readText: (facts: SessionFacts, path: string) => ReturnType<ReadText>;
  /** Absent: everything that agents ask goes to the person. `mcpServers`: names of those that it was given. */
  readonly permissionsOf?: (facts: SessionFacts, mcpServers: () => readonly string[]) => SessionPermissions;
  readonly checkDirectory?: SessionPorts['checkDirectory'];
  /** False: the disk is too full for more sessions. */
  readonly hasRoom?: () => boolean;
  /** Agent processes that may live at once before idle ones are stopped; absent: as the settings have it by default. */
  readonly mostAgents?: () => number;
  readonly clock: SessionClock;
  /** A new uuid. */
  readonly newId: () => string;
  /** Something unexpected that one session survives. */
  readonly report: (error: unknown, sessionId: string) => void;
};

export type ListIndex = Pick<SessionIndex, 'list' | 'refresh' | 'put' | 'indexTurns' | 'release' | 'remove'>;

export type CreateError = {
  readonly code: 'no-workspace' | 'no-agent' | 'too-many' | 'disk-low';
  readonly message: string;
};

type Beginning = {
  /** The agent's id of the conversation that it begins as a copy of. */
  readonly fork?: string | null;
  /** The agent's id of the conversation that it takes over. */
  readonly adopt?: string | null;
  readonly forkedFrom?: Lineage;
};

export class SessionDirectory {
  readonly #ports: SessionDirectoryPorts;
  readonly #entries = new Map<string, SessionEntry>();
  readonly #publisher: ListPublisher;
  readonly #feed: SessionFeed | null;
  #isClosed = false;
  #stopTidying: () => void = () => undefined;

  constructor(ports: SessionDirectoryPorts) {
    this.#ports = ports;
    this.#publisher = new ListPublisher({
      clock: ports.clock,
      summaryOf: (id) => this.#toldSummary(id),
    });
    this.#feed = ports.index === undefined ? null : new SessionFeed(ports.index);
    this.#tidyLater();
  }

  /**
   * Lists what is stored; the bodies are not read. With `recover` those that were not left in order are then
   * looked at in the background, a few at once.
   */
  async load({ recover }: { readonly recover: boolean }): Promise<void> {
    const { index, journals } = this.#ports;
    if (index === undefined) for (const listing of await journals.list()) this.#add(listing);
    else await this.#loadBy(index);
    if (recover) await this.#recover();
  }

  /** Makes a session and starts its agent at once. */
  create(
    workspaceId: string,
    agentId: string,
    { fork = null, adopt = null, forkedFrom }: Beginning = {},
  ): Result<Session, CreateError> {
    const workspace = this.#ports.workspaceOf(workspaceId);
    if (workspace === null) return refused('no-workspace', 'no such workspace');
    const launch = this.#ports.launchOf(agentId);
    if (launch === null) return refused('no-agent', 'no such agent');
    if (this.#isClosed || this.#running() >= MAX_SESSIONS) {
      return refused('too-many', `at most ${MAX_SESSIONS} agents run at once`);
    }
    if (this.#ports.hasRoom?.() === false) return refused('disk-low', 'there is too little room on the disk');
    const facts: SessionFacts = {
      id: this.#ports.newId(),
      workspaceId,
      agentId,
      agentName: launch.name,
      cwd: workspace.path,
      createdAt: this.#ports.clock.now(),
      ...(forkedFrom === undefined ? {} : { forkedFrom }),
    };
    const entry = this.#entry({ facts, summary: summaryOf(facts, emptySessionState), cutOff: false });
    const session = entry.begin();
    this.#publisher.changed(facts.id);
    session.start({ fork, adopt });
    return ok(session);
  }

  /** A new session that begins as a copy of that one, in a process of its own. */
  async fork(
    sessionId: string,
  ): Promise<
    Result<Session, CreateError | { readonly code: 'not-running' | 'no-session'; readonly message: string }>
  > {
    const session = await this.open(sessionId);
    if (session === null) return err({ code: 'no-session', message: 'no such session' });
    const { acpSessionId, agent } = session.state;
    if (acpSessionId === null || agent?.offers?.includes('fork') !== true) {
      return err({ code: 'not-running', message: 'the agent cannot fork it now' });
    }
    const { workspaceId, agentId } = session.facts;
    return this.create(workspaceId, agentId, { fork: acpSessionId, forkedFrom: { sessionId, turnId: null } });
  }

  /** A new session that begins after that turn, or after all: with the transcript, where its agent cannot fork. */
  async forkFrom(
    sessionId: string,
    turnId: string | null,
  ): Promise<
    Result<Session, CreateError | { readonly code: 'no-session' | 'no-turn'; readonly message: string }>
  > {
    const session = await this.open(sessionId);
    if (session === null) return err({ code: 'no-session', message: 'no such session' });
    const { turns, active, acpSessionId, agent } = session.state;
    if (turnId !== null && !turns.some(({ id }) => id === turnId)) {
      return err({ code: 'no-turn', message: 'no such turn, or it still runs' });
    }
    const isAll = turnId === null || turns[turns.length - 1]?.id === turnId;
    const canFork = isAll && active === null && agent?.offers?.includes('fork') === true;
    const { workspaceId, agentId } = session.facts;
    const forkedFrom = { sessionId, turnId };
    return this.create(workspaceId, agentId, { fork: canFork ? acpSessionId : null, forkedFrom });
  }

  /** That agent's ids of the conversations of all its sessions; of older records only while they are open. */
  conversations(agentId: string): ReadonlySet<string> {
    const own = this.list().filter((summary) => summary.agentId === agentId);
    return new Set(own.flatMap(({ acpSessionId }) => acpSessionId ?? []));
  }

  /** One that is live; null also for one that is stored. */
  get(sessionId: string): Session | null {
    return this.#entries.get(sessionId)?.session ?? null;
  }

  /** Reads it in when it is stored. Null when there is no such session, or it cannot be read. */
  async open(sessionId: string): Promise<Session | null> {
    return (await this.#find(sessionId))?.open() ?? null;
  }

  /** As `open`, and keeps it in memory until `release` is called. */
  async hold(sessionId: string): Promise<{ readonly session: Session; readonly release: () => void } | null> {
    const entry = await this.#find(sessionId);
    const release = entry?.hold();
    const session = (await entry?.open()) ?? null;
    if (session !== null && release !== undefined) return { session, release };
    release?.();
    return null;
  }

  /** For a record that is read-only since nobody knows whether another app writes it. */
  async takeOver(sessionId: string): Promise<Session | null> {
    return (await this.#find(sessionId))?.takeOver() ?? null;
  }

  /** In no order. */
  list(): readonly SessionSummary[] {
    return [...this.#entries.values()].map(({ summary }) => summary);
  }

  /** An agent works in that workspace. */
  usesWorkspace(workspaceId: string): boolean {
    return this.#live().some(({ facts, session }) => facts.workspaceId === workspaceId && session?.isAtWork);
  }

  /** A process of that agent runs. */
  usesAgent(agentId: string): boolean {
    return this.#live().some(({ facts, session }) => facts.agentId === agentId && session?.isAtWork);
  }

  /** The listener gets the newest before this returns, then the others, then what changed. Returns the disposer. */
  watch(listener: (frame: SessionsFrame) => void): () => void {
    return this.#publisher.watch(this.list(), listener);
  }

  /** Takes it off the list once nothing of it is written any more. Null when there is no such session. */
  async remove<Value>(sessionId: string, then: () => Promise<Value>): Promise<Value | null> {
    const entry = await this.#find(sessionId);
    if (entry === undefined) return null;
    await entry.close();
    this.#entries.delete(sessionId);
    this.#publisher.removed(sessionId);
    this.#ports.index?.remove(sessionId);
    try {
      return await then();
    } finally {
      // Whatever is still there is listed.
      await this.find(sessionId);
    }
  }

  /** Looks for one that is not on the list yet. False when there is none. */
  async find(sessionId: string): Promise<boolean> {
    return (await this.#find(sessionId)) !== undefined;
  }

  /** For leaving the app: closes all sessions at once and lets no new one begin. */
  async closeAll(): Promise<void> {
    this.#isClosed = true;
    this.#stopTidying();
    await Promise.allSettled([...this.#entries.values()].map((entry) => entry.close()));
  }

  async #find(sessionId: string): Promise<SessionEntry | undefined> {
    const known = this.#entries.get(sessionId);
    if (known !== undefined || this.#isClosed) return known;
    const listing = await this.#ports.journals.inspect(sessionId);
    if (listing !== null) this.#add(listing);
    return this.#entries.get(sessionId);
  }

  #add(listing: JournalListing): void {
    if (this.#isClosed) return;
    const known = this.#entries.get(listing.id);
    if (known === undefined) this.#entry(storedSession(listing));
    else known.learn(storedSession(listing));
    this.#publisher.changed(listing.id);
  }

  #entry(stored: StoredSession): SessionEntry {
    const { facts } = stored;
    const { journals, clock, report } = this.#ports;
    const entry = new SessionEntry(
      {
        journals,
        portsOf: (of) => this.#portsOf(of),
        now: () => clock.now(),
        onChange: () => this.#publisher.changed(facts.id),
        onLive: (state) => this.#feed?.begin(facts.id, state),
        onRest: (state) => this.#feed?.end(facts.id, state),
        report: (error) => report(error, facts.id),
      },
      stored,
    );
    this.#entries.set(facts.id, entry);
    return entry;
  }

  #portsOf(facts: SessionFacts): Omit<SessionPorts, 'log'> {
    const { startAgent, startSignInProgram, launchOf, readText, checkDirectory, clock, newId, report } =
      this.#ports;
    const permissions = this.#ports.permissionsOf?.(facts, () => this.#mcpServersOf(facts.id));
    return {
      startAgent: (...what) => {
        // It counts already: room is made for it.
        this.#park();
        return startAgent(...what);
      },
      ...(startSignInProgram === undefined ? {} : { startSignInProgram }),
      ...(checkDirectory === undefined ? {} : { checkDirectory }),
      ...(permissions === undefined ? {} : { permissions }),
      ...(facts.forkedFrom === undefined ? {} : { handOver: () => this.#transcriptFor(facts) }),
      launchOf,
      clock,
      newId,
      readText: (path) => readText(facts, path),
      report: (error) => report(error, facts.id),
    };
  }

  /** What stands in the session that this one was forked from; null when that is gone. */
  async #transcriptFor({ forkedFrom }: SessionFacts): Promise<string | null> {
    const from = forkedFrom === undefined ? null : await this.open(forkedFrom.sessionId);
    return from === null ? null : transcriptSummary(from.state, forkedFrom?.turnId);
  }

  /** Names of those that its agent was given. */
  #mcpServersOf(sessionId: string): readonly string[] {
    return this.get(sessionId)?.state.mcpServers?.passed.map(({ name }) => name) ?? [];
  }

  async #recover(): Promise<void> {
    const waiting = [...this.#entries.values()].filter(({ cutOff }) => cutOff);
    const work = async () => {
      for (let entry = waiting.shift(); entry !== undefined && !this.#isClosed; entry = waiting.shift()) {
        await entry.recover();
      }
    };
    await Promise.all(Array.from({ length: RECOVERED_AT_ONCE }, work));
  }

  /** Stops agents that are not needed now. */
  #park(): void {
    const { clock, mostAgents, launchOf, report } = this.#ports;
    const running = this.#live().flatMap((entry): readonly RunningSession[] => {
      const { facts, session, isHeld } = entry;
      if (session === null || !session.isAtWork) return [];
      const usedAt = Math.max(entry.usedAt, session.state.changedAt);
      const policy = idlePolicyOf(launchOf(facts.agentId)?.idleMinutes);
      return [{ id: facts.id, state: session.state, policy, isShown: isHeld, usedAt }];
    });
    const most = mostAgents === undefined ? {} : { most: mostAgents() };
    for (const id of toPark(running, { now: clock.now(), ...most })) {
      void this.get(id)
        ?.park()
        .catch((error: unknown) => report(error, id));
    }
  }

  #tidyLater(): void {
    this.#stopTidying = this.#ports.clock.after(TIDY_MS, () => {
      this.#park();
      const before = this.#ports.clock.now() - REST_MS;
      for (const entry of this.#live()) if (entry.usedAt <= before) entry.rest();
      this.#tidyLater();
    });
  }

  #live(): readonly SessionEntry[] {
    return [...this.#entries.values()].filter(({ session }) => session !== null);
  }

  #running(): number {
    return this.#live().filter(({ session }) => session?.isAtWork).length;
  }

  /** What the windows are told of it, and the index with them. */
  #toldSummary(sessionId: string): SessionSummary | null {
    const entry = this.#entries.get(sessionId);
    if (entry === undefined) return null;
    const { facts, session, summary } = entry;
    if (session !== null && this.#feed !== null) {
      this.#ports.index?.put({
        facts,
        summary: keptSummary(summary),
        seq: summary.seq,
        at: summary.changedAt,
      });
      this.#feed.settle(sessionId, session.state);
    }
    return summary;
  }

  /** What the index knows at once, then what it finds on the disk. Without it the journals tell. */
  async #loadBy(index: ListIndex): Promise<void> {
    try {
      for (const listing of await index.list()) this.#add(listing);
      await index.refresh(({ changed, removed }) => {
        for (const listing of changed) this.#add(listing);
        for (const id of removed) this.#forget(id);
      });
    } catch (error) {
      if (!(error instanceof IndexUnavailableError)) throw error;
      for (const listing of await this.#ports.journals.list()) this.#add(listing);
    }
  }

  #forget(sessionId: string): void {
    const entry = this.#entries.get(sessionId);
    if (entry === undefined || !entry.isStored) return;
    this.#entries.delete(sessionId);
    this.#publisher.removed(sessionId);
  }
}

function refused(code: CreateError['code'], message: string) {
  return err({ code, message });
}
