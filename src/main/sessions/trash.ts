/** Sessions that were thrown away: brought back, or deleted for good when the person says so. */
import { err, ok, type Result } from '../../shared/result.ts';
import type { TrashedSession } from '../../shared/ipc/contract/trash.ts';
import type { StoreError } from '../storage/journal-store.ts';
import type { SessionDirectory } from './session-directory.ts';
import type { SessionJournals } from './session-journals.ts';
import { storedSession } from './stored-session.ts';

type Refused<Code extends string> = { readonly code: Code; readonly message: string };

/** Looked at at once. */
const AT_ONCE = 16;

export class SessionTrash {
  readonly #directory: SessionDirectory;
  readonly #journals: SessionJournals;

  constructor(directory: SessionDirectory, journals: SessionJournals) {
    this.#directory = directory;
    this.#journals = journals;
  }

  /** Stops it and takes it off the list. `name` brings it back. */
  async put(
    sessionId: string,
  ): Promise<Result<{ readonly name: string }, StoreError | Refused<'no-session'>>> {
    const moved = await this.#directory.remove(sessionId, () => this.#journals.trash(sessionId));
    if (moved === null) return err({ code: 'no-session', message: 'no such session' });
    return moved.ok ? ok({ name: moved.value.name }) : moved;
  }

  async restore(name: string): Promise<Result<{ readonly sessionId: string }, StoreError>> {
    const id = (await this.#journals.trashed()).find((trashed) => trashed.name === name)?.id;
    if (id === undefined) return err({ code: 'not-found', message: 'it is not in the trash' });
    const restored = await this.#journals.restore(name);
    if (!restored.ok) return restored;
    await this.#directory.find(id);
    return ok({ sessionId: id });
  }

  /** Newest first. */
  async list(): Promise<readonly TrashedSession[]> {
    const trashed = await this.#journals.trashed();
    const sessions: TrashedSession[] = [];
    for (let from = 0; from < trashed.length; from += AT_ONCE) {
      const batch = trashed.slice(from, from + AT_ONCE).map(async ({ name, trashedAt }) => {
        const listing = await this.#journals.inspectTrashed(name);
        if (listing === null) return [];
        const { title, agentName, cwd, workspaceId } = storedSession(listing).summary;
        const bytes = listing.type === 'journal' ? listing.bytes : null;
        return [{ name, trashedAt, title, agentName, cwd, workspaceId, bytes }];
      });
      sessions.push(...(await Promise.all(batch)).flat());
    }
    return sessions;
  }

  /** For good. `deleted`: so many; the others were not there, or could not be deleted. */
  async empty(names: readonly string[]): Promise<{ readonly deleted: number }> {
    let deleted = 0;
    for (const name of names) if ((await this.#journals.deleteTrashed(name)).ok) deleted += 1;
    return { deleted };
  }
}
