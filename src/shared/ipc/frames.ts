/**
 * What travels over a port. The page is not trusted, so every frame from it is parsed; frames from main are
 * typed only. One id space a port: ids are chosen by the client and never used twice.
 */
import { z } from 'zod';
import type { IpcError } from './method.ts';

const id = z.int().nonnegative();
const methodName = z.string().max(200);

export const clientFrame = z.discriminatedUnion('frame', [
  z.strictObject({ frame: z.literal('request'), id, method: methodName, input: z.unknown() }),
  /** The caller gave up on a request: no answer is wanted any more. */
  z.strictObject({ frame: z.literal('abort'), id }),
  z.strictObject({ frame: z.literal('subscribe'), id, method: methodName, input: z.unknown() }),
  z.strictObject({ frame: z.literal('unsubscribe'), id }),
  /** Batch `batch` of subscription `id` was applied: the next one may come. */
  z.strictObject({ frame: z.literal('ack'), id, batch: z.int().nonnegative() }),
]);
export type ClientFrame = z.infer<typeof clientFrame>;

export type ServerFrame =
  | { readonly frame: 'answer'; readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly frame: 'answer'; readonly id: number; readonly ok: false; readonly error: IpcError }
  | {
      readonly frame: 'batch';
      readonly id: number;
      readonly batch: number;
      readonly events: readonly unknown[];
    }
  | { readonly frame: 'end'; readonly id: number; readonly error: IpcError | null }
  /** The reader was too slow: the stream is over and may be subscribed anew. */
  | { readonly frame: 'lagged'; readonly id: number }
  /** Main closes the port. Chromium tells a page about a closed port only since version 122. */
  | { readonly frame: 'bye' };
