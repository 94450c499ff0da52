/**
 * A folder held open while one works in it, so that swapping a folder on the way to it for a link
 * changes nothing. Linux reaches files below an open folder through /proc; elsewhere the path is
 * checked again around each use, and opening follows no link.
 */
import { constants, lstat, mkdir, open, readlink, realpath, rename, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { codeOf, isInside } from './path-guard.ts';

/** The folder turned out to lie outside: someone moved things while we looked. */
export class MovedAwayError extends Error {
  constructor() {
    super('the folder is not inside the workspace any more');
    this.name = 'MovedAwayError';
  }
}

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY, O_CREAT, O_EXCL } = constants;
/** macOS: fails when any component is a link, not just the last. */
const NOFOLLOW_ANY = process.platform === 'darwin' ? 0x20000000 : 0;
/** Windows has neither of these flags. */
const NO_LINK = (O_NOFOLLOW ?? 0) | NOFOLLOW_ANY;
const NO_WAIT = O_NONBLOCK ?? 0;
const PINS = process.platform === 'linux';

export class PinnedDirectory {
  readonly #root: string;
  readonly #path: string;
  readonly #handle: FileHandle | null;

  private constructor(root: string, path: string, handle: FileHandle | null) {
    this.#root = root;
    this.#path = path;
    this.#handle = handle;
  }

  /** `path` canonical. Throws MovedAwayError when what is open does not lie in `root`. */
  static async open(root: string, path: string): Promise<PinnedDirectory> {
    const handle = PINS ? await open(path, O_RDONLY | O_DIRECTORY | NO_LINK) : null;
    const pinned = new PinnedDirectory(root, path, handle);
    try {
      await pinned.#check();
    } catch (error) {
      await pinned.close();
      throw error;
    }
    return pinned;
  }

  /** The folder of that name in it, made if it is not there. */
  async enter(name: string): Promise<PinnedDirectory> {
    await this.#check();
    try {
      await mkdir(this.#child(name));
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    if (!PINS) return PinnedDirectory.open(this.#root, join(this.#path, name));
    const handle = await open(this.#child(name), O_RDONLY | O_DIRECTORY | NO_LINK);
    return new PinnedDirectory(this.#root, join(this.#path, name), handle);
  }

  /** Of the entry itself, not of what a link points to; null when there is none. */
  async entry(name: string): Promise<Stats | null> {
    try {
      return await lstat(this.#child(name));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
  }

  /** Follows no link, and does not wait for the other end of a pipe. */
  async openForReading(name: string): Promise<FileHandle> {
    const file = await open(this.#child(name), O_RDONLY | NO_LINK | NO_WAIT);
    try {
      await this.#check();
    } catch (error) {
      await file.close();
      throw error;
    }
    return file;
  }

  /** Fails when anything of that name is there. */
  async create(name: string, mode: number): Promise<FileHandle> {
    await this.#check();
    return open(this.#child(name), O_WRONLY | O_CREAT | O_EXCL | NO_LINK, mode);
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#check();
    await rename(this.#child(from), this.#child(to));
  }

  async remove(name: string): Promise<void> {
    await unlink(this.#child(name));
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }

  #child(name: string): string {
    return this.#handle === null ? join(this.#path, name) : `/proc/self/fd/${this.#handle.fd}/${name}`;
  }

  async #check(): Promise<void> {
    const actual =
      this.#handle === null ? await realpath(this.#path) : await readlink(`/proc/self/fd/${this.#handle.fd}`);
    if (!isInside(this.#root, actual)) throw new MovedAwayError();
  }
}
