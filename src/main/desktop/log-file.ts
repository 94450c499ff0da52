/** Errors on disk, one JSON line each: the newest in `errors.jsonl`, older ones in `errors.old.jsonl`. */
import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorEntry } from './error-log.ts';

/** Size at which the file makes way for a new one, in bytes: the two together stay below twice that. */
const MAX_BYTES = 1024 * 1024;

/** A sink for `createErrorLog`. Writes in order and in the background; a disk that refuses loses the line. */
export function createLogFile(folder: string): (entry: ErrorEntry) => void {
  const file = join(folder, 'errors.jsonl');
  let last: Promise<unknown> = mkdir(folder, { recursive: true }).catch(() => undefined);

  async function write(line: string): Promise<void> {
    const size = await stat(file).then(
      (found) => found.size,
      () => 0,
    );
    if (size + Buffer.byteLength(line) > MAX_BYTES) await rename(file, join(folder, 'errors.old.jsonl'));
    await appendFile(file, line, { mode: 0o600 });
  }

  return (entry) => {
    last = last.then(() => write(`${JSON.stringify(entry)}\n`)).catch(() => undefined);
  };
}
