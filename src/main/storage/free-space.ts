import { statfs } from 'node:fs/promises';

/** Bytes that this user may still write on the disk of `path`; null when the system does not say. */
export async function freeBytesOf(path: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch {
    return null;
  }
}
