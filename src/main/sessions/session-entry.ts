/**
 * One session of the list: stored until somebody opens it, then live, and stored again when nothing of it runs
 * and nobody looks. Opening reads its journal; an open one is written to by nobody else.
 */
import {
  type RecordState,
  type SessionFacts,
  type SessionSummary,
  summaryOf,
} from '../../shared/session/select.ts';
import type { SessionState } from '../../shared/session/state.ts';
import type { JournalStatus } from '../storage/journal-event-log.ts';
import type { EventLog } from './event-log.ts';
import { readRecord } from './read-record.ts';
import { wasCutOff } from './recovery.ts';
import { type CloseHow, Session } from './session.ts';
import type { SessionPorts } from './session-core.ts';
import type { SessionJournals } from './session-journals.ts';
import { type StoredSession, atRest, keptSummary, storedSession } from './stored-session.ts';

export type EntryPorts = {
  readonly journals: SessionJournals;
  readonly portsOf: (facts: SessionFacts) => Omit<SessionPorts, 'log' | 'restored' | 'readOnly'>;
  readonly now: () => number;
  /** The summary may say something else now. */
  readonly onChange: () => void;
  /** It is in memory from now on, and then no longer. */
  readonly onLive: (state: SessionState) => void;
  readonly onRest: (state: SessionState) => void;
  readonly report: (error: unknown) => void;
};

export class SessionEntry {
  readonly #ports: EntryPorts;
  #stored: StoredSession;
  #record: RecordState;
  #session: Session | null = null;
  #leaving: Session | null = null;
  #opening: Promise<Session | null> | null = null;
  /** Until its log is closed it is not opened anew. */
  #ending: Promise<unknown> = Promise.resolve();
  #holders = 0;
  #usedAt: number;
  #forceLock = false;
  #isOver = false;

  constructor(ports: EntryPorts, stored: StoredSession) {
    this.#ports = ports;
    this.#stored = stored;
    this.#record = stored.summary.record;
    this.#usedAt = ports.now();
  }

  get facts(): SessionFacts {
    return this.#stored.facts;
  }

  /** Null while it is stored, or is being put away. */
  get session(): Session | null {
    return this.#session === null || this.#session.closing ? null : this.#session;
  }

  get summary(): SessionSummary {
    return this.#session === null
      ? { ...this.#stored.summary, record: this.#record }
      : summaryOf(this.facts, this.#session.state, this.#record);
  }

  /** Nothing of it is in memory. */
  get isStored(): boolean {
    return this.#session === null && this.#opening === null;
  }

  /** It was not left in order, and nobody has looked since. */
  get cutOff(): boolean {
    return this.#session === null && this.#stored.cutOff;
  }

  /** Somebody shows it. */
  get isHeld(): boolean {
    return this.#holders > 0;
  }

  /** When a command last reached it. */
  get usedAt(): number {
    return this.#usedAt;
  }

  /** For a session that is new: it is live at once. */
  begin(): Session {
    return this.#live(this.#openLog(), {});
  }

  /** Null when it cannot be read, or is over. */
  open(): Promise<Session | null> {
    this.#usedAt = this.#ports.now();
    const { session } = this;
    if (session !== null) return Promise.resolve(session);
    this.#opening ??= this.#read().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  /** What the disk says of it, which is news of a stored one alone. */
  learn(stored: StoredSession): void {
    if (!this.isStored) return;
    this.#stored = stored;
    this.#record = stored.summary.record;
  }

  /** Keeps it in memory until the returned function is called. */
  hold(): () => void {
    let isHeld = true;
    this.#holders += 1;
    return () => {
      if (isHeld) this.#holders -= 1;
      isHeld = false;
      this.#usedAt = this.#ports.now();
    };
  }

  /** Looks what became of one that was not left in order, and says it in its record. */
  async recover(): Promise<void> {
    const usedAt = this.#usedAt;
    if (!this.cutOff || this.#opening !== null) return;
    await this.open();
    if (this.#session?.isAtWork === false) this.#usedAt = usedAt;
    this.rest();
  }

  /** Out of memory, if nothing of it runs, nobody looks and all is saved. */
  rest(): void {
    const session = this.#session;
    if (session === null || session.closing || session.isAtWork || this.isHeld) return;
    if (this.#record.type === 'paused') return;
    this.#stored = { facts: this.facts, summary: atRest(keptSummary(this.summary)), cutOff: false };
    this.#session = null;
    this.#ending = this.#end(session).catch(this.#ports.report);
  }

  async #end(session: Session): Promise<CloseHow> {
    this.#leaving = session;
    const how = await session.close();
    this.#leaving = null;
    this.#ports.onRest(session.state);
    return how;
  }

  /** For good. */
  async close(): Promise<CloseHow> {
    this.#isOver = true;
    const session = this.#session ?? (await this.#opening);
    const how = session === null ? 'none' : await this.#end(session);
    await this.#ending;
    return how;
  }

  /** Opens it for writing although nobody knows whether another one writes: only when the person said so. */
  async takeOver(): Promise<Session | null> {
    this.#forceLock = true;
    await this.open();
    const session = this.#session;
    if (session !== null && this.#record.type === 'read-only') {
      this.#session = null;
      this.#ending = this.#end(session).catch(this.#ports.report);
    }
    return this.open();
  }

  async #read(): Promise<Session | null> {
    await this.#ending;
    const { journals, report, onChange } = this.#ports;
    if (this.#record.type === 'unreadable' && !(await this.#isReadableNow())) return null;
    const readOnly = await this.#readOnlyReason();
    const log = this.#openLog();
    try {
      const restored = await readRecord(log);
      if (this.#isOver) throw new Error('the session was closed while it was read');
      this.#record = readOnly ?? { type: 'saved' };
      const session = this.#live(log, { restored, readOnly: readOnly !== null });
      if (readOnly === null && wasCutOff(restored)) session.markInterrupted();
      return session;
    } catch (error) {
      report(error);
      await log.close().catch(report);
      if (this.#isOver) return null;
      const found = await journals.inspect(this.facts.id);
      const path = found?.type === 'unreadable' ? found.path : this.facts.id;
      this.#record = { type: 'unreadable', why: error instanceof Error ? error.message : 'io', path };
      return null;
    } finally {
      onChange();
    }
  }

  async #isReadableNow(): Promise<boolean> {
    const found = await this.#ports.journals.inspect(this.facts.id);
    if (found === null || found.type === 'unreadable') return false;
    this.#stored = storedSession(found);
    this.#record = this.#stored.summary.record;
    return true;
  }

  async #readOnlyReason(): Promise<RecordState | null> {
    if (this.#record.type === 'read-only' && this.#record.why === 'newer-format') return this.#record;
    const held = await this.#ports.journals.lockOf(this.facts.id);
    if (held === 'live-other') return { type: 'read-only', why: 'in-use', by: null };
    if (held !== 'unknown' || this.#forceLock) return null;
    return { type: 'read-only', why: 'in-use', by: null, canTakeOver: true };
  }

  #openLog(): EventLog {
    return this.#ports.journals.openLog(this.facts, {
      // Also of one that is being put away.
      summarize: () => {
        const session = this.#session ?? this.#leaving;
        return session === null ? null : keptSummary(summaryOf(this.facts, session.state));
      },
      onStatus: (status) => this.#take(status),
      forceLock: this.#forceLock,
    });
  }

  #take(status: JournalStatus): void {
    const record = recordOf(status);
    if (record === null || this.#isOver) return;
    this.#record = record;
    this.#ports.onChange();
  }

  #live(log: EventLog, restored: Pick<SessionPorts, 'restored' | 'readOnly'>): Session {
    const session = new Session(this.facts, { ...this.#ports.portsOf(this.facts), log, ...restored });
    this.#session = session;
    this.#ports.onLive(session.state);
    session.watch({ onEvents: () => this.#ports.onChange(), onEnd: () => undefined });
    return session;
  }
}

/** Null: that says nothing about it. */
function recordOf(status: JournalStatus): RecordState | null {
  switch (status.name) {
    case 'idle':
    case 'closed':
      return null;
    case 'ready':
      return { type: 'saved' };
    case 'paused':
      return { type: 'paused', fault: status.fault };
    case 'read-only':
      return readOnlyOf(status.reason);
  }
}

function readOnlyOf(reason: Extract<JournalStatus, { readonly name: 'read-only' }>['reason']): RecordState {
  switch (reason.why) {
    case 'newer-format':
      return { type: 'read-only', why: reason.why, by: reason.app };
    case 'in-use': {
      const by = reason.pid === null ? reason.host : `${reason.pid}`;
      return {
        type: 'read-only',
        why: reason.why,
        by,
        ...(reason.class === 'unknown' ? { canTakeOver: true } : {}),
      };
    }
    case 'lock-lost':
      return { type: 'read-only', why: reason.why, by: null };
  }
}
