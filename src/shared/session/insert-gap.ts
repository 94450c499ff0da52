/** Puts what a record lacks where it lacks it. Called between two events while a record is read. Pure. */
import { appendEntry, beginDraft } from './draft.ts';
import type { SessionEvent } from './event.ts';
import type { GapEntry, SessionState } from './state.ts';

export type FoundGap = Pick<GapEntry, 'reason' | 'missing' | 'file' | 'from' | 'to'>;

/**
 * The state with a gap after its newest entry. Events that are missing are passed over: what comes next is not
 * taken for something already seen. Within one record the ids of gaps are unique.
 */
export function insertGap(state: SessionState, found: FoundGap): SessionState {
  const draft = beginDraft(state);
  const { reason, missing, file, from, to } = found;
  const seq = missing === null ? state.seq : Math.max(state.seq, missing.to);
  const at = state.changedAt;
  const entry: GapEntry = {
    type: 'gap',
    id: `gap-${file}-${from}-${to}`,
    at,
    reason,
    missing,
    file,
    from,
    to,
  };
  const event: SessionEvent = { type: 'marked-read', seq: seq + 1, at };
  appendEntry(draft, entry, event);
  draft.next.seq = seq;
  return draft.next;
}
