/**
 * Which path of a workspace is really meant, decided on the resolved path: every component, the last
 * one included. A prefix test on the text lets out siblings, links and `..`; this does not.
 */
import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, posix, resolve, win32 } from 'node:path';
import { err, ok } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';

export type PathRefusal = 'outside-workspace' | 'not-found' | 'not-a-file' | 'no-access';

/** Where a file is, or would be: `parent` exists and is canonical, `missing` are folders to be made in it. */
export type Located = {
  readonly parent: string;
  readonly missing: readonly string[];
  readonly leaf: string;
};

const MAX_PATH_BYTES = 4096;

/** Why the text can be no path of ours, before any disk is asked; null when it can. */
export function textProblem(path: string, platform: NodeJS.Platform = process.platform): string | null {
  if (path.includes('\0')) return 'the path holds a NUL character';
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return `the path is longer than ${MAX_PATH_BYTES} bytes`;
  if (platform === 'win32') return windowsProblem(path);
  return posix.isAbsolute(path) ? null : 'the path must be absolute';
}

const WINDOWS_DEVICE = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i;

function windowsProblem(path: string): string | null {
  if (!/^[a-z]:[\\/]/i.test(path)) return 'the path must begin with a drive';
  for (const name of path.slice(3).split(/[\\/]/)) {
    if (name.includes(':')) return 'the path names a stream of a file';
    if (WINDOWS_DEVICE.test(name)) return 'the path names a device';
    if (name !== '.' && name !== '..' && /[. ]$/.test(name)) return 'a name ends in a dot or a space';
  }
  return null;
}

/** Both paths canonical. True for the root itself. */
export function isInside(root: string, path: string, platform: NodeJS.Platform = process.platform): boolean {
  const { relative, isAbsolute, sep } = platform === 'win32' ? win32 : posix;
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** True for what lies in, or is, a `.git`: what stands there can run programs. */
export function isProtected(path: string): boolean {
  return path.split(/[\\/]/).some((name) => GIT_NAMES.has(foldName(name)));
}

const GIT_NAMES: ReadonlySet<string> = new Set(['.git', 'git~1']);

/** One spelling for all that some file system takes for the same name. */
function foldName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replace(/[. ]+$/, '');
}

/**
 * `root` canonical: one that has been swapped for a link since contains nothing. `path` free of text problems. A link is followed, and where it leads is what
 * counts. A link that leads nowhere is `not-found`: nothing is ever made at its far end.
 */
export async function locate(root: string, path: string): Promise<Result<Located, PathRefusal>> {
  const wanted = resolve(path);
  try {
    const real = await realpath(wanted);
    if (!isInside(root, real)) return err('outside-workspace');
    if (real === root) return err('not-a-file');
    return ok({ parent: dirname(real), missing: [], leaf: basename(real) });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') return err(refusalFor(error));
  }
  return locateMissing(root, wanted);
}

/** The canonical path of a folder in `root`, which may be `root` itself. `root` canonical. */
export async function locateFolder(root: string, path: string): Promise<Result<string, PathRefusal>> {
  if (textProblem(path) !== null) return err('outside-workspace');
  try {
    const real = await realpath(resolve(path));
    if (!isInside(root, real)) return err('outside-workspace');
    return (await stat(real)).isDirectory() ? ok(real) : err('not-a-file');
  } catch (error) {
    return err(refusalFor(error));
  }
}

async function locateMissing(root: string, wanted: string): Promise<Result<Located, PathRefusal>> {
  const missing: string[] = [];
  let existing = wanted;
  for (;;) {
    if (await isThere(existing)) return err('not-found');
    missing.unshift(basename(existing));
    existing = dirname(existing);
    try {
      const parent = await realpath(existing);
      if (!isInside(root, parent))
        return err(rootIsGone(root, wanted, existing) ? 'not-found' : 'outside-workspace');
      const leaf = missing.pop() ?? '';
      return ok({ parent, missing, leaf });
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') return err(refusalFor(error));
    }
  }
}

/** The walk up from a path in the workspace went past the workspace. */
function rootIsGone(root: string, wanted: string, existing: string): boolean {
  return isInside(root, wanted) && existing !== root && isInside(existing, root);
}

/** True for a link that leads nowhere, which does not resolve but is there. */
async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}

/** What a failed system call means for the path. */
export function refusalFor(error: unknown): PathRefusal {
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ENAMETOOLONG':
      return 'not-found';
    case 'EISDIR':
      return 'not-a-file';
    default:
      return 'no-access';
  }
}
