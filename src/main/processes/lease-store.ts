/** The leases on disk: one small file for each process that runs, in a folder of their own. */
import { mkdir, open, readFile, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeLease, parseLease } from './lease.ts';
import type { Lease } from './lease.ts';

export type StoredLease = { readonly file: string; readonly lease: Lease | 'unreadable' };

const ENDING = '.lease';
const MAX_BYTES = 64 * 1024;
/** An empty file is a lease about to be written, or one whose writer died before its process began. */
const EMPTY_FOR_MS = 60_000;

export class LeaseStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Resolves when it is on the disk. The folder's own entry is not synced: what that could lose, a crash
   * of the whole machine, leaves no process behind either.
   */
  async create(lease: Lease): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#write(lease, 'wx');
  }

  /** Adds what is known by now; what was known before stays in force until this is whole. */
  complete(lease: Lease): Promise<void> {
    return this.#write(lease, 'a');
  }

  async #write(lease: Lease, flags: 'wx' | 'a'): Promise<void> {
    const file = await open(this.#path(lease.uuid), flags, 0o600);
    try {
      await file.writeFile(encodeLease(lease));
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  async remove(uuid: string): Promise<void> {
    await removeFile(this.#path(uuid));
  }

  /** Also those of other instances of the app. */
  async readAll(): Promise<readonly StoredLease[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const found = await Promise.all(
      names.filter((name) => name.endsWith(ENDING)).map((name) => this.#read(name)),
    );
    return found.filter((stored) => stored !== null);
  }

  async #read(name: string): Promise<StoredLease | null> {
    const file = join(this.#folder, name);
    try {
      const { size, mtimeMs } = await stat(file);
      if (size > MAX_BYTES) return { file, lease: 'unreadable' };
      const text = await readFile(file, 'utf8');
      if (text === '') {
        if (Date.now() - mtimeMs > EMPTY_FOR_MS) await removeFile(file);
        return null;
      }
      const lease = parseLease(text);
      // A file that names another one was copied by somebody: it proves nothing.
      return { file, lease: lease !== null && name === lease.uuid + ENDING ? lease : 'unreadable' };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      return { file, lease: 'unreadable' };
    }
  }

  #path(uuid: string): string {
    return join(this.#folder, uuid + ENDING);
  }
}

async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
