/** The files that a journal is made of, and the records at their ends. Pure. */
import type { SessionFacts } from '../../shared/session/select.ts';
import type { JournalRecord } from './record.ts';

/** Of the whole journal: what an older app must not write to. */
export const JOURNAL_FORMAT = 1;
/** A segment is closed when the next batch would make it longer. */
export const SEGMENT_BYTES = 16 * 1024 * 1024;

export const HEADER = '$header';
/** Last record of a segment that is full. */
export const FOOTER = '$footer';
/** Events that were never saved because too many waited for the disk. */
export const LOST = '$lost';
/** The bytes at the end that were put aside when the journal was opened. */
export const TORN = '$torn';
/** What the list of sessions shows, so that it need not read the whole journal. */
export const SUMMARY = '$summary';

export type Header = {
  readonly format: number;
  readonly session: string;
  readonly segment: number;
  /** Version of the app that began the segment. */
  readonly app: string;
  readonly nonce: string;
  readonly facts: SessionFacts;
  /** What these segments hold from these bytes on was written again here, or belongs to nothing saved. */
  readonly after?: readonly Mark[];
};
/** A place in a journal. */
export type Mark = { readonly segment: number; readonly bytes: number };
export type Footer = { readonly count: number; readonly sha256: string };
export type Lost = { readonly from: number; readonly to: number };
export type Torn = { readonly from: number; readonly bytes: number; readonly file: string };

const NAME = /^(\d{6,})\.jsonl$/;
const TORN_NAME = /^\d{6,}\.jsonl\.torn-\d+/;

export function segmentName(number: number): string {
  return `${String(number).padStart(6, '0')}.jsonl`;
}

export type Segment = { readonly number: number; readonly name: string };

/** Oldest first. */
export function segmentsIn(names: readonly string[]): readonly Segment[] {
  return names
    .flatMap((name) => {
      const match = NAME.exec(name);
      return match === null ? [] : [{ number: Number(match[1]), name }];
    })
    .sort((a, b) => a.number - b.number);
}

export function tornName(segment: string, now: number): string {
  return `${segment}.torn-${now}`;
}

/** Oldest first. */
export function tornFilesIn(names: readonly string[]): readonly string[] {
  return names.filter((name) => TORN_NAME.test(name)).sort((a, b) => tornTimeOf(a) - tornTimeOf(b));
}

export function tornTimeOf(name: string): number {
  return Number(/torn-(\d+)/.exec(name)?.[1] ?? 0);
}

/** Null when the record is no header, or one that was damaged in a way that the CRC does not tell. */
export function headerOf(record: JournalRecord): Header | null {
  if (record.t !== HEADER || typeof record.b !== 'object' || record.b === null) return null;
  const header = record.b as Header;
  return typeof header.format === 'number' && typeof header.session === 'string' ? header : null;
}
