export type RateLimit = {
  /** False when the bucket is empty. */
  take(): boolean;
};

/** A bucket of `burst` tokens, refilled evenly with `perSecond`. `now` is in milliseconds and never goes back. */
export function createRateLimit(options: { burst: number; perSecond: number; now: () => number }): RateLimit {
  const { burst, perSecond, now } = options;
  let tokens = burst;
  let filledAt = now();
  return {
    take() {
      const at = now();
      tokens = Math.min(burst, tokens + ((at - filledAt) / 1000) * perSecond);
      filledAt = at;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
