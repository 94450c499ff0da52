/**
 * One line of a journal: eight hex digits of CRC-32 over the JSON, a space, the JSON, a line feed. People and
 * tools can read it, and no damaged line passes for a good one. Pure.
 */
import type { SessionEvent } from '../../shared/session/event.ts';
import { crc32 } from './crc32.ts';

/** Of the meaning of a record's fields. */
export const RECORD_VERSION = 1;
/** A longer record's body goes to a blob of its own. */
export const MAX_RECORD_BYTES = 1024 * 1024;
/** CRC, space, line feed. */
export const FRAME_BYTES = 10;

export type BlobRef = { readonly sha256: string; readonly bytes: number };

export type JournalRecord = {
  /** Number of the event, of the last one when several were joined; of the event before when it is none. */
  readonly s: number;
  /** Type of the event; those of the journal itself begin with `$`. */
  readonly t: string;
  /** Wall time of the event, ms since the epoch: may go back. */
  readonly ts: number;
  /** Time of a clock that only goes forward, ms; comparable within one generation. */
  readonly m: number;
  /** Generation of the writer: each that opened the journal has a higher one. */
  readonly g: number;
  readonly v: number;
  /** Number and wall time of the first event when several were joined. */
  readonly f?: readonly [number, number];
  /** What else the event says. */
  readonly b?: unknown;
  /** In place of `b`: it is in the blob, as JSON. */
  readonly blob?: BlobRef;
};

export type Stamp = { readonly m: number; readonly g: number };

/** What an event says besides its number and times. */
export function bodyOf(event: SessionEvent): string {
  // The two that come by the thousand, without a copy.
  if (event.type === 'tool-call') return `{"patch":${JSON.stringify(event.patch)}}`;
  if (event.type === 'message-chunk') {
    const { role, messageId, content } = event;
    return JSON.stringify({ role, messageId, content });
  }
  const { type: _type, seq: _seq, at: _at, first: _first, ...body } = event;
  return JSON.stringify(body);
}

/** The JSON of an event's record. `body` is JSON as well; a blob stands in its place when it is given. */
export function eventJson(
  event: SessionEvent,
  stamp: Stamp,
  body: string,
  blob: BlobRef | null = null,
): string {
  const { seq, at, first } = event;
  const joined = first === undefined ? '' : `,"f":[${first.seq},${first.at}]`;
  const rest = blob === null ? (body === '{}' ? '' : `,"b":${body}`) : `,"blob":${JSON.stringify(blob)}`;
  return `{"s":${seq},"t":${JSON.stringify(event.type)},"ts":${at},"m":${stamp.m},"g":${stamp.g},"v":${RECORD_VERSION}${joined}${rest}}`;
}

/** The JSON of a record of the journal itself. */
export function controlJson(
  type: string,
  seq: number,
  now: number,
  stamp: Stamp,
  body: Readonly<Record<string, unknown>>,
): string {
  return `{"s":${seq},"t":${JSON.stringify(type)},"ts":${now},"m":${stamp.m},"g":${stamp.g},"v":${RECORD_VERSION},"b":${JSON.stringify(body)}}`;
}

export function recordLine(json: string): Buffer {
  return recordLines([json]);
}

/** The lines of many records, one after the other. */
export function recordLines(jsons: readonly string[]): Buffer {
  let length = 0;
  for (const json of jsons) length += Buffer.byteLength(json) + FRAME_BYTES;
  const lines = Buffer.allocUnsafe(length);
  let at = 0;
  for (const json of jsons) {
    const end = at + 9 + lines.write(json, at + 9);
    writeCrc(lines, at, crc32(lines.subarray(at + 9, end)));
    lines[at + 8] = SPACE;
    lines[end] = LINE_FEED;
    at = end + 1;
  }
  return lines;
}

export const LINE_FEED = 0x0a;
const SPACE = 0x20;

function writeCrc(bytes: Uint8Array, from: number, crc: number): void {
  for (let at = from + 7, rest = crc; at >= from; at -= 1, rest >>>= 4) {
    const digit = rest & 15;
    bytes[at] = digit < 10 ? 0x30 + digit : 0x57 + digit;
  }
}

/** The CRC that a line states, or -1. Upper case does not count: a flipped bit must not pass for it. */
function statedCrc(bytes: Uint8Array, from: number): number {
  let crc = 0;
  for (let at = from; at < from + 8; at += 1) {
    const byte = bytes[at] ?? 0;
    const digit =
      byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : byte >= 0x61 && byte <= 0x66 ? byte - 0x57 : -1;
    if (digit < 0) return -1;
    crc = crc * 16 + digit;
  }
  return crc;
}

export type ReadRecord = { readonly record: JournalRecord; readonly crc: number };

/** The record in `bytes[from, to)`, its line feed not included; null when that is none. */
export function readRecord(bytes: Buffer, from: number, to: number): ReadRecord | null {
  if (to - from < FRAME_BYTES || bytes[from + 8] !== SPACE) return null;
  const crc = statedCrc(bytes, from);
  if (crc < 0 || crc32(bytes.subarray(from + 9, to)) !== crc) return null;
  try {
    const record: unknown = JSON.parse(bytes.toString('utf8', from + 9, to));
    return isRecord(record) ? { record, crc } : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is JournalRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { s, t, ts, g, v } = value as Partial<Record<keyof JournalRecord, unknown>>;
  return (
    Number.isSafeInteger(s) &&
    typeof t === 'string' &&
    typeof ts === 'number' &&
    typeof g === 'number' &&
    typeof v === 'number'
  );
}

export function isControl(record: JournalRecord): boolean {
  return record.t.startsWith('$');
}

/**
 * `body` is what the record or its blob holds, freshly parsed: it becomes the event. Records of our own making
 * have the form of events.
 */
export function eventOf(record: JournalRecord, body: unknown = record.b): SessionEvent {
  const event = (body ?? {}) as Record<string, unknown>;
  event['type'] = record.t;
  event['seq'] = record.s;
  event['at'] = record.ts;
  if (record.f !== undefined) event['first'] = { seq: record.f[0], at: record.f[1] };
  return event as unknown as SessionEvent;
}

/** Number of the first event that a record stands for. */
export function firstSeqOf(record: JournalRecord): number {
  return record.f?.[0] ?? record.s;
}

export type SalvagedPiece = ReadRecord & { readonly from: number; readonly to: number };

const RECORD_START = Buffer.from(' {"s":');

/**
 * Whole records inside a damaged line, for example after lost line feeds. The start of a record cannot occur
 * within one: text has its quotes escaped, and JSON made here has no space before a brace.
 */
export function salvage(bytes: Buffer, from: number, to: number): readonly SalvagedPiece[] {
  const starts: number[] = [];
  const line = bytes.subarray(from, to);
  for (let at = line.indexOf(RECORD_START); at >= 0; at = line.indexOf(RECORD_START, at + 1)) {
    if (at >= 8 && statedCrc(line, at - 8) >= 0) starts.push(from + at - 8);
  }
  const pieces: SalvagedPiece[] = [];
  for (const [index, start] of starts.entries()) {
    const next = starts[index + 1] ?? to;
    // One byte may stand where the line feed was.
    for (const end of [next, next - 1]) {
      const found = readRecord(bytes, start, end);
      if (found === null) continue;
      pieces.push({ ...found, from: start, to: end });
      break;
    }
  }
  return pieces;
}
