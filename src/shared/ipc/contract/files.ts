import { z } from 'zod';
import { request } from '../method.ts';

export type FileText = { readonly path: string; readonly text: string };

export const filesContract = {
  /** A text file inside the workspace, as it is on disk now. At most 8 MiB. */
  'files.read': request<FileText>()(z.object({ workspaceId: z.string(), path: z.string().max(4096) }), [
    'not-found',
    'outside-workspace',
    'not-a-file',
    'too-large',
    'binary',
    'no-access',
    'no-workspace',
  ]),
} as const;
