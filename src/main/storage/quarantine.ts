/** Cuts off what stands at the end of a segment and is no record, and keeps a copy of it. */
import { type FilePort, appendAll, codeOf, readRange, retried } from './file-port.ts';
import { tornFilesIn, tornName, tornTimeOf } from './segment.ts';

/** The newest copies are kept. */
const KEPT = 5;
const PIECE_BYTES = 1024 * 1024;

/** Returns the name of the copy. Nothing is cut off unless that is on the disk for good. */
export async function quarantine(
  files: FilePort,
  folder: string,
  { segment, from, to, now }: { segment: string; from: number; to: number; now: number },
): Promise<string> {
  const source = await files.open(`${folder}/${segment}`, 'append');
  try {
    const { name, copy } = await createCopy(files, folder, { segment, now });
    try {
      for (let at = from; at < to; at += PIECE_BYTES) {
        await appendAll(copy, await readRange(source, at, Math.min(to, at + PIECE_BYTES)));
      }
      await copy.datasync();
    } catch (error) {
      await copy.close().catch(() => undefined);
      await files.unlink(`${folder}/${name}`).catch(() => undefined);
      throw error;
    }
    await copy.close();
    await files.syncFolder(folder);
    await retried(() => source.truncate(from));
    await source.datasync();
    await removeOldest(files, folder);
    return name;
  } finally {
    await source.close().catch(() => undefined);
  }
}

async function createCopy(
  files: FilePort,
  folder: string,
  { segment, now }: { segment: string; now: number },
) {
  const before = tornFilesIn(await files.list(folder)).map(tornTimeOf);
  // The clock may have gone back: the newest copy still has the highest number.
  for (let time = Math.max(now, ...before.map((other) => other + 1)); ; time += 1) {
    const name = tornName(segment, time);
    try {
      return { name, copy: await files.open(`${folder}/${name}`, 'create') };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

async function removeOldest(files: FilePort, folder: string): Promise<void> {
  const kept = tornFilesIn(await files.list(folder));
  for (const name of kept.slice(0, -KEPT)) await files.unlink(`${folder}/${name}`).catch(() => undefined);
}
