/** How many bytes of files lie in a folder and below it. Links are not followed; what goes away meanwhile is nothing. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export async function directorySize(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await directorySize(path);
    else if (entry.isFile()) bytes += (await lstat(path).catch(() => null))?.size ?? 0;
  }
  return bytes;
}
