/** Reads a whole journal and says what is wrong with it, hashes of full segments included. Changes nothing. */
import { createHash } from 'node:crypto';
import type { SessionEvent } from '../../shared/session/event.ts';
import { type FilePort, readRange } from './file-port.ts';
import type { JournalGap } from './gap.ts';
import { readSegmentEnd } from './journal-end.ts';
import { JournalReader } from './read-journal.ts';
import { LINE_FEED, readRecord } from './record.ts';
import { FOOTER, type Footer, type Segment, segmentsIn, tornFilesIn } from './segment.ts';

const PIECE_BYTES = 1024 * 1024;

export type JournalReport = {
  readonly events: number;
  readonly seq: number;
  readonly gaps: readonly JournalGap[];
  /** Full segments whose bytes are not those that were written. */
  readonly changedSegments: readonly string[];
  /** Copies of what was cut off, newest last. */
  readonly tornFiles: readonly string[];
};

/** `onEvents` gets all that is read, oldest first. Throws when the folder itself cannot be read. */
export async function verifyJournal(
  files: FilePort,
  folder: string,
  onEvents: (events: readonly SessionEvent[]) => void = () => undefined,
): Promise<JournalReport> {
  const reader = new JournalReader(files, folder);
  let events = 0;
  for await (const batch of reader.read()) {
    events += batch.length;
    onEvents(batch);
  }
  const names = await files.list(folder);
  const changedSegments: string[] = [];
  for (const segment of segmentsIn(names)) {
    if (await isChanged(files, folder, segment).catch(() => false)) changedSegments.push(segment.name);
  }
  return { events, seq: reader.seq, gaps: reader.gaps, changedSegments, tornFiles: tornFilesIn(names) };
}

async function isChanged(files: FilePort, folder: string, segment: Segment): Promise<boolean> {
  const end = await readSegmentEnd(files, folder, segment);
  if (end.open) return false;
  const file = await files.open(`${folder}/${segment.name}`, 'read');
  try {
    const hash = createHash('sha256');
    // The footer is the last line; what it speaks of ends where it begins.
    const tail = await readRange(file, Math.max(0, end.cleanEnd - 1024), end.cleanEnd);
    const start = tail.lastIndexOf(LINE_FEED, tail.length - 2) + 1;
    const found = readRecord(tail, start, tail.length - 1);
    if (found?.record.t !== FOOTER) return false;
    const to = end.cleanEnd - (tail.length - start);
    for (let from = 0; from < to; from += PIECE_BYTES) {
      hash.update(await readRange(file, from, Math.min(to, from + PIECE_BYTES)));
    }
    return hash.digest('hex') !== (found.record.b as Footer).sha256;
  } finally {
    await file.close();
  }
}
