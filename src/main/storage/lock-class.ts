/** Whose a journal's lock is. Pure: what is known of the processes comes in as arguments. */

/** Names one process for good: pids are used again, also over restarts of the machine. */
export type LockOwner = {
  readonly pid: number;
  /** When the process began, in the system's own words; null where the system does not say. */
  readonly startToken: string | null;
  /** Differs after each start of the machine; null where the system does not say. */
  readonly bootId: string | null;
  readonly host: string;
  /** Of one run of the app. */
  readonly nonce: string;
  readonly app: string;
};

export type LockClass =
  | 'none'
  | 'self'
  | 'stale' // its process is gone for certain
  | 'live-other'
  | 'unknown'; // of another machine, unreadable, or nobody can tell

/** What stands in the lock's place. `free` was given back in order. */
export type FoundLock =
  | { readonly type: 'none' | 'free' | 'unreadable' }
  | { readonly type: 'held'; readonly owner: LockOwner };

/** What runs under the lock's pid now. */
export type ProcessProbe = { readonly alive: boolean; readonly startToken: string | null };

export function classifyLock(found: FoundLock, self: LockOwner, probe: ProcessProbe): LockClass {
  switch (found.type) {
    case 'none':
    case 'free':
      return 'none';
    case 'unreadable':
      return 'unknown';
    case 'held':
      break;
  }
  const { owner } = found;
  if (owner.nonce === self.nonce) return 'self';
  if (owner.host !== self.host) return 'unknown';
  if (owner.bootId !== null && self.bootId !== null && owner.bootId !== self.bootId) return 'stale';
  if (!probe.alive) return 'stale';
  if (owner.startToken === null || probe.startToken === null) return 'unknown';
  return owner.startToken === probe.startToken ? 'live-other' : 'stale';
}

export function parseLockOwner(text: string): LockOwner | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { pid, startToken, bootId, host, nonce, app } = value as Partial<Record<keyof LockOwner, unknown>>;
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return null;
  if (typeof host !== 'string' || typeof nonce !== 'string' || nonce === '') return null;
  if (!isWordOrNull(startToken) || !isWordOrNull(bootId)) return null;
  return { pid, startToken, bootId, host, nonce, app: typeof app === 'string' ? app : '' };
}

function isWordOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}
