/** Programs of the person's that are told what agents do, and may have a say in what they are allowed. */
import { z } from 'zod';

export const hookEvents = [
  'permission_request',
  'tool_call_started',
  'tool_call_finished',
  'turn_ended',
] as const;
export type HookEvent = (typeof hookEvents)[number];

/** ms; for one program, from its start to its answer. */
export const LONGEST_HOOK_MS = 10_000;

/** As it stands in a file. */
export const hookSchema = z.strictObject({
  event: z.enum(hookEvents),
  /** The program and its arguments: no shell reads them. */
  command: z.array(z.string().min(1).max(4096)).min(1).max(64),
  name: z.string().trim().min(1).max(100),
  timeoutMs: z.number().int().min(100).max(LONGEST_HOOK_MS).optional(),
});
export type HookText = z.infer<typeof hookSchema>;

export type Hook = HookText & { readonly layer: 'user' | 'workspace' };

/** Of one file, those of the same event and name are one. */
export function hookId({ event, name }: Pick<Hook, 'event' | 'name'>): string {
  return `${event}:${name}`;
}

/** More in one file are not read. */
export const MOST_HOOKS = 50;
