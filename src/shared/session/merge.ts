import type { SessionFrame } from '../ipc/contract/sessions.ts';

/** Joins two adjacent frames of one session stream where that loses nothing; null: keep both. */
export function mergeSessionFrames(_previous: SessionFrame, _next: SessionFrame): SessionFrame | null {
  return null;
}
