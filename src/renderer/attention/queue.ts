/** What waits for the person, over all sessions, less what was seen. */
import { attentionOf, type AttentionItem } from '../../shared/session/select.ts';
import type { SessionList } from '../sessions/list-store.ts';

export type QueueItem = AttentionItem & {
  /** The request or the question that waits, for `permission` and `answer`. */
  readonly requestId: string | null;
};

/** Blocking first, then failures, then what finished unread; oldest first within each. Blocking ones stay. */
export function attentionQueue(list: SessionList, acknowledged: ReadonlySet<string>): readonly QueueItem[] {
  return attentionOf([...list.byId.values()])
    .filter((item) => isBlocking(item) || !(acknowledged.has(item.key) || isArchived(list, item)))
    .map((item) => ({ ...item, requestId: requestOf(item, list) }));
}

function isArchived({ byId }: SessionList, { sessionId }: AttentionItem): boolean {
  return byId.get(sessionId)?.archived === true;
}

/** The agent cannot go on without the person. */
export function isBlocking(item: AttentionItem): boolean {
  return item.kind === 'permission' || item.kind === 'answer';
}

/** How many things stand still until the person acts. */
export function countBlocking(list: SessionList): number {
  let count = 0;
  for (const { status, pending, questions } of list.byId.values()) {
    const signIn = status === 'needs-answer' && questions.length === 0;
    count += pending.length + questions.length + (signIn ? 1 : 0);
  }
  return count;
}

/** What the pill says: somebody waits, there is only news, or nothing, and then it is there only while its list is open. */
export function pillWords(
  blocking: number,
  waiting: number,
): { readonly tone: 'needs' | 'news' | 'none'; readonly count: number } {
  if (blocking > 0) return { tone: 'needs', count: blocking };
  return waiting > 0 ? { tone: 'news', count: waiting } : { tone: 'none', count: 0 };
}

/** The item after those of the selected session, around the end; blocking ones before all others. */
export function nextAttention(
  list: SessionList,
  view: { readonly selectedId: string | null; readonly acknowledged: ReadonlySet<string> },
): QueueItem | null {
  const queue = attentionQueue(list, view.acknowledged);
  const blocking = queue.filter(isBlocking);
  const candidates = blocking.length > 0 ? blocking : queue;
  const at = candidates.findIndex((item) => item.sessionId === view.selectedId);
  const later = [...candidates.slice(at + 1), ...candidates.slice(0, at + 1)];
  return later.find((item) => item.sessionId !== view.selectedId) ?? later[0] ?? null;
}

function requestOf(item: AttentionItem, list: SessionList): string | null {
  const session = list.byId.get(item.sessionId);
  const ids =
    item.kind === 'permission'
      ? session?.pending.map(({ requestId }) => requestId)
      : item.kind === 'answer'
        ? session?.questions.map(({ questionId }) => questionId)
        : undefined;
  return ids?.find((id) => item.key.endsWith(`:${id}`)) ?? null;
}
