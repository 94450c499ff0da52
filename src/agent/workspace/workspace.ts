/**
 * The folder that a session works in, and the only way to a path in it: everything the agent reads or
 * writes goes through `resolve`, which follows symbolic links before it decides what is inside.
 */
import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { Refusal } from '../refusal.ts';

export type WorkspacePath = {
  /** Under the folder as the client named it, so that the client recognises it. */
  readonly absolute: string;
  /** With `/`, empty for the folder itself. */
  readonly relative: string;
};

export class Workspace {
  /** As the client named it. */
  readonly cwd: string;
  readonly #root: string;

  private constructor(cwd: string, root: string) {
    this.cwd = cwd;
    this.#root = root;
  }

  /** Null when `cwd` is not an absolute path of an existing folder. */
  static async open(cwd: string): Promise<Workspace | null> {
    if (!isAbsolute(cwd)) return null;
    try {
      const root = await realpath(cwd);
      return (await stat(root)).isDirectory() ? new Workspace(resolve(cwd), root) : null;
    } catch {
      return null;
    }
  }

  /**
   * Where a path that was typed leads; it need not exist. Throws Refusal `outside-workspace` when it, or any
   * link on its way, leaves the folder.
   */
  async resolve(typed: string): Promise<WorkspacePath> {
    const wanted = isAbsolute(typed) ? resolve(typed) : resolve(this.cwd, typed);
    const base = [this.cwd, this.#root].find((folder) => isWithin(folder, wanted));
    if (base === undefined) throw new Refusal('outside-workspace', typed);
    const inside = relative(base, wanted);
    const real = await realDestination(join(this.#root, inside));
    if (real === null || !isWithin(this.#root, real)) throw new Refusal('outside-workspace', typed);
    return { absolute: join(this.cwd, inside), relative: inside.split(sep).join('/') };
  }
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** The path with all links of its existing part followed; null for a link that leads nowhere or in a circle. */
async function realDestination(path: string): Promise<string | null> {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      return join(await realpath(at), ...missing);
    } catch {
      // A name that is there but leads nowhere is a broken link: writing to it would create its target.
      if (await exists(at)) return null;
      if (dirname(at) === at) return null;
      missing.unshift(basename(at));
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
