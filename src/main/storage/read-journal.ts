/**
 * Reads a session's journal without changing it, whatever state it is in: every good record comes out once and
 * in order, everything else becomes a gap.
 */
import type { SessionEvent } from '../../shared/session/event.ts';
import { readBlob } from './blobs.ts';
import { type FilePort, type OpenFile, codeOf } from './file-port.ts';
import type { GapReason, JournalGap } from './gap.ts';
import { readHeader } from './journal-end.ts';
import { type JournalRecord, eventOf, firstSeqOf, isControl } from './record.ts';
import { type Piece, scanSegment } from './scan-segment.ts';
import {
  type Mark,
  FOOTER,
  type Footer,
  type Header,
  LOST,
  type Lost,
  SUMMARY,
  type Segment,
  TORN,
  type Torn,
  headerOf,
  segmentsIn,
} from './segment.ts';

/** Repeated records are told from conflicting ones among so many of the newest. */
const REMEMBERED = 4096;

type OpenGap = { gap: JournalGap; readonly segment: number };

/** One pass over a journal. Read it to the end, then ask for the rest. */
export class JournalReader {
  readonly #files: FilePort;
  readonly #folder: string;
  readonly #gaps: JournalGap[] = [];
  /** Bad ranges after the last good event: what they cost shows when the next one comes. */
  #open: OpenGap[] = [];
  /** Of the newest records, by their number modulo `REMEMBERED`. */
  readonly #newestSeqs = new Float64Array(REMEMBERED);
  readonly #newestCrcs = new Float64Array(REMEMBERED);
  #seq = 0;
  #generation = 0;
  #header: Header | null = null;
  #summary: unknown = null;

  constructor(files: FilePort, folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  get gaps(): readonly JournalGap[] {
    return this.#gaps;
  }
  /** Number of the last event. */
  get seq(): number {
    return this.#seq;
  }
  /** The highest that wrote. */
  get generation(): number {
    return this.#generation;
  }
  /** The last good one; null when there is none. */
  get header(): Header | null {
    return this.#header;
  }
  get summary(): unknown {
    return this.#summary;
  }

  /**
   * Oldest first, up to `end` when that is given: what stands behind it is being written. Throws only when the
   * folder itself cannot be read.
   */
  async *read(end: Mark = { segment: Infinity, bytes: 0 }): AsyncGenerator<readonly SessionEvent[]> {
    const all = segmentsIn(await this.#files.list(this.#folder));
    const segments = all.filter(({ number }) => number <= end.segment);
    const ends = await this.#endsOf(segments);
    ends.set(end.segment, Math.min(end.bytes, ends.get(end.segment) ?? Infinity));
    for (const segment of segments) yield* this.#readSegment(segment, ends.get(segment.number) ?? Infinity);
    this.#closeGaps(null);
  }

  /** Where to stop in segments of which a later one says so: maybe parts of what follows were saved there too. */
  async #endsOf(segments: readonly Segment[]): Promise<Map<number, number>> {
    const ends = new Map<number, number>();
    for (const later of segments.slice(1)) {
      const header = await readHeader(this.#files, this.#folder, later).catch(() => null);
      for (const { segment, bytes } of header?.after ?? []) {
        ends.set(segment, Math.min(bytes, ends.get(segment) ?? Infinity));
      }
    }
    return ends;
  }

  async *#readSegment(segment: Segment, most: number): AsyncGenerator<readonly SessionEvent[]> {
    let file: OpenFile;
    let size: number;
    try {
      const path = `${this.#folder}/${segment.name}`;
      if ((await this.#files.stat(path)).kind !== 'file')
        throw Object.assign(new Error(), { code: 'EISDIR' });
      file = await this.#files.open(path, 'read');
      size = await file.size();
    } catch (error) {
      this.#openGap(segment, { reason: 'unreadable', from: 0, to: 0, detail: codeOf(error) });
      return;
    }
    let records = 0;
    try {
      for await (const pieces of scanSegment(file, { from: 0, to: Math.min(size, most) })) {
        const events: SessionEvent[] = [];
        for (const piece of pieces) {
          if (piece.type === 'bad') {
            const { reason, from, to, code } = piece;
            this.#openGap(segment, { reason, from, to, detail: code });
          } else if (isControl(piece.record)) {
            this.#takeControl(segment, piece, records);
            records += 1;
          } else {
            records += 1;
            const event = await this.#takeEvent(segment, piece);
            if (event !== null) events.push(event);
          }
        }
        if (events.length > 0) yield events;
      }
    } finally {
      await file.close();
    }
  }

  async #takeEvent(segment: Segment, piece: Piece & { type: 'record' }): Promise<SessionEvent | null> {
    const { record, crc, from, to } = piece;
    const first = firstSeqOf(record);
    if (first <= this.#seq) {
      if (this.#remembers(record.s, crc)) return null;
      this.#openGap(segment, { reason: 'conflict', from, to, detail: `${first}-${record.s}` });
      return null;
    }
    this.#generation = Math.max(this.#generation, record.g);
    const body = record.blob === undefined ? record.b : await this.#bodyOf(segment, piece);
    if (body === undefined && record.blob !== undefined) return null;
    this.#meet(segment, first, from);
    this.#closeGaps(first);
    this.#seq = record.s;
    this.#remember(record.s, crc);
    return eventOf(record, body);
  }

  /** Undefined when the blob is gone or damaged: the gap is then on record. */
  async #bodyOf(segment: Segment, { record, from, to }: Piece & { type: 'record' }): Promise<unknown> {
    if (record.blob === undefined) return undefined;
    const blob = await readBlob(this.#files, this.#folder, record.blob);
    if (blob.ok) return blob.value;
    this.#openGap(segment, { reason: 'blob', from, to, detail: blob.error });
    return undefined;
  }

  #takeControl(segment: Segment, { record, from, to }: Piece & { type: 'record' }, records: number): void {
    this.#generation = Math.max(this.#generation, record.g);
    switch (record.t) {
      case LOST: {
        const lost = record.b as Lost;
        if (lost.to <= this.#seq) return;
        if (lost.from > this.#seq + 1) this.#meet(segment, lost.from, from);
        this.#openGap(segment, { reason: 'not-saved', from, to, detail: '' }, lost);
        this.#closeGaps(lost.to + 1);
        this.#seq = Math.max(this.#seq, lost.to);
        return;
      }
      case TORN: {
        const torn = record.b as Torn;
        this.#openGap(segment, {
          reason: 'torn',
          from: torn.from,
          to: torn.from + torn.bytes,
          detail: torn.file,
        });
        return;
      }
      case SUMMARY:
        this.#summary = record.b;
        return;
      case FOOTER:
        if ((record.b as Footer).count !== records && !this.#sawBadIn(segment)) {
          this.#openGap(segment, { reason: 'missing', from, to, detail: 'count' });
        }
        return;
      default:
        this.#takeHeader(segment, record, from);
    }
  }

  #takeHeader(segment: Segment, record: JournalRecord, from: number): void {
    const header = headerOf(record);
    if (header === null) return;
    this.#header = header;
    this.#meet(segment, record.s + 1, from);
    this.#seq = Math.max(this.#seq, record.s);
  }

  /** `next` is the number that comes now: what lies before it and was not there is missing. */
  #meet(segment: Segment, next: number, at: number): void {
    if (next <= this.#seq + 1) return;
    const missing = { from: this.#seq + 1, to: next - 1 };
    const last = this.#open.pop();
    if (last === undefined || last.gap.missing !== null) {
      if (last !== undefined) this.#open.push(last);
      this.#openGap(segment, { reason: 'missing', from: at, to: at, detail: '' }, missing);
    } else this.#open.push({ ...last, gap: { ...last.gap, missing } });
  }

  #openGap(
    segment: Segment,
    range: {
      readonly reason: GapReason;
      readonly from: number;
      readonly to: number;
      readonly detail: string;
    },
    missing: JournalGap['missing'] = null,
  ): void {
    const last = this.#open[this.#open.length - 1];
    const joins =
      last?.segment === segment.number && last.gap.to === range.from && last.gap.reason === range.reason;
    if (joins && last.gap.missing === null && missing === null) last.gap = { ...last.gap, to: range.to };
    else {
      const gap = { ...range, file: segment.name, after: this.#seq, before: null, missing };
      this.#open.push({ gap, segment: segment.number });
    }
  }

  #closeGaps(before: number | null): void {
    for (const { gap } of this.#open) this.#gaps.push({ ...gap, before });
    this.#open.length = 0;
  }

  #sawBadIn({ name, number }: Segment): boolean {
    return this.#gaps.some(({ file }) => file === name) || this.#open.some((open) => open.segment === number);
  }

  #remember(seq: number, crc: number): void {
    const at = seq % REMEMBERED;
    this.#newestSeqs[at] = seq;
    this.#newestCrcs[at] = crc;
  }

  #remembers(seq: number, crc: number): boolean {
    const at = seq % REMEMBERED;
    return this.#newestSeqs[at] === seq && this.#newestCrcs[at] === crc;
  }
}
