/**
 * What the list shows of a session that nobody has opened: made of what its journal's ends tell. Pure. Nothing
 * is shown as running, since nothing of it runs.
 */
import { isRecord } from '../../shared/session/json-value.ts';
import {
  type Activity,
  type RecordState,
  type SessionFacts,
  type SessionStatus,
  type SessionSummary,
  summaryOf,
} from '../../shared/session/select.ts';
import { emptySessionState } from '../../shared/session/state.ts';
import { parseUsageDays } from '../../shared/session/usage-days.ts';
import type { JournalListing } from '../storage/inspect-journal.ts';

export type StoredSession = {
  readonly facts: SessionFacts;
  readonly summary: SessionSummary;
  /** It was not left in order, or its journal's ends do not tell: it has to be opened to know. */
  readonly cutOff: boolean;
};

/** Longest text of a title in the journal's own summary, in UTF-16 units. */
const LONGEST_TITLE = 500;

/** What a session writes into its journal for the list. */
export function keptSummary(summary: SessionSummary): SessionSummary {
  const cut = (text: string | null) => (text === null ? null : text.slice(0, LONGEST_TITLE));
  const { title, agentTitle, alias } = summary;
  return { ...summary, title: cut(title), agentTitle: cut(agentTitle), alias: cut(alias) };
}

export function storedSession(listing: JournalListing): StoredSession {
  if (listing.type === 'unreadable') {
    const { id, why, path } = listing;
    const facts = unknownFacts(id, 0);
    const record: RecordState = { type: 'unreadable', why, path };
    return { facts, summary: summaryOf(facts, emptySessionState, record), cutOff: false };
  }
  const kept = parseSummary(listing.summary);
  const facts = listing.facts ?? (kept === null ? unknownFacts(listing.id, listing.at ?? 0) : factsOf(kept));
  const record: RecordState = listing.writable
    ? { type: 'saved' }
    : { type: 'read-only', why: 'newer-format', by: listing.app };
  const isWhole = kept !== null && kept.seq === listing.seq;
  const cutOff = !isWhole || worksOrWaits(kept);
  const base = kept ?? {
    ...summaryOf(facts, emptySessionState, record),
    changedAt: listing.at ?? facts.createdAt,
    seq: listing.seq,
  };
  return { facts, summary: atRest({ ...base, ...facts, record }), cutOff };
}

/** As of a session without a process. */
export function atRest(summary: SessionSummary): SessionSummary {
  const rest = { ...summary, processRunning: false, offers: [], pending: [], questions: [] };
  if (!worksOrWaits(summary)) return rest;
  const isIdle = summary.status === 'idle' || summary.status === 'finished-unread';
  return isIdle ? rest : { ...rest, status: 'interrupted', activity: { type: 'interrupted' } };
}

function worksOrWaits(summary: SessionSummary): boolean {
  const { status, processRunning, pending, questions } = summary;
  const open = status === 'running' || status === 'needs-permission';
  return open || processRunning || pending.length > 0 || questions.length > 0;
}

const STATUSES: ReadonlySet<unknown> = new Set<SessionStatus>([
  'needs-permission',
  'needs-answer',
  'failed',
  'interrupted',
  'running',
  'finished-unread',
  'idle',
]);

/** Null when another version of the app wrote it in another way. */
function parseSummary(value: unknown): SessionSummary | null {
  if (!isRecord(value)) return null;
  const { id, agentId, agentName, workspaceId, cwd, status, activity, seq } = value;
  const words = [id, agentId, agentName, workspaceId, cwd];
  if (!words.every((word) => typeof word === 'string')) return null;
  const numbers = [seq, value.createdAt, value.changedAt, value.since, value.added, value.removed];
  if (!numbers.every((number) => typeof number === 'number')) return null;
  if (!STATUSES.has(status) || !isRecord(activity) || typeof activity.type !== 'string') return null;
  const text = (word: unknown) => (typeof word === 'string' ? word : null);
  // Of a session at rest nothing waits: only whether something did is asked.
  const list = (items: unknown) => (Array.isArray(items) ? (items as unknown as readonly never[]) : []);
  const { forkedFrom } = value;
  const usageDays = parseUsageDays(value.usageDays);
  return {
    id: id as string,
    workspaceId: workspaceId as string,
    agentId: agentId as string,
    agentName: agentName as string,
    cwd: cwd as string,
    createdAt: value.createdAt as number,
    ...(isRecord(forkedFrom) && typeof forkedFrom.sessionId === 'string'
      ? { forkedFrom: { sessionId: forkedFrom.sessionId, turnId: text(forkedFrom.turnId) } }
      : {}),
    ...(usageDays === null ? {} : { usageDays }),
    ...(typeof value.acpSessionId === 'string' ? { acpSessionId: value.acpSessionId } : {}),
    title: text(value.title),
    agentTitle: text(value.agentTitle),
    alias: text(value.alias),
    pinned: value.pinned === true,
    archived: value.archived === true,
    changedAt: value.changedAt as number,
    seq: seq as number,
    status: status as SessionStatus,
    activity: activity as unknown as Activity,
    since: value.since as number,
    unread: value.unread === true,
    added: value.added as number,
    removed: value.removed as number,
    pending: list(value.pending),
    questions: list(value.questions),
    processRunning: value.processRunning === true,
    parked: value.parked === true,
    queued: typeof value.queued === 'number' ? value.queued : 0,
    record: { type: 'saved' },
    offers: [],
  };
}

function factsOf(summary: SessionSummary): SessionFacts {
  const { id, workspaceId, agentId, agentName, cwd, createdAt, forkedFrom } = summary;
  return {
    id,
    workspaceId,
    agentId,
    agentName,
    cwd,
    createdAt,
    ...(forkedFrom === undefined ? {} : { forkedFrom }),
  };
}

/** Its record does not say whose it was. */
function unknownFacts(id: string, createdAt: number): SessionFacts {
  return { id, workspaceId: '', agentId: '', agentName: '', cwd: '', createdAt };
}
