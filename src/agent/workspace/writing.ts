/** Writes a file of the workspace: through the client where it offers that, else straight to disk. */
import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { methods } from '@agentclientprotocol/sdk/unstable';
import { Refusal, unlessCancelled } from '../refusal.ts';
import type { TurnHost } from '../turn.ts';
import { readText } from './files.ts';
import type { WorkspacePath } from './workspace.ts';

/**
 * `before` is the text that the change was made for, null for a file that must not exist yet. It is compared with the disk once
 * more right before writing. Throws Refusal `changed-meanwhile`, `already-exists`, `outside-workspace` or `write-failed`.
 */
export async function writeFile(
  host: TurnHost,
  path: WorkspacePath,
  change: { readonly before: string | null; readonly after: string },
  signal: AbortSignal,
): Promise<void> {
  // Resolved again: a folder on the way may have become a link since permission was asked.
  const target = await host.workspace.resolve(path.relative);
  if (change.before === null) {
    if (await exists(target.absolute)) throw new Refusal('already-exists', path.relative);
  } else if ((await currentText(target)) !== change.before) {
    throw new Refusal('changed-meanwhile', path.relative);
  }
  try {
    await mkdir(dirname(target.absolute), { recursive: true });
    if (host.clientCapabilities.fs?.writeTextFile === true) {
      const request = { sessionId: host.sessionId, path: target.absolute, content: change.after };
      await unlessCancelled(host.client.request(methods.client.fs.writeTextFile, request), signal);
    } else if (change.before === null) await writeNew(target.absolute, change.after);
    else await replaceOnDisk(target.absolute, change.after);
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'TurnCancelled' || error instanceof Refusal) throw error;
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new Refusal('already-exists', path.relative);
    throw new Refusal('write-failed', error.message);
  }
}

async function currentText(path: WorkspacePath): Promise<string | null> {
  return readText(path).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}

/** Whole or not at all: written beside the file, then renamed over it with the same permissions. */
async function replaceOnDisk(path: string, text: string): Promise<void> {
  const real = await realpath(path);
  const { mode } = await stat(real);
  const beside = `${real}.${randomUUID()}.tmp`;
  try {
    await writeNew(beside, text);
    await chmod(beside, mode & 0o7777);
    await rename(beside, real);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
