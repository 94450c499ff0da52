/** Folds the frames of a window's stream. */
import type { SessionFrame } from '../ipc/contract/sessions.ts';
import type { SessionEvent } from './event.ts';
import { reduceAll } from './reduce.ts';
import type { SessionState } from './state.ts';
import { withChange } from './window-change.ts';
import { withEarlier } from './window.ts';

/** Events that follow each other are folded as one batch. */
export function foldFrames(state: SessionState, frames: readonly SessionFrame[]): SessionState {
  let at = state;
  let events: SessionEvent[] = [];
  const settle = () => {
    if (events.length > 0) at = reduceAll(at, events);
    events = [];
  };
  for (const frame of frames) {
    if (frame.type === 'event') {
      events.push(frame.event);
      continue;
    }
    settle();
    if (frame.type === 'snapshot') at = frame.state;
    else if (frame.type === 'earlier') at = withEarlier(at, frame.part);
    else at = withChange(at, frame.change);
  }
  settle();
  return at;
}
