/** What the list of sessions can know of a journal at once: 64 KiB of its beginning and of its end. */
import type { SessionFacts } from '../../shared/session/select.ts';
import { type FilePort, codeOf } from './file-port.ts';
import { type SegmentEnd, readHeader, readSegmentEnd } from './journal-end.ts';
import { type Header, JOURNAL_FORMAT, type Segment, segmentsIn } from './segment.ts';

export type UnreadableWhy =
  | 'empty' // no event was ever saved in it
  | 'not-a-folder'
  | 'not-a-file' // something else stands where a segment should
  | 'no-permission'
  | 'io';

export type JournalListing =
  | {
      readonly type: 'journal';
      readonly id: string;
      /** Null when no header is readable. */
      readonly facts: SessionFacts | null;
      /** Version of the app that wrote its newest segment. */
      readonly app: string | null;
      /** False when only a newer app may write to it. */
      readonly writable: boolean;
      readonly seq: number;
      /** Wall time of the last record, ms since the epoch. */
      readonly at: number | null;
      /** Of all segments. */
      readonly bytes: number;
      /** What the session last wrote for the list; null when it is not near the end. */
      readonly summary: unknown;
      /** Bytes at the end that are no record: cut off and kept when it is next written to. */
      readonly tornBytes: number;
      /** Changes whenever the journal does: for an index that is made of it. */
      readonly stamp: string;
    }
  | {
      readonly type: 'unreadable';
      readonly id: string;
      readonly path: string;
      readonly why: UnreadableWhy;
      /** The system's own code. */
      readonly code: string;
    };

/** Never throws. */
export async function inspectJournal(files: FilePort, folder: string, id: string): Promise<JournalListing> {
  let path = folder;
  try {
    if ((await files.stat(folder)).kind !== 'folder') return unreadable('not-a-folder');
    const segments = segmentsIn(await files.list(folder));
    let bytes = 0;
    let lastModified = 0;
    const filled: Segment[] = [];
    for (const segment of segments) {
      path = `${folder}/${segment.name}`;
      const { kind, size, modifiedAt } = await files.stat(path);
      if (kind !== 'file') return unreadable('not-a-file');
      bytes += size;
      lastModified = modifiedAt;
      if (size > 0) filled.push(segment);
    }
    const last = filled[filled.length - 1];
    if (last === undefined) return unreadable('empty');
    path = `${folder}/${last.name}`;
    const end = await readSegmentEnd(files, folder, last);
    const header = (await readHeader(files, folder, last)) ?? (await firstHeader(files, folder, filled));
    return {
      type: 'journal',
      id,
      facts: header?.facts ?? null,
      app: header?.app ?? null,
      writable: (header?.format ?? JOURNAL_FORMAT) <= JOURNAL_FORMAT,
      ...endOf(end),
      bytes,
      stamp: `${last.number}:${bytes}:${lastModified}`,
    };
  } catch (error) {
    return unreadable(whyOf(error), codeOf(error));
  }

  function unreadable(why: UnreadableWhy, code = ''): JournalListing {
    return { type: 'unreadable', id, path, why, code };
  }
}

function endOf({ seq, at, summary, size, cleanEnd }: SegmentEnd) {
  return { seq: seq ?? 0, at, summary, tornBytes: size - cleanEnd };
}

/** Each segment repeats the facts: any will do. */
async function firstHeader(
  files: FilePort,
  folder: string,
  segments: readonly Segment[],
): Promise<Header | null> {
  for (const segment of segments) {
    const header = await readHeader(files, folder, segment).catch(() => null);
    if (header !== null) return header;
  }
  return null;
}

function whyOf(error: unknown): UnreadableWhy {
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
      return 'no-permission';
    case 'ENOTDIR':
      return 'not-a-folder';
    case 'EISDIR':
    case 'ELOOP':
      return 'not-a-file';
    default:
      return 'io';
  }
}
