/** Writes a file piece by piece beside its place and puts it there at the end: whole, or not at all. */
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

/** So much is gathered for one write, in UTF-16 units. */
const PIECE = 256 * 1024;

export async function writePieces(
  path: string,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const part = `${path}.${randomUUID().slice(0, 8)}.part`;
  // What stands in it is the person's own business.
  const file = await open(part, 'wx', 0o600);
  try {
    let gathered = '';
    for await (const piece of pieces) {
      gathered += piece;
      if (gathered.length < PIECE) continue;
      await file.write(gathered);
      gathered = '';
    }
    if (gathered !== '') await file.write(gathered);
    await file.sync();
    await file.close();
    await rename(part, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}
