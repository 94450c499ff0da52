import { setTimeout as sleep } from 'node:timers/promises';

/** What the agent expects to go wrong: told to the person in a sentence of `words`, never as a stack trace. */
export type RefusalCode =
  | 'outside-workspace'
  | 'not-found'
  | 'ambiguous-name'
  | 'not-a-file'
  | 'binary'
  | 'too-large'
  | 'already-exists'
  | 'changed-meanwhile'
  | 'write-failed'
  | 'regex-too-slow'
  | 'too-many-files';

export class Refusal extends Error {
  readonly code: RefusalCode;
  /** The path, or the system's own words for `write-failed`. */
  readonly subject: string;
  constructor(code: RefusalCode, subject: string) {
    super(`${code}: ${subject}`);
    this.name = 'Refusal';
    this.code = code;
    this.subject = subject;
  }
}

/** The turn was cancelled: thrown at the next await, caught by the session alone. */
export class TurnCancelled extends Error {
  constructor() {
    super('the turn was cancelled');
    this.name = 'TurnCancelled';
  }
}

/** Throws TurnCancelled once the signal has fired. */
export function stopIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new TurnCancelled();
}

/** Settles as `work` does, but rejects with TurnCancelled as soon as the signal fires. */
export async function unlessCancelled<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  stopIfCancelled(signal);
  let stop: () => void = () => undefined;
  const cancelled = new Promise<never>((_, reject) => {
    stop = () => reject(new TurnCancelled());
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, cancelled]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Waits, in milliseconds; 0 does not wait. Rejects with TurnCancelled as soon as the signal fires. */
export async function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  stopIfCancelled(signal);
  if (milliseconds <= 0) return;
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch {
    throw new TurnCancelled();
  }
}
