/** Reads a file of the data folder whatever stands in its place: nothing hangs and nothing fills the memory. */
import { open } from 'node:fs/promises';
import { constants } from 'node:fs';
import { err, ok, type Result } from '../../shared/result.ts';

/** Far more than any of these files has. */
export const LARGEST_PROFILE_BYTES = 16 * 1024 * 1024;

/** Null when there is none; the error is a sentence for the person. A byte order mark is left out. */
export async function readProfileFile(path: string): Promise<Result<string | null, string>> {
  try {
    // A pipe in its place would wait for a writer.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const found = await file.stat();
      if (!found.isFile()) return err(`${path} is not a file`);
      if (found.size > LARGEST_PROFILE_BYTES) {
        return err(`${path} is too large (${found.size} bytes)`);
      }
      return ok((await file.readFile('utf8')).replace(/^\uFEFF/, ''));
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ok(null);
    return err(error instanceof Error ? error.message : String(error));
  }
}
