/** A summary for tests: an idle session of which nothing is known but what the test says. */
import type { SessionSummary } from '../select.ts';

export function sampleSummary(known: Partial<SessionSummary> & { readonly id: string }): SessionSummary {
  const createdAt = known.createdAt ?? 0;
  return {
    workspaceId: 'w',
    agentId: 'a',
    agentName: 'A',
    cwd: '/w',
    createdAt,
    title: known.id,
    agentTitle: null,
    alias: null,
    pinned: false,
    archived: false,
    changedAt: createdAt,
    seq: 1,
    status: 'idle',
    activity: { type: 'idle' },
    since: createdAt,
    unread: false,
    added: 0,
    removed: 0,
    pending: [],
    questions: [],
    processRunning: true,
    parked: false,
    queued: 0,
    record: { type: 'saved' },
    offers: [],
    ...known,
  };
}
