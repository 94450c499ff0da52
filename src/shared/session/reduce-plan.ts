/** The plan that is pinned while a turn runs, and where it goes when it is done. */
import type { PlanStep } from './content.ts';
import { type Draft, type EventOf, appendEntry, entryIdOf, findNewest, replaceEntry } from './draft.ts';
import type { SessionEvent } from './event.ts';
import type { PlanEntry } from './state.ts';

export function setPlan(draft: Draft, event: EventOf<'plan'>): void {
  const { planId, steps } = event;
  if (steps.length === 0) {
    if (draft.next.plan?.planId === planId) draft.next.plan = null;
    return;
  }
  change(draft, planId, event, (plan) => ({ ...plan, steps }));
}

export function setPlanDocument(draft: Draft, event: EventOf<'plan-document'>): void {
  const { planId, format, text } = event;
  change(draft, planId, event, (plan) => ({ ...plan, document: { format, text } }));
}

/** A plan that went into the transcript stays there: it is what the person saw. */
export function removePlan(draft: Draft, event: EventOf<'plan-removed'>): void {
  if (draft.next.plan?.planId === event.planId) draft.next.plan = null;
}

/** The turn ends: the plan stays in the transcript as far as it came. */
export function unpinPlan(draft: Draft, event: SessionEvent): void {
  const { plan } = draft.next;
  if (plan === null) return;
  draft.next.plan = null;
  appendEntry(draft, plan, event);
}

function change(
  draft: Draft,
  planId: string | null,
  event: SessionEvent,
  edit: (plan: PlanEntry) => PlanEntry,
): void {
  const pinned = draft.next.plan;
  if (pinned !== null && pinned.planId === planId) {
    draft.next.plan = edit(pinned);
    if (isComplete(draft.next.plan)) unpinPlan(draft, event);
    return;
  }
  if (changeInTranscript(draft, planId, event, edit)) return;
  const made = edit({
    type: 'plan',
    id: entryIdOf(event),
    at: event.at,
    planId,
    steps: [],
    document: null,
  });
  // Only a running turn has a plan to pin; a second plan takes the pin from the first.
  unpinPlan(draft, event);
  if (draft.next.active === null || isComplete(made)) appendEntry(draft, made, event);
  else draft.next.plan = made;
}

/**
 * An update for a plan that is in the transcript: one with an id is known by it; one without is the newest
 * of this turn when nothing is to do in either, so that a repeated final list leaves one entry.
 */
function changeInTranscript(
  draft: Draft,
  planId: string | null,
  event: SessionEvent,
  edit: (plan: PlanEntry) => PlanEntry,
): boolean {
  const place = findNewest(
    draft,
    draft.next.active === null ? 1 : 0,
    (entry) => entry.type === 'plan' && entry.planId === planId,
  );
  if (place === null) return false;
  const entries =
    place.turn === 'active' ? draft.next.active?.entries : draft.next.turns[place.turn]?.entries;
  const before = entries?.[place.index];
  if (before?.type !== 'plan') return false;
  const after = edit(before);
  const known = planId !== null || draft.next.active === null || sameSteps(before.steps, after.steps);
  if (known) replaceEntry(draft, place, after, event);
  return known;
}

function sameSteps(a: readonly PlanStep[], b: readonly PlanStep[]): boolean {
  return (
    a.length === b.length &&
    a.every((step, index) => {
      const other = b[index];
      return step.content === other?.content && step.status === other.status;
    })
  );
}

function isComplete(plan: PlanEntry): boolean {
  return (
    plan.document === null &&
    plan.steps.length > 0 &&
    plan.steps.every(({ status }) => status === 'completed')
  );
}
