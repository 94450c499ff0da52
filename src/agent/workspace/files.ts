/** Walking, naming and reading the text files of a workspace. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal, stopIfCancelled } from '../refusal.ts';
import { globMatcher, hasGlob } from './glob.ts';
import type { Workspace, WorkspacePath } from './workspace.ts';

const SKIPPED_FOLDERS = new Set(['.git', '.hg', '.svn', 'node_modules']);

/** Larger files are neither searched nor edited; they can be read in part. */
export const MAX_TEXT_BYTES = 1024 * 1024;

export type Scope = {
  /** The folder to walk, or the one file. */
  readonly start: WorkspacePath;
  readonly accepts: (relativePath: string) => boolean;
};

/**
 * The part of the workspace that a place names: a glob, a folder, a file, or the unique file or folder of
 * that name. Throws Refusal `not-found`, `ambiguous-name` or `outside-workspace`.
 */
export async function scopeOf(
  workspace: Workspace,
  where: string | null,
  signal: AbortSignal,
): Promise<Scope> {
  const everywhere = { start: await workspace.resolve('.'), accepts: () => true };
  if (where === null) return everywhere;
  if (!hasGlob(where)) return { ...everywhere, start: await locate(workspace, where, signal) };
  // A glob that climbs out of the workspace matches nothing inside it: say so instead of "no matches".
  if (/(?:^|\/)\.\.(?:\/|$)/.test(where)) throw new Refusal('outside-workspace', where);
  return { ...everywhere, accepts: globMatcher(where) };
}

/** The path as typed or, when nothing is there, the only file or folder whose name or path ends so (any case, extension optional). */
export async function locate(
  workspace: Workspace,
  typed: string,
  signal: AbortSignal,
): Promise<WorkspacePath> {
  const path = await workspace.resolve(typed);
  if (await isThere(path.absolute)) return path;
  const wanted = `/${typed
    .replace(/^\.?\/+/, '')
    .replace(/\/+$/, '')
    .toLowerCase()}`;
  const found: string[] = [];
  const folders = new Set<string>();
  for await (const file of walk(
    workspace,
    { start: await workspace.resolve('.'), accepts: () => true },
    signal,
  )) {
    const name = `/${file.relative.toLowerCase()}`;
    if (name.endsWith(wanted) || name.replace(/\.[^./]+$/, '').endsWith(wanted)) found.push(file.relative);
    const folder = name.lastIndexOf(`${wanted}/`);
    if (folder >= 0) folders.add(file.relative.slice(0, folder + wanted.length - 1));
  }
  const candidates = found.length > 0 ? found : [...folders];
  if (candidates.length > 1)
    throw new Refusal('ambiguous-name', `${typed}: ${candidates.slice(0, 5).join(', ')}`);
  const only = candidates[0];
  if (only === undefined) throw new Refusal('not-found', typed);
  return workspace.resolve(only);
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Files in order of their paths. Links are not followed, so nothing is met twice or outside. */
export async function* walk(
  workspace: Workspace,
  scope: Scope,
  signal: AbortSignal,
): AsyncGenerator<WorkspacePath> {
  const information = await stat(scope.start.absolute);
  if (information.isFile()) yield scope.start;
  if (!information.isDirectory()) return;
  const folders = [scope.start.relative];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    stopIfCancelled(signal);
    const entries = await readdir(join(workspace.cwd, folder), { withFileTypes: true }).catch(() => []);
    entries.sort((one, other) => (one.name < other.name ? -1 : 1));
    const below: string[] = [];
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) below.push(path);
      if (entry.isFile() && scope.accepts(path))
        yield { absolute: join(workspace.cwd, path), relative: path };
    }
    folders.push(...below.reverse());
  }
}

/**
 * The text of a file, byte order mark and line ends kept. Throws Refusal `not-a-file`, `binary` (a NUL byte, or no UTF-8) or
 * `too-large`.
 */
export async function readText(path: WorkspacePath, maxBytes: number = MAX_TEXT_BYTES): Promise<string> {
  const information = await stat(path.absolute).catch(() => null);
  if (information === null) throw new Refusal('not-found', path.relative);
  if (!information.isFile()) throw new Refusal('not-a-file', path.relative);
  if (information.size > maxBytes) throw new Refusal('too-large', path.relative);
  const bytes = await readFile(path.absolute);
  if (bytes.includes(0)) throw new Refusal('binary', path.relative);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refusal('binary', path.relative);
  }
}
