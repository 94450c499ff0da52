/**
 * Sub-agents: the traffic of each is folded into a state of its own by the same reducer, and a batch copies
 * what it changes there once, too. They never nest in the state, however deep the agents do.
 */
import { type Draft, type EventOf, beginDraft, firstOf, openActive } from './draft.ts';
import type { SessionEvent } from './event.ts';
import { emptySessionState } from './state.ts';

/** The working copy of one sub-agent's state, made when it is first heard of. */
export function ownChild(draft: Draft, subagentId: string, event: SessionEvent): Draft {
  const known = draft.children?.get(subagentId);
  if (known !== undefined) return known;
  const before = Object.hasOwn(draft.next.subagents, subagentId)
    ? draft.next.subagents[subagentId]
    : undefined;
  const child = beginDraft(before ?? emptySessionState);
  if (before === undefined) {
    const first = firstOf(event);
    openActive(child, { id: `child-${first.seq}`, startedAt: first.at, prompt: null });
  }
  if (draft.children === null) {
    draft.children = new Map();
    draft.next.subagents = { ...draft.next.subagents };
  }
  draft.children.set(subagentId, child);
  // An id may be any text, `__proto__` too.
  Object.defineProperty(draft.next.subagents, subagentId, {
    value: child.next,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return child;
}

export function childEvent(event: EventOf<'child'>): SessionEvent {
  const { seq, at, first, body } = event;
  return { ...body, seq, at, ...(first === undefined ? {} : { first }) };
}

export function eachChild(draft: Draft, event: SessionEvent, visit: (child: Draft) => void): void {
  for (const subagentId of Object.keys(draft.next.subagents)) visit(ownChild(draft, subagentId, event));
}
