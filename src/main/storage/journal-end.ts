/** Where a journal ends and whether it may be written on: usually known from the last 64 KiB. Changes nothing. */
import { type FilePort, type OpenFile, readRange } from './file-port.ts';
import { LINE_FEED, readRecord } from './record.ts';
import { scanSegment } from './scan-segment.ts';
import { FOOTER, type Header, SUMMARY, type Segment, headerOf, segmentsIn } from './segment.ts';

export const END_BYTES = 64 * 1024;
const HEAD_BYTES = 64 * 1024;

export type SegmentEnd = {
  readonly segment: Segment;
  readonly size: number;
  /** After the last good line: what follows is no record. */
  readonly cleanEnd: number;
  /** Null when the segment has no good record. */
  readonly seq: number | null;
  readonly at: number | null;
  readonly generation: number;
  readonly summary: unknown;
  /** False behind the last record of a full segment. */
  readonly open: boolean;
  /** Whether what follows `cleanEnd` holds no record for certain. */
  readonly cuttable: boolean;
};

/** Throws what the file system throws. */
export async function readSegmentEnd(files: FilePort, folder: string, segment: Segment): Promise<SegmentEnd> {
  const file = await files.open(`${folder}/${segment.name}`, 'read');
  try {
    const size = await file.size();
    const near = await scanEnd(file, segment, { from: Math.max(0, size - END_BYTES), size });
    return near.seq === null && size > END_BYTES ? await scanEnd(file, segment, { from: 0, size }) : near;
  } finally {
    await file.close();
  }
}

async function scanEnd(
  file: OpenFile,
  segment: Segment,
  { from, size }: { readonly from: number; readonly size: number },
): Promise<SegmentEnd> {
  const found = { cleanEnd: 0, seq: null as number | null, at: null as number | null, generation: 0 };
  let summary: unknown = null;
  let open = false;
  let cuttable = true;
  for await (const pieces of scanSegment(file, { from, to: size })) {
    for (const piece of pieces) {
      if (piece.type === 'bad') {
        // Bytes that cannot be read now may be records.
        if (piece.reason === 'unreadable') cuttable = false;
        continue;
      }
      const { record } = piece;
      found.seq = Math.max(found.seq ?? 0, record.s);
      found.at = record.ts;
      found.generation = Math.max(found.generation, record.g);
      if (record.t === SUMMARY) summary = record.b;
      // A record in a damaged line ends at no line feed of its own: nothing may be cut or added there.
      cuttable = !piece.salvaged;
      open = record.t !== FOOTER;
      if (!piece.salvaged) found.cleanEnd = piece.to;
    }
  }
  return { segment, size, ...found, summary, open, cuttable };
}

export type JournalEnd = {
  /** Null when there is no segment, or the last one has no good header. */
  readonly header: Header | null;
  /** The last segment; null when there is none. */
  readonly last: SegmentEnd | null;
  /** 0 when there is none. */
  readonly lastNumber: number;
  readonly seq: number;
  readonly generation: number;
};

/** Goes back over segments without a good record. Throws what the file system throws. */
export async function readJournalEnd(files: FilePort, folder: string): Promise<JournalEnd> {
  const segments = segmentsIn(await files.list(folder));
  const lastNumber = segments[segments.length - 1]?.number ?? 0;
  let last: SegmentEnd | null = null;
  let header: Header | null = null;
  for (const segment of [...segments].reverse()) {
    const isLast = segment.number === lastNumber;
    const end = await readSegmentEnd(files, folder, segment);
    if (isLast) {
      last = end;
      header = await readHeader(files, folder, segment);
    }
    if (end.seq !== null) return { header, last, lastNumber, seq: end.seq, generation: end.generation };
  }
  return { header, last, lastNumber, seq: 0, generation: 0 };
}

/** The header at the beginning of a segment; null when that is none. Throws what the file system throws. */
export async function readHeader(files: FilePort, folder: string, segment: Segment): Promise<Header | null> {
  const file = await files.open(`${folder}/${segment.name}`, 'read');
  try {
    const head = await readRange(file, 0, HEAD_BYTES);
    const end = head.indexOf(LINE_FEED);
    const found = end < 0 ? null : readRecord(head, 0, end);
    return found === null ? null : headerOf(found.record);
  } finally {
    await file.close();
  }
}
