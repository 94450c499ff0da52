/**
 * A session's events in its journal: taken at once, joined where that loses nothing, written together and
 * acknowledged when they are synced. What could not be saved is kept and tried again until it can.
 */
import type { SessionEvent } from '../../shared/session/event.ts';
import type { SessionFacts } from '../../shared/session/select.ts';
import type { EventLog } from '../sessions/event-log.ts';
import type { SessionClock } from '../sessions/session-clock.ts';
import type { FilePort } from './file-port.ts';
import type { JournalGap } from './gap.ts';
import { type JournalLock, type LockPorts, takeLock } from './journal-lock.ts';
import { JournalWriter, type NewerFormat } from './journal-writer.ts';
import type { LockClass } from './lock-class.ts';
import { PendingEvents } from './pending-events.ts';
import { JournalReader } from './read-journal.ts';
import { MAX_RECORD_BYTES, controlJson, recordLine } from './record.ts';
import { SUMMARY } from './segment.ts';
import { type WriteFault, faultOf } from './write-fault.ts';

/** How long events gather that somebody waits for, in ms. */
export const COMMIT_DELAY_MS = 5;
/** How long streamed text gathers, in ms, and how much of it, in UTF-16 units. */
export const STREAM_DELAY_MS = 50;
export const STREAM_CHARS = 32 * 1024;
/** How long after a failure it is tried again, in ms. */
export const RETRY_MS = 1000;
/** How often it is looked whether the lock is still ours, in ms. */
const LOCK_CHECK_MS = 1000;
/** The summary is written anew after so many bytes, so that one always stands near the end. */
const SUMMARY_EVERY_BYTES = 32 * 1024;
const LARGEST_SUMMARY_BYTES = 16 * 1024;

export type ReadOnlyReason =
  | { readonly why: 'newer-format'; readonly format: number; readonly app: string }
  | {
      readonly why: 'in-use';
      readonly class: LockClass;
      readonly pid: number | null;
      readonly host: string | null;
    }
  | { readonly why: 'lock-lost' };

export type JournalStatus =
  | { readonly name: 'idle' } // nothing was written yet since it was opened
  | { readonly name: 'ready' }
  /** Nothing is acknowledged; goes on by itself as soon as it can be written again. */
  | { readonly name: 'paused'; readonly fault: WriteFault }
  /** Until it is opened anew. */
  | { readonly name: 'read-only'; readonly reason: ReadOnlyReason }
  | { readonly name: 'closed' };

/** Why `append` rejected. After `paused` faults the events are still kept and written later. */
export class NotSavedError extends Error {
  readonly code: WriteFault | ReadOnlyReason['why'] | 'closed';
  constructor(code: NotSavedError['code']) {
    super(`not saved: ${code}`);
    this.name = 'NotSavedError';
    this.code = code;
  }
}

export type JournalLogPorts = {
  readonly files: FilePort;
  /** The session's own; it is made when there is something to write. */
  readonly folder: string;
  readonly facts: SessionFacts;
  readonly app: string;
  readonly lock: Omit<LockPorts, 'files'>;
  /** Takes the lock also from an owner of whom nobody knows whether he still writes. */
  readonly forceLock?: boolean;
  readonly clock: SessionClock;
  /** Of a clock that only goes forward, ms. */
  readonly monotonic: () => number;
  /** What the list of sessions shows of it, as JSON; null: nothing. */
  readonly summarize?: () => unknown;
  readonly onStatus?: (status: JournalStatus) => void;
  /** Runs a commit when the disk has room for it: many sessions share it. */
  readonly inTurn?: <Value>(commit: () => Promise<Value>) => Promise<Value>;
  readonly segmentBytes?: number;
  readonly recordBytes?: number;
};

export interface JournalEventLog extends EventLog {
  readonly status: JournalStatus;
  /** What the last `read` found missing or damaged, so far. */
  gaps(): readonly JournalGap[];
}

type Waiter = { resolve(): void; reject(error: Error): void };

export function createJournalEventLog(ports: JournalLogPorts): JournalEventLog {
  return new JournalLog(ports);
}

class JournalLog implements JournalEventLog {
  readonly #ports: JournalLogPorts;
  readonly #pending: PendingEvents;
  #waiters: Waiter[] = [];
  /** Those of the events that are being committed. */
  #committing: Waiter[] = [];
  #status: JournalStatus = { name: 'idle' };
  #writer: JournalWriter | null = null;
  #lock: JournalLock | null = null;
  #lockCheckedAt = 0;
  #timer: { readonly stop: () => void; readonly due: number } | null = null;
  #work: Promise<void> = Promise.resolve();
  #gaps: readonly JournalGap[] = [];
  #sinceSummary = Infinity;
  #closed: Promise<void> | null = null;

  constructor(ports: JournalLogPorts) {
    this.#ports = ports;
    this.#pending = new PendingEvents({
      files: ports.files,
      folder: ports.folder,
      monotonic: ports.monotonic,
      recordBytes: ports.recordBytes ?? MAX_RECORD_BYTES,
    });
  }

  get status(): JournalStatus {
    return this.#status;
  }

  gaps(): readonly JournalGap[] {
    return this.#gaps;
  }

  append(events: readonly SessionEvent[]): Promise<void> {
    if (this.#closed !== null) return Promise.reject(new NotSavedError('closed'));
    if (this.#status.name === 'read-only') {
      return Promise.reject(new NotSavedError(this.#status.reason.why));
    }
    if (events.length === 0) return Promise.resolve();
    const isPaused = this.#status.name === 'paused';
    const hurry = this.#pending.add(events, { bounded: isPaused });
    if (this.#status.name === 'paused') return Promise.reject(new NotSavedError(this.#status.fault));
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
      const delay = this.#pending.chars >= STREAM_CHARS ? 0 : hurry ? COMMIT_DELAY_MS : STREAM_DELAY_MS;
      this.#commitIn(delay);
    });
  }

  async *read(): AsyncGenerator<readonly SessionEvent[]> {
    const { files, folder } = this.#ports;
    // Both at one moment: what is not in the files up to there is still pending.
    const end = this.#writer?.end;
    const pending = this.#pending.events();
    const reader = new JournalReader(files, folder);
    this.#gaps = reader.gaps;
    if (await isThere(files, folder)) yield* reader.read(end);
    // Without a writer the end is not known: some of them may have been saved while it was read.
    const unsaved = pending.filter(({ seq }) => seq > reader.seq);
    if (unsaved.length > 0) yield unsaved;
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#timer?.stop();
    this.#timer = null;
    await this.#work;
    if (this.#pending.isEmpty && this.#writer !== null) await this.#commitSummary().catch(() => undefined);
    if (!this.#pending.isEmpty && this.#status.name !== 'read-only') await this.#commit();
    const failed = this.#status.name === 'paused' ? this.#status.fault : null;
    await this.#writer?.close();
    await this.#lock?.release();
    this.#become({ name: 'closed' });
    if (failed !== null && !this.#pending.isEmpty) throw new NotSavedError(failed);
  }

  /** The earliest of what was asked for counts. */
  #commitIn(delay: number): void {
    const due = this.#ports.monotonic() + delay;
    if (this.#timer !== null && this.#timer.due <= due) return;
    this.#timer?.stop();
    const stop = this.#ports.clock.after(delay, () => {
      this.#timer = null;
      // One at a time; what comes meanwhile goes into the next.
      this.#work = this.#work.then(() => this.#commit());
    });
    this.#timer = { stop, due };
  }

  /** Never rejects. */
  async #commit(): Promise<void> {
    if (this.#pending.isEmpty) return;
    const { inTurn = (run) => run() } = this.#ports;
    let outcome: WriteFault | ReadOnlyReason | null;
    try {
      outcome = await inTurn(() => this.#write());
    } catch (error) {
      outcome = faultOf(error);
    }
    const waiters = this.#committing;
    this.#committing = [];
    if (outcome === null) {
      this.#become({ name: 'ready' });
      for (const waiter of waiters) waiter.resolve();
      return;
    }
    if (typeof outcome === 'string') {
      this.#become({ name: 'paused', fault: outcome });
      if (this.#closed === null) this.#commitIn(RETRY_MS);
    } else {
      this.#pending.clear();
      this.#become({ name: 'read-only', reason: outcome });
    }
    const error = new NotSavedError(typeof outcome === 'string' ? outcome : outcome.why);
    // Those that came during the commit wait behind what failed.
    for (const waiter of [...waiters, ...this.#waiters.splice(0)]) waiter.reject(error);
  }

  async #write(): Promise<WriteFault | ReadOnlyReason | null> {
    const writer = this.#writer ?? (await this.#open());
    if (!(writer instanceof JournalWriter)) return writer;
    if (await this.#hasLostLock()) return { why: 'lock-lost' };
    // Not before: what came while it waited for its turn goes along, and has to be answered with the rest.
    this.#committing = this.#waiters;
    this.#waiters = [];
    const taken = await this.#pending.take(writer.generation);
    const bytes = taken.lines.length;
    const summary = this.#sinceSummary + bytes > SUMMARY_EVERY_BYTES ? this.#summaryLine(taken.seq) : null;
    const lines = summary === null ? taken.lines : Buffer.concat([taken.lines, summary]);
    const fault = await writer.commit({ lines, seq: taken.seq });
    if (fault === null) this.#pending.saved();
    else this.#pending.putBack();
    if (fault === null) this.#sinceSummary = summary === null ? this.#sinceSummary + bytes : 0;
    return fault;
  }

  async #open(): Promise<JournalWriter | ReadOnlyReason> {
    const { files, folder, facts, app, clock, monotonic, segmentBytes } = this.#ports;
    await files.makeFolder(folder);
    if (this.#lock === null) {
      const force = this.#ports.forceLock === true;
      const taken = await takeLock({ files, ...this.#ports.lock }, folder, { force });
      if (!taken.ok) {
        const { class: lockClass, owner } = taken.error;
        return { why: 'in-use', class: lockClass, pid: owner?.pid ?? null, host: owner?.host ?? null };
      }
      this.#lock = taken.value;
      this.#lockCheckedAt = monotonic();
    }
    const opened: JournalWriter | NewerFormat = await JournalWriter.open({
      files,
      folder,
      facts,
      app,
      nonce: this.#ports.lock.self.nonce,
      lockGeneration: this.#lock.generation,
      now: () => clock.now(),
      monotonic,
      ...(segmentBytes === undefined ? {} : { segmentBytes }),
    });
    if (opened instanceof JournalWriter) this.#writer = opened;
    else {
      await this.#lock.release();
      this.#lock = null;
      return { why: 'newer-format', ...opened };
    }
    return opened;
  }

  async #hasLostLock(): Promise<boolean> {
    const now = this.#ports.monotonic();
    if (this.#lock === null || now - this.#lockCheckedAt < LOCK_CHECK_MS) return false;
    this.#lockCheckedAt = now;
    return !(await this.#lock.isMine());
  }

  async #commitSummary(): Promise<void> {
    const writer = this.#writer;
    const lines = writer === null ? null : this.#summaryLine(writer.seq);
    if (writer === null || lines === null || this.#sinceSummary === 0) return;
    await writer.commit({ lines, seq: writer.seq });
  }

  #summaryLine(seq: number): Buffer | null {
    const body = this.#ports.summarize?.() ?? null;
    if (typeof body !== 'object' || body === null) return null;
    const { clock, monotonic } = this.#ports;
    const stamp = { m: Math.round(monotonic()), g: this.#writer?.generation ?? 0 };
    const line = recordLine(
      controlJson(SUMMARY, seq, clock.now(), stamp, body as Readonly<Record<string, unknown>>),
    );
    return line.length > LARGEST_SUMMARY_BYTES ? null : line;
  }

  #become(status: JournalStatus): void {
    if (JSON.stringify(status) === JSON.stringify(this.#status)) return;
    this.#status = status;
    this.#ports.onStatus?.(status);
  }
}

async function isThere(files: FilePort, folder: string): Promise<boolean> {
  try {
    await files.stat(folder);
    return true;
  } catch (error) {
    if (Reflect.get(error as object, 'code') === 'ENOENT') return false;
    throw error;
  }
}
