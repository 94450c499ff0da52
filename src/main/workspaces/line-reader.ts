/** Lines out of a file of any size, of which no more than the wanted ones are ever in memory. */
import type { LineRange } from './file-access.ts';

/** What is needed of a file handle. */
export type ByteSource = {
  read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>;
};

const LF = 0x0a;
const CHUNK = 256 * 1024;

/** The bytes of the lines, each with its end. Null: they are more than `maxBytes`. */
export async function readLineBytes(
  source: ByteSource,
  { line, limit }: LineRange,
  maxBytes: number,
): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  let toSkip = Math.max(0, Math.floor(line) - 1);
  let wanted = limit === null ? Infinity : Math.max(0, Math.floor(limit));
  const chunk = Buffer.alloc(CHUNK);
  for (let position = 0; wanted > 0;) {
    const { bytesRead } = await source.read(chunk, 0, CHUNK, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    const bytes = chunk.subarray(0, bytesRead);
    const start = afterLines(bytes, 0, toSkip);
    toSkip -= start.lines;
    if (toSkip > 0) continue;
    const end = afterLines(bytes, start.at, wanted);
    wanted -= end.lines;
    size += end.at - start.at;
    if (size > maxBytes) return null;
    if (end.at > start.at) parts.push(Buffer.from(bytes.subarray(start.at, end.at)));
  }
  return Buffer.concat(parts);
}

/** Past that many line ends, or the end of the bytes; and how many there were. */
function afterLines(bytes: Buffer, from: number, count: number): { at: number; lines: number } {
  let at = from;
  let lines = 0;
  while (lines < count) {
    const end = bytes.indexOf(LF, at);
    if (end === -1) return { at: bytes.length, lines };
    at = end + 1;
    lines += 1;
  }
  return { at, lines };
}
