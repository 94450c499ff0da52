/** Prompts that wait for the turn before them. */
import type { Draft, EventOf } from './draft.ts';

export function queuePrompt(draft: Draft, { queueId, prompt }: EventOf<'prompt-queued'>): void {
  if (draft.next.queue.some((queued) => queued.queueId === queueId)) return;
  draft.next.queue = [...draft.next.queue, { queueId, prompt }];
}

export function unqueuePrompt(draft: Draft, { queueId }: EventOf<'prompt-unqueued'>): void {
  if (!draft.next.queue.some((queued) => queued.queueId === queueId)) return;
  draft.next.queue = draft.next.queue.filter((queued) => queued.queueId !== queueId);
}

export function editPrompt(draft: Draft, { queueId, prompt }: EventOf<'prompt-edited'>): void {
  if (!draft.next.queue.some((queued) => queued.queueId === queueId)) return;
  draft.next.queue = draft.next.queue.map((queued) =>
    queued.queueId === queueId ? { ...queued, prompt } : queued,
  );
}

/** An unknown `before` is the end. */
export function movePrompt(draft: Draft, { queueId, before, release }: EventOf<'prompt-moved'>): void {
  const moved = draft.next.queue.find((queued) => queued.queueId === queueId);
  if (moved === undefined || before === queueId) return;
  const { prompt } = moved;
  const rest = draft.next.queue.filter((queued) => queued !== moved);
  const at = rest.findIndex((queued) => queued.queueId === before);
  rest.splice(at < 0 ? rest.length : at, 0, release === true ? { queueId, prompt, now: true } : moved);
  draft.next.queue = rest;
}
