/** How much the sessions take on the disk. Counted a few folders at a time: there may be ten thousand. */
import { join } from 'node:path';
import type { FilePort } from './file-port.ts';

/** Files and folders of the folder, all levels. What cannot be read counts nothing. Never throws. */
export async function bytesOfFolder(files: FilePort, folder: string, isOver: () => boolean): Promise<number> {
  let bytes = 0;
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined && !isOver(); next = waiting.pop()) {
    const names = await files.list(next).catch(() => []);
    for (const name of names) {
      const path = join(next, name);
      const found = await files.stat(path).catch(() => null);
      if (found?.kind === 'folder') waiting.push(path);
      else if (found?.kind === 'file') bytes += found.size;
    }
  }
  return bytes;
}
