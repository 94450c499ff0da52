/** When to try again. */
export type RetryPolicy = {
  /** Attempts in all, the first one included. */
  readonly maxTries: number;
  /** Wait after the first failure; it doubles with each further one. */
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** How long one attempt may take. */
  readonly timeoutMs: number;
};

export const defaultPolicy: RetryPolicy = {
  maxTries: 5,
  firstDelayMs: 250,
  maxDelayMs: 30_000,
  timeoutMs: 10_000,
};

/**
 * The wait before the next attempt in milliseconds, or null when there is none. `tries` counts the attempts made;
 * `random` is between 0 and 1. Half of the wait is random, so that receivers are not hit in waves.
 */
export function backoffDelay(policy: RetryPolicy, tries: number, random: number): number | null {
  if (tries >= policy.maxTries) return null;
  const full = Math.min(policy.maxDelayMs, policy.firstDelayMs * 2 ** (tries - 1));
  return Math.round(full / 2 + (full / 2) * random);
}
