/** What waits for the person, over all sessions. A pure function of the summaries. */
import { assertNever } from '../../shared/result.ts';
import type { SessionSummary } from '../../shared/session/select.ts';
import type { SessionList } from '../sessions/list-store.ts';

export type AttentionKind = 'permission' | 'answer' | 'failed' | 'finished';
export type AttentionItem = {
  readonly sessionId: string;
  readonly kind: AttentionKind;
  /** When it began to wait, ms since the epoch. */
  readonly since: number;
  /** Names the occasion: acknowledging one failure does not hide the next. */
  readonly key: string;
  /** The request that waits, for `permission`. */
  readonly requestId: string | null;
};

const rank: Readonly<Record<AttentionKind, number>> = { permission: 0, answer: 0, failed: 1, finished: 2 };

function kindOf(session: SessionSummary): AttentionKind | null {
  switch (session.status) {
    case 'needs-permission':
      return 'permission';
    case 'needs-answer':
      return 'answer';
    case 'failed':
      return 'failed';
    case 'finished-unread':
      return 'finished';
    case 'running':
    case 'idle':
      return null;
    default:
      return assertNever(session.status);
  }
}

/** Blocking first, then failures, then what finished unread; oldest first within each. */
export function attentionQueue(
  list: SessionList,
  acknowledged: ReadonlySet<string>,
): readonly AttentionItem[] {
  const items: AttentionItem[] = [];
  for (const session of list.byId.values()) {
    const kind = kindOf(session);
    if (kind === null) continue;
    const request = kind === 'permission' ? (session.pending[0] ?? null) : null;
    const since = request?.askedAt ?? session.since;
    const key = `${session.id}:${kind}:${request?.requestId ?? since}`;
    const blocks = kind === 'permission' || kind === 'answer';
    if (!blocks && acknowledged.has(key)) continue;
    items.push({ sessionId: session.id, kind, since, key, requestId: request?.requestId ?? null });
  }
  return items.sort((a, b) => rank[a.kind] - rank[b.kind] || a.since - b.since || (a.key < b.key ? -1 : 1));
}

/** How many sessions cannot go on without the person. */
export function countBlocking(list: SessionList): number {
  let count = 0;
  for (const { status } of list.byId.values()) {
    if (status === 'needs-permission' || status === 'needs-answer') count += 1;
  }
  return count;
}

/** The item after the one of the selected session, around the end; blocking ones before all others. */
export function nextAttention(
  list: SessionList,
  view: { readonly selectedId: string | null; readonly acknowledged: ReadonlySet<string> },
): AttentionItem | null {
  const queue = attentionQueue(list, view.acknowledged);
  const blocking = queue.filter((item) => rank[item.kind] === 0);
  const candidates = blocking.length > 0 ? blocking : queue;
  const at = candidates.findIndex((item) => item.sessionId === view.selectedId);
  return candidates[(at + 1) % Math.max(candidates.length, 1)] ?? null;
}
