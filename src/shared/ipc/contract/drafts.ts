/** What stands in composers and was not sent: kept by main, so that it outlives the window and the app. */
import { z } from 'zod';
import { request } from '../method.ts';

/** Of all drafts together; the oldest go first. UTF-16 units each. */
export const MAX_DRAFTS = 200;
export const MAX_DRAFT_TEXT = 256 * 1024;
/** Of the base64 of the pictures and sounds of one draft. Larger ones last as long as the window. */
export const MAX_DRAFT_MEDIA = 4 * 1024 * 1024;
/** Prompts that the person sent last, over all sessions. */
export const MAX_SENT = 100;
export const MAX_SENT_TEXT = 4 * 1024;

const attachment = z.discriminatedUnion('type', [
  z.object({
    type: z.enum(['image', 'audio']),
    id: z.string().max(100),
    name: z.string().max(1024),
    mimeType: z.string().max(100),
    data: z.string().max(MAX_DRAFT_MEDIA),
  }),
  z.object({
    type: z.literal('file'),
    id: z.string().max(100),
    name: z.string().max(1024),
    uri: z.string().max(8192),
  }),
]);

/** Files are kept by their place, pictures and sounds whole. */
export const keptDraft = z.object({
  text: z.string().max(MAX_DRAFT_TEXT),
  attachments: z.array(attachment).max(100),
});
export type KeptDraft = z.infer<typeof keptDraft>;

/** A session's id, or what the page calls another place to write in. */
const place = z.string().min(1).max(100);

export type KeptDrafts = {
  readonly drafts: readonly { readonly place: string; readonly draft: KeptDraft }[];
  /** Newest first. */
  readonly sent: readonly string[];
};

export const draftsContract = {
  /** All that is kept, least recently changed first. */
  'drafts.all': request<KeptDrafts>()(z.object({}), []),
  /** Resolves once it is taken; it is on the disk a moment later. null: there is none any more. */
  'drafts.keep': request<null>()(z.object({ place, draft: keptDraft.nullable() }), []),
  /** A prompt that was sent, for looking it up again. */
  'drafts.sent': request<null>()(z.object({ text: z.string().min(1).max(MAX_SENT_TEXT) }), []),
} as const;
