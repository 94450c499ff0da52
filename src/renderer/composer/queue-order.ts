/** Where a queued prompt goes when it is moved. Pure. */
import type { QueuedPrompt } from '../../shared/session/state.ts';

type Queue = readonly Pick<QueuedPrompt, 'queueId'>[];

/** The one that it is to stand before, null for the end; undefined: it cannot go that way. */
export function beforeAfterStep(queue: Queue, queueId: string, by: 1 | -1): string | null | undefined {
  const at = queue.findIndex((queued) => queued.queueId === queueId);
  if (at === -1) return undefined;
  if (by === -1) return at === 0 ? undefined : queue[at - 1]?.queueId;
  return at === queue.length - 1 ? undefined : (queue[at + 2]?.queueId ?? null);
}

/** Dropped on the upper or lower half of another. Undefined: it stands there already. */
export function beforeAfterDrop(
  queue: Queue,
  queueId: string,
  over: { readonly queueId: string; readonly half: 'upper' | 'lower' },
): string | null | undefined {
  const at = queue.findIndex((queued) => queued.queueId === queueId);
  const target = queue.findIndex((queued) => queued.queueId === over.queueId);
  if (at === -1 || target === -1 || at === target) return undefined;
  const place = over.half === 'upper' ? target : target + 1;
  if (place === at || place === at + 1) return undefined;
  return queue[place]?.queueId ?? null;
}
