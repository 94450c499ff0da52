/** Whether something in an archive may be unpacked: inside the folder, not through a link, no device. Pure. */
import { posix } from 'node:path';
import { InstallError } from './install-error.ts';

export type ArchiveEntry = {
  readonly path: string;
  readonly type: 'file' | 'folder' | 'symbolic-link' | 'hard-link' | 'other';
  /** Of links. */
  readonly target: string;
  /** What it unpacks to. */
  readonly bytes: number;
};

export const MAX_UNPACKED_BYTES = 4 * 2 ** 30;
export const MAX_ENTRIES = 200_000;

/** Sees every entry in order, before it is written. Throws InstallError. */
export class ArchiveGuard {
  readonly #links = new Set<string>();
  #bytes = 0;
  #entries = 0;

  check(entry: ArchiveEntry): void {
    const path = inside(entry.path);
    if (path === null) throw unsafe(`${shown(entry.path)} lies outside of it`);
    for (let parent = posix.dirname(path); parent !== '.'; parent = posix.dirname(parent)) {
      if (this.#links.has(parent)) throw unsafe(`${shown(entry.path)} is reached through a link`);
    }
    switch (entry.type) {
      case 'file':
      case 'folder':
        if (this.#links.has(path)) throw unsafe(`${shown(entry.path)} takes the place of a link`);
        break;
      case 'symbolic-link':
        this.#checkLink(entry, posix.join(posix.dirname(path), slashes(entry.target)));
        this.#links.add(path);
        break;
      case 'hard-link':
        this.#checkLink(entry, slashes(entry.target));
        break;
      case 'other':
        throw unsafe(`${shown(entry.path)} is a device or a pipe`);
    }
    this.#bytes += entry.bytes;
    this.#entries += 1;
    if (this.#bytes > MAX_UNPACKED_BYTES || this.#entries > MAX_ENTRIES) {
      throw new InstallError('too-large', 'the archive unpacks to too much');
    }
  }

  #checkLink(entry: ArchiveEntry, resolved: string): void {
    if (isAbsolute(entry.target) || inside(resolved) === null) {
      throw unsafe(`${shown(entry.path)} points to ${shown(entry.target)}, outside of it`);
    }
  }
}

/** In one spelling; null when it leads out of the folder. */
function inside(path: string): string | null {
  if (path === '' || path.includes('\0') || isAbsolute(path)) return null;
  const plain = posix.normalize(slashes(path)).replace(/\/+$/, '');
  return plain === '..' || plain.startsWith('../') ? null : plain;
}

/** Also where it is run on Windows, whatever system made the archive. */
function isAbsolute(path: string): boolean {
  return /^[\\/]|^[a-zA-Z]:/.test(path);
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/');
}

function unsafe(message: string): InstallError {
  return new InstallError('unsafe-archive', message);
}

function shown(path: string): string {
  return JSON.stringify(path.slice(0, 200));
}
