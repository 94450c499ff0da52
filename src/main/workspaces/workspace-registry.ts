/**
 * The workspaces a person opened. Identity is the canonical path; the list is kept in one file that only
 * remembers folders: removing an entry never touches what it points to.
 */
import { createHash } from 'node:crypto';
import { access, constants, mkdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import type { Workspace } from '../../shared/ipc/contract/workspaces.ts';
import type { ProfileProblem } from '../../shared/ipc/contract/storage.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { readProfileFile } from '../storage/read-profile-file.ts';
import { setAside } from '../storage/set-aside.ts';

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
  /** Why the file was not used as it is; without a place where it was kept, changes are not saved. */
  readonly problem: ProfileProblem | null;
}

const stored = z.object({
  version: z.literal(1),
  workspaces: z.array(z.object({ path: z.string().min(1), openedAt: z.number() })),
});
const MAX_REMEMBERED = 200;

export async function openWorkspaceRegistry(file: string, now: () => number): Promise<WorkspaceRegistry> {
  // Where that cannot be made, the list lives as long as the app.
  await mkdir(dirname(file), { recursive: true }).catch(() => undefined);
  const listeners = new Set<(workspaces: readonly Workspace[]) => void>();
  const { list, problem } = await readStored(file, now());
  const canWrite = problem === null || problem.keptAs !== null;
  let workspaces: readonly Workspace[] = await Promise.all(list.map(describe));
  let lastWrite: Promise<void> = Promise.resolve();

  async function change(next: readonly Workspace[]): Promise<void> {
    workspaces = next;
    for (const listener of listeners) listener(workspaces);
    if (!canWrite) return;
    const text = JSON.stringify(
      { version: 1, workspaces: next.map(({ path, openedAt }) => ({ path, openedAt })) },
      null,
      2,
    );
    lastWrite = lastWrite.then(() => writeFileAtomic(file, `${text}\n`, { mode: 0o600 }));
    await lastWrite;
  }

  return {
    problem,
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

type StoredList = {
  readonly list: readonly { path: string; openedAt: number }[];
  readonly problem: ProfileProblem | null;
};

/** A file that does not parse is set aside; one that cannot be read, or is of a newer app, stays as it is. */
async function readStored(path: string, now: number): Promise<StoredList> {
  const problem = (why: ProfileProblem['why'], message: string, keptAs: string | null): StoredList => ({
    list: [],
    problem: { path, what: 'workspaces', why, message, keptAs },
  });
  const text = await readProfileFile(path);
  if (!text.ok) return problem('unreadable', text.error, null);
  if (text.value === null) return { list: [], problem: null };
  let value: unknown;
  try {
    value = JSON.parse(text.value);
    return { list: stored.parse(value).workspaces, problem: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return problem('not-understood', message, isNewer(value) ? null : await setAside(path, now));
  }
}

function isNewer(value: unknown): boolean {
  const version: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'version') : null;
  return typeof version === 'number' && version > 1;
}
