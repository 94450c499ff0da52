/**
 * All that the journal needs of a file system, so that one that crashes on purpose can stand in. Failures
 * reject with an error that carries `code` as Node's do (ENOENT, ENOSPC, …).
 */

export type FileKind = 'file' | 'folder' | 'other';
/** `size` in bytes, `modifiedAt` in ms since the epoch. */
export type FileStat = { readonly kind: FileKind; readonly size: number; readonly modifiedAt: number };

export interface OpenFile {
  /** Writes at the end, wherever that is now. Returns how many bytes were taken, which may be fewer. */
  append(bytes: Uint8Array): Promise<number>;
  /** Returns how many bytes were read: 0 at the end, maybe fewer than fit. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** When it resolves, what was written (and the size) survives a power cut. */
  datasync(): Promise<void>;
  truncate(size: number): Promise<void>;
  size(): Promise<number>;
  close(): Promise<void>;
}

export interface FilePort {
  /** `create` fails with EEXIST; `append` and `read` fail with ENOENT. Links are not followed. */
  open(path: string, how: 'read' | 'append' | 'create'): Promise<OpenFile>;
  stat(path: string): Promise<FileStat>;
  /** Names, in no order. */
  list(folder: string): Promise<readonly string[]>;
  /** With its parents; nothing happens when it is there. */
  makeFolder(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** A second name for a file; fails with EEXIST. Atomic: one of many callers gets it. */
  link(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** The folder and all in it; links are removed, not followed. Nothing happens when it is not there. */
  removeTree(path: string): Promise<void>;
  /** When it resolves, the folder's entries survive a power cut. */
  syncFolder(path: string): Promise<void>;
}

/** Empty when the error is none of the file system's. */
export function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : '';
}

/** Writes all of it, over short writes and interrupted calls. */
export async function appendAll(file: OpenFile, bytes: Uint8Array): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const taken = await retried(() => file.append(bytes.subarray(done)));
    if (taken === 0) throw Object.assign(new Error('nothing more could be written'), { code: 'ENOSPC' });
    done += taken;
  }
}

const MOST_RETRIES = 100;

/** A call that a signal interrupted did nothing and may be made again. */
export async function retried<Value>(call: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (tries >= MOST_RETRIES || (codeOf(error) !== 'EINTR' && codeOf(error) !== 'EAGAIN')) throw error;
    }
  }
}

/** The bytes from `from` up to `to` or the end of the file. */
export async function readRange(file: OpenFile, from: number, to: number): Promise<Buffer> {
  const into = Buffer.allocUnsafe(Math.max(0, to - from));
  let filled = 0;
  while (filled < into.length) {
    const got = await retried(() => file.read(into.subarray(filled), from + filled));
    if (got === 0) break;
    filled += got;
  }
  return into.subarray(0, filled);
}

/** The file must be smaller than `most` bytes. */
export async function readSmallFile(files: FilePort, path: string, most: number): Promise<Buffer> {
  const file = await files.open(path, 'read');
  try {
    return await readRange(file, 0, most);
  } finally {
    await file.close();
  }
}
