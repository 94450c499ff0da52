import { z } from 'zod';
import { request } from '../method.ts';

/** `support`: what is worth telling about a session that failed, with its protocol log. */
export const exportFormats = ['markdown', 'jsonl', 'support'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportContract = {
  /**
   * Asks where and writes it there, without what looks like a secret: whole, or not at all. `saved` false: the
   * person thought better of it.
   */
  'session.export': request<{ readonly saved: boolean }>()(
    z.object({ sessionId: z.uuid(), format: z.enum(exportFormats) }),
    ['no-session', 'export-failed'],
  ),
} as const;
