/** A file that takes room so that it can be given free: what must still be written then fits. */
import { type FilePort, appendAll, codeOf } from './file-port.ts';

const NAME = 'ballast';
const PIECE_BYTES = 1024 * 1024;

export interface Ballast {
  /** Whether it takes room now. */
  readonly isThere: boolean;
  /** Makes it when it is missing. False when there is no room for it. Never throws. */
  make(): Promise<boolean>;
  /** Never throws. */
  free(): Promise<void>;
}

/** Takes over one that an earlier run has left. */
export async function openBallast(files: FilePort, dataDir: string, bytes: number): Promise<Ballast> {
  const path = `${dataDir}/${NAME}`;
  const free = () => files.unlink(path).catch(() => undefined);
  let isThere = false;
  try {
    const { kind, size } = await files.stat(path);
    isThere = kind === 'file' && size >= bytes;
    // One that was cut short by a full disk.
    if (kind === 'file' && !isThere) await free();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') isThere = false;
  }
  return {
    get isThere() {
      return isThere;
    },
    async make() {
      if (isThere) return true;
      try {
        const file = await files.open(path, 'create');
        try {
          // Not zeros: some file systems keep those without taking room.
          const piece = Buffer.from('ballast '.repeat(PIECE_BYTES / 8));
          for (let done = 0; done < bytes; done += piece.length) {
            await appendAll(file, piece.subarray(0, Math.min(piece.length, bytes - done)));
          }
          await file.datasync();
          isThere = true;
        } finally {
          await file.close();
        }
      } catch {
        if (!isThere) await free();
      }
      return isThere;
    },
    async free() {
      if (!isThere) return;
      isThere = false;
      await free();
    },
  };
}
