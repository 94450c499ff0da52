/** Search through all transcripts, and the check of what is stored. */
import { z } from 'zod';
import type { IndexStatus, SearchPage } from '../../session/search.ts';
import type { RepairReport, VerifyProgress, VerifyReport } from '../../session/verify.ts';
import { request, stream } from '../method.ts';

export type VerifyFrame =
  | { readonly type: 'progress'; readonly progress: VerifyProgress }
  | { readonly type: 'report'; readonly report: VerifyReport };

export const searchContract = {
  /** Whatever is typed has an answer. `search-off`: why is in the status. `not-now`: it may be tried again. */
  'search.query': request<SearchPage>()(
    z.object({
      text: z.string().max(4096),
      unfinished: z.boolean().optional(),
      sessionId: z.string().max(128).optional(),
      cursor: z
        .string()
        .max(64 * 1024)
        .optional(),
      limit: z.int().min(1).max(200).optional(),
      perSession: z.int().min(1).max(200).optional(),
    }),
    ['search-off', 'not-now'],
  ),
  'search.status': stream<IndexStatus>()(z.object({}), { merge: (_, next) => next }),
  /** Reads every journal for as long as it is listened to; ends after the report. Changes nothing. */
  'storage.verify': stream<VerifyFrame>()(z.object({}), {
    codes: ['search-off', 'not-now'],
    merge: (_, next) => next,
  }),
  /** Makes the index right, from the journals. */
  'storage.repair': request<RepairReport>()(z.object({}), ['search-off', 'not-now']),
} as const;
