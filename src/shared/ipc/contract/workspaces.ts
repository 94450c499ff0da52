import { z } from 'zod';
import { request, stream } from '../method.ts';

export type Workspace = {
  readonly id: string;
  /** Canonical absolute path: its identity. */
  readonly path: string;
  /** Last path segment, or the path itself at a root. */
  readonly name: string;
  readonly state: 'present' | 'missing';
  readonly openedAt: number;
};

export const workspacesContract = {
  /** Most recently opened first. */
  'workspaces.watch': stream<readonly Workspace[]>()(z.object({}), { merge: (_, next) => next }),
  /** Opens a folder by path (drag-in, command line). Opening it again only moves it to the front. */
  'workspaces.open': request<Workspace>()(z.object({ path: z.string().min(1).max(4096) }), [
    'not-absolute',
    'not-found',
    'not-a-folder',
    'no-access',
  ]),
  /** Shows the system's folder dialog; null when dismissed. */
  'workspaces.openDialog': request<Workspace | null>()(z.object({}), [
    'not-found',
    'not-a-folder',
    'no-access',
    'not-absolute',
  ]),
  /** Forgets it. Files are never touched; its sessions must be closed first. */
  'workspaces.remove': request<null>()(z.object({ id: z.string() }), ['not-found', 'has-sessions']),
} as const;
