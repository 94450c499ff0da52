/** Sessions that were thrown away: they stay on the disk until the person empties the trash. */
import { z } from 'zod';
import { request } from '../method.ts';

export type TrashedSession = {
  /** Brings it back, or deletes it for good. */
  readonly name: string;
  /** ms since the epoch. */
  readonly trashedAt: number;
  /** Untrusted text; null when it has none or cannot be read. */
  readonly title: string | null;
  /** Empty when its record does not say. */
  readonly agentName: string;
  readonly cwd: string;
  readonly workspaceId: string;
  /** Size of its record; null when it cannot be read. */
  readonly bytes: number | null;
};

const name = z.string().min(1).max(200);

export const trashContract = {
  /** Stops its process tree, takes the session off the list and puts its record into the trash. */
  'session.trash': request<{ readonly name: string }>()(z.object({ sessionId: z.uuid() }), [
    'no-session',
    'not-found',
    'in-use',
    'exists',
    'failed',
  ]),
  'sessions.restoreTrashed': request<{ readonly sessionId: string }>()(z.object({ name }), [
    'not-found',
    'in-use',
    'exists',
    'failed',
  ]),
  /** Newest first. */
  'sessions.trashed': request<readonly TrashedSession[]>()(z.object({}), []),
  /** Deletes these for good: the page asks the person first. */
  'sessions.emptyTrash': request<{ readonly deleted: number }>()(
    z.object({ names: z.array(name).max(10_000) }),
    [],
  ),
} as const;
