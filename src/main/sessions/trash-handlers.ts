/** What of the IPC contract is about sessions that were thrown away. */
import type { trashContract } from '../../shared/ipc/contract/trash.ts';
import type { Handlers } from '../../shared/ipc/handler.ts';
import { ok } from '../../shared/result.ts';
import type { SessionTrash } from './trash.ts';

export function trashHandlers(trash: SessionTrash): Handlers<typeof trashContract> {
  return {
    'session.trash': ({ sessionId }) => trash.put(sessionId),
    'sessions.restoreTrashed': ({ name }) => trash.restore(name),
    'sessions.trashed': async () => ok(await trash.list()),
    'sessions.emptyTrash': async ({ names }) => ok(await trash.empty(names)),
  };
}
