/** The file of a workspace that defines MCP servers. What cannot be read any more keeps what was read last. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileAccess } from '../workspaces/file-access.ts';
import { readServers } from './read-servers.ts';
import type { ReadServers } from './read-servers.ts';
import { WORKSPACE_FILE } from './select-servers.ts';

/** In UTF-16 units. */
const MAX_TEXT = 400_000;
const NOTHING: ReadServers = { servers: [], problems: [], isBroken: false };

export class WorkspaceFiles {
  readonly #lastGood = new Map<string, ReadServers['servers']>();

  /** Looks at the name alone. */
  async isThere(path: string): Promise<boolean> {
    return lstat(join(path, WORKSPACE_FILE)).then(
      () => true,
      () => false,
    );
  }

  /** Only for workspaces that are trusted. `path` is canonical; a link to a file outside is not followed. */
  async read(path: string): Promise<ReadServers> {
    const read = await createFileAccess(path).readText(join(path, WORKSPACE_FILE));
    if (!read.ok) {
      if (read.error.code !== 'not-found') return this.#broken(path, read.error.message);
      this.#lastGood.delete(path);
      return NOTHING;
    }
    if (read.value.text.length > MAX_TEXT) return this.#broken(path, 'the file is too large');
    const result = readServers(read.value.text);
    if (result.isBroken) return { ...result, servers: this.#lastGood.get(path) ?? [] };
    this.#lastGood.set(path, result.servers);
    return result;
  }

  #broken(path: string, message: string): ReadServers {
    const problem = { id: '', message, line: 1, column: 1 };
    return { servers: this.#lastGood.get(path) ?? [], problems: [problem], isBroken: true };
  }
}
