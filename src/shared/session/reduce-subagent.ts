/** Sub-agents as their parent tells of them: one entry each, where they were first heard of. */
import {
  type Draft,
  type EventOf,
  appendEntry,
  entryAt,
  entryIdOf,
  findNewest,
  ownActive,
  replaceEntry,
  settleActive,
} from './draft.ts';
import type { SessionEvent } from './event.ts';
import { ownChild } from './reduce-child.ts';
import { closeToolCalls } from './reduce-tool-call.ts';
import type { SubagentEntry } from './state.ts';

export function upsertSubagent(draft: Draft, event: EventOf<'subagent'>): void {
  const { subagentId, title, description, state, canCancel } = event;
  const place = findNewest(
    draft,
    Infinity,
    (entry) => entry.type === 'subagent' && entry.subagentId === subagentId,
  );
  const before = place === null ? undefined : (entryAt(draft, place) as SubagentEntry);
  const after: SubagentEntry = {
    type: 'subagent',
    id: before?.id ?? entryIdOf(event),
    at: before?.at ?? event.at,
    subagentId,
    title: title ?? before?.title ?? '',
    description: description === undefined ? (before?.description ?? null) : description,
    state: state ?? before?.state ?? '',
    canCancel: canCancel ?? before?.canCancel ?? false,
  };
  if (place === null) appendEntry(draft, after, event);
  else replaceEntry(draft, place, after, event);
  if (state === 'idle') settleChild(draft, subagentId, event);
}

/** Its work is over for now: nothing of it grows any more, unless it goes on later. */
export function settleChild(draft: Draft, subagentId: string, event: SessionEvent): void {
  if (!Object.hasOwn(draft.next.subagents, subagentId)) return;
  const child = ownChild(draft, subagentId, event);
  const active = ownActive(child);
  if (active !== null) closeToolCalls(child, active.entries, null, event.at);
  settleActive(child, null, event.at);
}
