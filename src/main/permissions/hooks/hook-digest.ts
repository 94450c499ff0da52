/** What is accepted of a workspace's hook: its words, and the files of the workspace that they name. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Hook } from '../../../shared/permission/hook.ts';
import { createFileAccess } from '../../workspaces/file-access.ts';

/** Null: a file of it cannot be read, so nobody can say what it would do. `workspace` canonical. */
export async function hookDigest(hook: Hook, workspace: string): Promise<string | null> {
  const { event, command, timeoutMs = null } = hook;
  const hash = createHash('sha256').update(JSON.stringify([event, command, timeoutMs]));
  const files = createFileAccess(workspace);
  for (const word of command) {
    const read = await files.readText(resolve(workspace, word));
    if (read.ok) hash.update(JSON.stringify([word, read.value.text]));
    else if (read.error.code !== 'not-found' && read.error.code !== 'outside-workspace') return null;
  }
  return hash.digest('hex');
}
