/** What is kept on disk of a process while it runs, so that a later start of the app can tell it from a stranger. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Place, StartLookup } from './process-system.ts';

export const processKindSchema = z.enum([
  'agent',
  'terminal',
  'language-server',
  'hook',
  'git',
  'mcp-server',
  'installer',
  'shell-environment',
]);
export type ProcessKind = z.infer<typeof processKindSchema>;

const placeSchema = z.object({ machine: z.string(), bootId: z.string(), pidSpace: z.string() });

const leaseSchema = z.object({
  version: z.literal(1),
  /** The value of SWITCHYARD_RUN. */
  uuid: z.uuid(),
  kind: processKindSchema,
  /** All three null until it has started; the token also when it ended too soon to be asked. */
  pid: z.number().int().positive().nullable(),
  pgid: z.number().int().positive().nullable(),
  startToken: z.string().min(1).nullable(),
  place: placeSchema,
  /** Of command and arguments, which may hold secrets themselves. */
  argvHash: z.string(),
  cwd: z.string(),
  ownerPid: z.number().int().positive(),
  ownerToken: z.string().min(1),
  /** Milliseconds since 1970. */
  at: z.number(),
});
export type Lease = z.infer<typeof leaseSchema>;

export function argvHash(command: string, args: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([command, ...args]))
    .digest('hex');
}

/** One line, to be appended: the last whole line of a file counts. */
export function encodeLease(lease: Lease): string {
  return `${JSON.stringify(lease)}\n`;
}

/** Null when no whole line can be understood. A torn last line leaves the one before it in force. */
export function parseLease(text: string): Lease | null {
  const lines = text.split('\n').slice(0, -1);
  for (const line of lines.reverse()) {
    try {
      return leaseSchema.parse(JSON.parse(line));
    } catch {
      // Torn or of another version: the one before it may do.
    }
  }
  return null;
}

export type LeaseVerdict =
  /** Nothing is touched, and the record stays. */
  | { readonly type: 'leave'; readonly why: 'elsewhere' | 'owner-lives' | 'owner-unknown' | 'child-unknown' }
  /** Nothing of it can be left. */
  | { readonly type: 'drop' }
  /** Only for `ours` may pid and group be signalled; what carries the tag is ours in any case. */
  | { readonly type: 'clean'; readonly leader: 'ours' | 'gone' | 'stranger' | 'never-known' };

export type LeaseFacts = {
  readonly here: Place;
  /** Who has the owner's pid now. */
  readonly owner: StartLookup;
  /** Who has the child's pid now; null when the lease names none. */
  readonly child: StartLookup | null;
};

export function judgeLease(lease: Lease, { here, owner, child }: LeaseFacts): LeaseVerdict {
  if (lease.place.machine !== here.machine) return { type: 'leave', why: 'elsewhere' };
  if (lease.place.bootId !== here.bootId) return { type: 'drop' };
  if (lease.place.pidSpace !== here.pidSpace) return { type: 'leave', why: 'elsewhere' };
  if (owner.state === 'unknown') return { type: 'leave', why: 'owner-unknown' };
  if (owner.state === 'running' && owner.startToken === lease.ownerToken) {
    return { type: 'leave', why: 'owner-lives' };
  }
  if (child === null || lease.startToken === null) return { type: 'clean', leader: 'never-known' };
  switch (child.state) {
    case 'gone':
      return { type: 'clean', leader: 'gone' };
    case 'unknown':
      return { type: 'leave', why: 'child-unknown' };
    case 'running':
      return { type: 'clean', leader: child.startToken === lease.startToken ? 'ours' : 'stranger' };
  }
}
