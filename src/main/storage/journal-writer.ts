/**
 * Adds batches of records to a journal's last segment, each synced before it counts. After an error of the
 * disk a file is not trusted any more: what is not saved yet is written to a new segment.
 */
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import type { SessionFacts } from '../../shared/session/select.ts';
import { type FilePort, type OpenFile, appendAll, codeOf, readRange, retried } from './file-port.ts';
import { readJournalEnd } from './journal-end.ts';
import { quarantine } from './quarantine.ts';
import { controlJson, recordLine } from './record.ts';
import {
  FOOTER,
  HEADER,
  type Header,
  JOURNAL_FORMAT,
  type Mark,
  SEGMENT_BYTES,
  TORN,
  type Torn,
  segmentName,
} from './segment.ts';
import { type WriteFault, faultOf } from './write-fault.ts';

export type WriterPorts = {
  readonly files: FilePort;
  /** The session's own, which is there; its parent is synced with it. */
  readonly folder: string;
  readonly facts: SessionFacts;
  readonly app: string;
  readonly nonce: string;
  /** Of the lock: at least so high is the generation. */
  readonly lockGeneration: number;
  /** Wall time, ms since the epoch. */
  readonly now: () => number;
  /** Of a clock that only goes forward, ms. */
  readonly monotonic: () => number;
  readonly segmentBytes?: number;
};

/** Whole lines. `seq` is the number of the last event among them. */
export type Batch = { readonly lines: Buffer; readonly seq: number };

type OpenSegment = {
  readonly number: number;
  readonly file: OpenFile;
  /** What is synced. */
  good: number;
};

const PIECE_BYTES = 1024 * 1024;
const MOST_NAMES = 1000;

export class JournalWriter {
  readonly generation: number;
  readonly #ports: WriterPorts;
  #segment: OpenSegment | null;
  #lastNumber: number;
  #seq: number;
  #torn: Torn | null;
  #abandoned: Mark[];
  #foldersSynced = false;

  private constructor(ports: WriterPorts, start: WriterStart) {
    this.#ports = ports;
    this.generation = start.generation;
    this.#segment = start.segment;
    this.#lastNumber = start.lastNumber;
    this.#seq = start.seq;
    this.#torn = start.torn;
    this.#abandoned = start.abandoned;
  }

  /**
   * Puts aside what is torn at the end. Throws what the file system throws; null when a newer app wrote the
   * journal.
   */
  static async open(ports: WriterPorts): Promise<JournalWriter | NewerFormat> {
    const { files, folder } = ports;
    const end = await readJournalEnd(files, folder);
    const { last, header, lastNumber } = end;
    if (header !== null && header.format > JOURNAL_FORMAT) return { format: header.format, app: header.app };
    const start: WriterStart = {
      generation: Math.max(ports.lockGeneration, end.generation + 1),
      segment: null,
      lastNumber,
      seq: end.seq,
      torn: null,
      abandoned: [],
    };
    if (last === null) return new JournalWriter(ports, start);
    const isTorn = last.size > last.cleanEnd && last.cuttable;
    let writable = header !== null && last.open && last.cuttable;
    if (isTorn) {
      const { name } = last.segment;
      const range = { segment: name, from: last.cleanEnd, to: last.size, now: ports.now() };
      start.torn = { from: last.cleanEnd, bytes: last.size - last.cleanEnd, file: name };
      try {
        start.torn = { ...start.torn, file: await quarantine(files, folder, range) };
      } catch {
        // It stays where it is, and what comes goes elsewhere.
        writable = false;
        start.abandoned = [{ segment: lastNumber, bytes: last.cleanEnd }];
      }
    }
    if (writable) {
      const file = await files.open(`${folder}/${last.segment.name}`, 'append');
      start.segment = { number: lastNumber, file, good: last.cleanEnd };
    }
    return new JournalWriter(ports, start);
  }

  /** Number of the last event that is saved. */
  get seq(): number {
    return this.#seq;
  }

  /** Behind it stands nothing that is saved. */
  get end(): Mark {
    const segment = this.#segment;
    return segment === null
      ? { segment: this.#lastNumber, bytes: Infinity }
      : { segment: segment.number, bytes: segment.good };
  }

  /** Null when the batch is saved. Otherwise nothing of it counts, and it may be given again. */
  async commit(batch: Batch): Promise<WriteFault | null> {
    let fault: WriteFault = 'io';
    for (let tries = 0; tries < 2; tries += 1) {
      try {
        await this.#write(batch);
        this.#seq = batch.seq;
        return null;
      } catch (error) {
        fault = faultOf(error);
        if (codeOf(error) === 'EFBIG' && (this.#segment?.good ?? 0) > 0) await this.#abandon();
        else if (fault !== 'io') return fault;
        else await this.#abandon();
      }
    }
    return fault;
  }

  async close(): Promise<void> {
    await this.#segment?.file.close().catch(() => undefined);
    this.#segment = null;
  }

  async #write(batch: Batch): Promise<void> {
    const { files, folder, segmentBytes = SEGMENT_BYTES } = this.#ports;
    const { length } = batch.lines;
    const full = this.#segment;
    if (full !== null && full.good + length > segmentBytes && full.good > 0) await this.#finish(full);
    const isNew = this.#segment === null;
    const segment = this.#segment ?? (await this.#create());
    const own = [...(isNew ? [this.#header(segment.number)] : []), ...this.#tornLine()];
    const bytes = own.length === 0 ? batch.lines : Buffer.concat([...own, batch.lines]);
    try {
      await appendAll(segment.file, bytes);
    } catch (error) {
      await this.#goBack(segment);
      throw error;
    }
    try {
      // Never a second time on the same file: the system may take the lost pages for written.
      await segment.file.datasync();
      if (isNew || !this.#foldersSynced) {
        await files.syncFolder(folder);
        await files.syncFolder(dirname(folder));
      }
    } catch (error) {
      await this.#abandon();
      throw error;
    }
    segment.good += bytes.length;
    this.#foldersSynced = true;
    this.#torn = null;
    if (isNew) this.#abandoned = [];
  }

  async #goBack(segment: OpenSegment): Promise<void> {
    try {
      if (segment.good === 0) throw new Error('an empty segment is of no use');
      await retried(() => segment.file.truncate(segment.good));
    } catch {
      await this.#abandon();
    }
  }

  /** What is saved in it stays; nothing more is written to it. */
  async #abandon(): Promise<void> {
    const segment = this.#segment;
    if (segment === null) return;
    this.#segment = null;
    await segment.file.close().catch(() => undefined);
    if (segment.good === 0 && (await this.#removed(segment))) return;
    this.#abandoned.push({ segment: segment.number, bytes: segment.good });
  }

  /** One that was just made and holds nothing saved leaves nothing behind. */
  async #removed({ number }: OpenSegment): Promise<boolean> {
    const { files, folder } = this.#ports;
    try {
      await files.unlink(`${folder}/${segmentName(number)}`);
    } catch {
      return false;
    }
    this.#lastNumber = number - 1;
    return true;
  }

  async #create(): Promise<OpenSegment> {
    const { files, folder } = this.#ports;
    for (let names = 0; ; names += 1) {
      const number = this.#lastNumber + 1;
      try {
        const file = await files.open(`${folder}/${segmentName(number)}`, 'create');
        this.#lastNumber = number;
        this.#segment = { number, file, good: 0 };
        return this.#segment;
      } catch (error) {
        if (codeOf(error) !== 'EEXIST' || names > MOST_NAMES) throw error;
        this.#lastNumber = number;
      }
    }
  }

  #header(segment: number): Buffer {
    const { facts, app, nonce } = this.#ports;
    const after = this.#abandoned.length === 0 ? {} : { after: this.#abandoned };
    const header: Header = {
      format: JOURNAL_FORMAT,
      session: facts.id,
      segment,
      app,
      nonce,
      facts,
      ...after,
    };
    return this.#control(HEADER, header);
  }

  #tornLine(): readonly Buffer[] {
    return this.#torn === null ? [] : [this.#control(TORN, this.#torn)];
  }

  #control(type: string, body: Readonly<Record<string, unknown>>): Buffer {
    const { now, monotonic } = this.#ports;
    const stamp = { m: Math.round(monotonic()), g: this.generation };
    return recordLine(controlJson(type, this.#seq, now(), stamp, body));
  }

  /** A full segment says what it holds. When that cannot be written it says nothing; the records are there. */
  async #finish(segment: OpenSegment): Promise<void> {
    this.#segment = null;
    try {
      const { count, sha256 } = await digestOf(segment);
      await appendAll(segment.file, this.#control(FOOTER, { count, sha256 }));
      await segment.file.datasync();
    } catch {
      this.#abandoned.push({ segment: segment.number, bytes: segment.good });
    }
    await segment.file.close().catch(() => undefined);
  }
}

export type NewerFormat = { readonly format: number; readonly app: string };

type WriterStart = {
  readonly generation: number;
  segment: OpenSegment | null;
  readonly lastNumber: number;
  readonly seq: number;
  torn: Torn | null;
  abandoned: Mark[];
};

/** Lines and hash of what is saved in a segment. */
async function digestOf({ file, good }: OpenSegment): Promise<{ count: number; sha256: string }> {
  const hash = createHash('sha256');
  let count = 0;
  for (let from = 0; from < good; from += PIECE_BYTES) {
    const piece = await readRange(file, from, Math.min(good, from + PIECE_BYTES));
    hash.update(piece);
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) count += 1;
  }
  return { count, sha256: hash.digest('hex') };
}
