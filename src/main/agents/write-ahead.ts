/** What the app does outside itself for an agent is on record before it is done, and how it went after. */
import type { Effect } from '../../shared/session/event.ts';

/**
 * Resolves when it is saved that the effect is about to happen; rejects when it could not be: then it must not.
 * What it gives is called once, when it is known whether it was done.
 */
export type BeginEffect = (acpSessionId: string, effect: Effect) => Promise<(done: boolean) => void>;

/** The record cannot be written, so nothing was done. */
export class NotOnRecordError extends Error {
  constructor() {
    super('the app could not write down what it was about to do, so it did not do it');
    this.name = 'NotOnRecordError';
  }
}

/** Without a record to write to there is nothing to wait for. Throws `NotOnRecordError`. */
export async function beginOnRecord(
  begin: BeginEffect | undefined,
  acpSessionId: string,
  effect: Effect,
): Promise<(done: boolean) => void> {
  if (begin === undefined) return () => undefined;
  try {
    return await begin(acpSessionId, effect);
  } catch {
    throw new NotOnRecordError();
  }
}
