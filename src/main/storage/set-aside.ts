/** Keeps a file that is of no use under another name, so that a new one can take its place. */
import { link, lstat, rename, unlink } from 'node:fs/promises';

const MOST_NAMES = 100;

/** The new path; null when it could not be moved. Never replaces anything. */
export async function setAside(path: string, now: number): Promise<string | null> {
  for (let number = 0; number < MOST_NAMES; number += 1) {
    const kept = `${path}.unreadable-${now}${number === 0 ? '' : `-${number}`}`;
    try {
      if (await isThere(kept)) continue;
      // A link fails where something is; folders cannot be linked, and nobody else makes such names.
      if ((await lstat(path)).isFile()) {
        await link(path, kept);
        await unlink(path);
      } else await rename(path, kept);
      return kept;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return null;
    }
  }
  return null;
}

function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
