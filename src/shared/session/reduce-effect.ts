/** What the app does for the agent outside itself: on record before and after. */
import { type Draft, type EventOf, appendEntry, entryIdOf } from './draft.ts';
import type { SessionEvent } from './event.ts';

export function beginEffect(draft: Draft, event: EventOf<'effect-begun'>): void {
  const { effectId, effect, at } = event;
  if (draft.next.effects.some((pending) => pending.effectId === effectId)) return;
  draft.next.effects = [...draft.next.effects, { effectId, effect, at }];
}

export function endEffect(draft: Draft, { effectId }: EventOf<'effect-ended'>): void {
  if (!draft.next.effects.some((pending) => pending.effectId === effectId)) return;
  draft.next.effects = draft.next.effects.filter((pending) => pending.effectId !== effectId);
}

/** The process is gone: what has no end on record by now will have none. */
export function nobodyKnows(draft: Draft, event: SessionEvent): void {
  for (const [index, { effect }] of draft.next.effects.entries()) {
    const entry = {
      id: `${entryIdOf(event)}-${index}`,
      at: event.at,
      type: 'notice' as const,
      severity: 'warning' as const,
      code: 'effect-unknown' as const,
      title: 'It is not known whether this was done: check it.',
      description: `${effect.kind}: ${effect.subject}`,
    };
    appendEntry(draft, entry, event);
  }
  if (draft.next.effects.length > 0) draft.next.effects = [];
}
