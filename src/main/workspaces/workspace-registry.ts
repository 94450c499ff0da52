/**
 * The workspaces a person opened. Identity is the canonical path; the list is kept in one file that only
 * remembers folders: removing an entry never touches what it points to.
 */
import { createHash } from 'node:crypto';
import { access, constants, mkdir, readFile, realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import type { Workspace } from '../../shared/ipc/contract/workspaces.ts';
import { err, ok, type Result } from '../../shared/result.ts';

export type OpenWorkspaceError = {
  readonly code: 'not-absolute' | 'not-found' | 'not-a-folder' | 'no-access';
  readonly message: string;
};

export interface WorkspaceRegistry {
  /** Most recently opened first. */
  list(): readonly Workspace[];
  get(id: string): Workspace | null;
  /** Canonicalises and remembers the folder; opening it again moves it to the front. */
  open(path: string): Promise<Result<Workspace, OpenWorkspaceError>>;
  remove(id: string): Promise<boolean>;
  /** Looks again which folders are there. */
  refresh(): Promise<void>;
  subscribe(listener: (workspaces: readonly Workspace[]) => void): () => void;
}

const stored = z.object({
  version: z.literal(1),
  workspaces: z.array(z.object({ path: z.string().min(1), openedAt: z.number() })),
});
const MAX_REMEMBERED = 200;

export async function openWorkspaceRegistry(file: string, now: () => number): Promise<WorkspaceRegistry> {
  await mkdir(dirname(file), { recursive: true });
  const listeners = new Set<(workspaces: readonly Workspace[]) => void>();
  let workspaces: readonly Workspace[] = await Promise.all((await readStored(file)).map(describe));
  let lastWrite: Promise<void> = Promise.resolve();

  async function change(next: readonly Workspace[]): Promise<void> {
    workspaces = next;
    for (const listener of listeners) listener(workspaces);
    const text = JSON.stringify(
      { version: 1, workspaces: next.map(({ path, openedAt }) => ({ path, openedAt })) },
      null,
      2,
    );
    lastWrite = lastWrite.then(() => writeFileAtomic(file, `${text}\n`, { mode: 0o600 }));
    await lastWrite;
  }

  return {
    list: () => workspaces,
    get: (id) => workspaces.find((workspace) => workspace.id === id) ?? null,
    async open(path) {
      const canonical = await canonicalFolder(path);
      if (!canonical.ok) return canonical;
      const workspace = await describe({ path: canonical.value, openedAt: now() });
      const others = workspaces.filter((other) => other.id !== workspace.id);
      await change([workspace, ...others].slice(0, MAX_REMEMBERED));
      return ok(workspace);
    },
    async remove(id) {
      const rest = workspaces.filter((workspace) => workspace.id !== id);
      if (rest.length === workspaces.length) return false;
      await change(rest);
      return true;
    },
    async refresh() {
      const looked = await Promise.all(workspaces.map(describe));
      if (looked.every((workspace, index) => workspace.state === workspaces[index]?.state)) return;
      workspaces = looked;
      for (const listener of listeners) listener(workspaces);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

async function canonicalFolder(path: string): Promise<Result<string, OpenWorkspaceError>> {
  if (!isAbsolute(path) || path.includes('\0')) {
    return err({ code: 'not-absolute', message: 'a workspace needs an absolute path' });
  }
  try {
    const canonical = await realpath(path);
    if (!(await stat(canonical)).isDirectory())
      return err({ code: 'not-a-folder', message: `${path} is not a folder` });
    await access(canonical, constants.R_OK | constants.X_OK);
    return ok(canonical);
  } catch (error) {
    const missing =
      error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
    return err(
      missing
        ? { code: 'not-found', message: `${path} does not exist` }
        : { code: 'no-access', message: `${path} cannot be read` },
    );
  }
}

async function describe({ path, openedAt }: { path: string; openedAt: number }): Promise<Workspace> {
  const present = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const id = createHash('sha256').update(path).digest('hex').slice(0, 32);
  return { id, path, name: basename(path) || path, state: present ? 'present' : 'missing', openedAt };
}

/** A file that does not parse is set aside, never overwritten. */
async function readStored(file: string): Promise<readonly { path: string; openedAt: number }[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return [];
  }
  try {
    return stored.parse(JSON.parse(text)).workspaces;
  } catch {
    await rename(file, `${file}.unreadable-${Date.now()}`);
    return [];
  }
}
