import { wakingClock } from '../waking-clock.ts';

/** The time that sessions go by; tests bring their own. */
export type SessionClock = {
  /** Wall time, ms since the epoch. */
  now(): number;
  /** Runs once after `ms`; the returned function calls it off. */
  after(ms: number, run: () => void): () => void;
};

export const systemSessionClock: SessionClock = wakingClock;
