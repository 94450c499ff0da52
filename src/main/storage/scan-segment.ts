/** Reads a segment from some byte on, in pieces: good records, and ranges of bytes that are none. */
import { type OpenFile, codeOf, retried } from './file-port.ts';
import { LINE_FEED, MAX_RECORD_BYTES, type ReadRecord, readRecord, salvage } from './record.ts';

const CHUNK_BYTES = 256 * 1024;
/** What may stand without a line feed before the first part of it is given up. */
const LONGEST_LINE = 2 * MAX_RECORD_BYTES;
const KEPT_OF_LONGEST = MAX_RECORD_BYTES + 64;

export type BadReason = 'damaged' | 'torn' | 'unreadable';
export type Piece =
  | (ReadRecord & {
      readonly type: 'record';
      readonly from: number;
      readonly to: number;
      /** Found inside a damaged line. */
      readonly salvaged: boolean;
    })
  | {
      readonly type: 'bad';
      readonly from: number;
      readonly to: number;
      /** `torn`: the file ends before the line does. `unreadable`: the disk did not give it. */
      readonly reason: BadReason;
      /** Of the file system, when unreadable. */
      readonly code: string;
    };

/** Batches of pieces in the order of the file, without a byte left out. Never throws for what the disk does. */
export async function* scanSegment(
  file: OpenFile,
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<readonly Piece[]> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let rest: Buffer = Buffer.alloc(0);
  let position = from;
  while (position < to) {
    const pieces: Piece[] = [];
    const wanted = Math.min(CHUNK_BYTES, to - position);
    let got = 0;
    let code = '';
    try {
      got = await retried(() => file.read(chunk.subarray(0, wanted), position));
    } catch (error) {
      code = codeOf(error) || 'EIO';
    }
    const start = position - rest.length;
    if (code !== '') {
      if (rest.length > 0)
        addBadLine(pieces, rest, { from: 0, to: rest.length, base: start, reason: 'damaged' });
      pieces.push({ type: 'bad', from: position, to: position + wanted, reason: 'unreadable', code });
      rest = Buffer.alloc(0);
      position += wanted;
      yield pieces;
      continue;
    }
    if (got === 0) break;
    position += got;
    const bytes = rest.length === 0 ? chunk.subarray(0, got) : Buffer.concat([rest, chunk.subarray(0, got)]);
    const used = addLines(pieces, bytes, start);
    rest = Buffer.from(bytes.subarray(used));
    if (rest.length > LONGEST_LINE) {
      const cut = rest.length - KEPT_OF_LONGEST;
      addBadLine(pieces, rest, { from: 0, to: cut, base: start + used, reason: 'damaged' });
      rest = Buffer.from(rest.subarray(cut));
    }
    yield pieces;
  }
  if (rest.length === 0) return;
  const pieces: Piece[] = [];
  addBadLine(pieces, rest, { from: 0, to: rest.length, base: position - rest.length, reason: 'torn' });
  yield pieces;
}

/** Returns how many bytes belong to whole lines. */
function addLines(pieces: Piece[], bytes: Buffer, base: number): number {
  let from = 0;
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
    const found = readRecord(bytes, from, end);
    if (found === null) addBadLine(pieces, bytes, { from, to: end + 1, base, reason: 'damaged' });
    else {
      const { record, crc } = found;
      pieces.push({ type: 'record', record, crc, from: base + from, to: base + end + 1, salvaged: false });
    }
    from = end + 1;
  }
  return from;
}

type BadLine = {
  readonly from: number;
  readonly to: number;
  readonly base: number;
  readonly reason: 'damaged' | 'torn';
};

function addBadLine(pieces: Piece[], bytes: Buffer, { from, to, base, reason }: BadLine): void {
  let at = from;
  const bad = (until: number) => {
    if (until > at) pieces.push({ type: 'bad', from: base + at, to: base + until, reason, code: '' });
  };
  const ended = bytes[to - 1] === LINE_FEED;
  for (const piece of salvage(bytes, from, ended ? to - 1 : to)) {
    // What ends with the file was not written to its end.
    if (!ended && piece.to === to && reason === 'torn') break;
    bad(piece.from);
    const { record, crc } = piece;
    pieces.push({
      type: 'record',
      record,
      crc,
      from: base + piece.from,
      to: base + piece.to,
      salvaged: true,
    });
    at = piece.to;
  }
  if (!ended || at < to - 1 || at === from) bad(to);
}
