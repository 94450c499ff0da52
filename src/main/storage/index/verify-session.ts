/** Compares one journal with what the index says of it. */
import { reduceAll } from '../../../shared/session/reduce.ts';
import { summaryOf } from '../../../shared/session/select.ts';
import { emptySessionState } from '../../../shared/session/state.ts';
import type { FilePort } from '../file-port.ts';
import { type JournalListing, inspectJournal } from '../inspect-journal.ts';
import { type JournalReport, verifyJournal } from '../verify-journal.ts';
import { docsOfState, hashOf } from './docs-of-turn.ts';
import type { IndexTables } from './index-tables.ts';
import type { SessionReport, SessionVerdict } from '../../../shared/session/verify.ts';

/** Never throws for what is wrong with the journal. */
export async function verifySession(
  files: FilePort,
  tables: IndexTables,
  { folder, id, isLive }: { readonly folder: string; readonly id: string; readonly isLive: boolean },
): Promise<SessionReport> {
  const listing = await inspectJournal(files, folder, id);
  if (listing.type === 'unreadable') return unreadable(id, listing.why, listing.path);
  let state = emptySessionState;
  let report: JournalReport;
  try {
    report = await verifyJournal(files, folder, (events) => {
      state = reduceAll(state, events);
    });
  } catch (error) {
    return unreadable(id, error instanceof Error ? error.message : 'io', folder);
  }
  const { facts } = listing;
  const docs = docsOfState(state, facts?.createdAt ?? 0).filter((turn) => turn.docs.length > 0);
  const hashes = new Map(docs.map((turn) => [turn.turnId, hashOf(turn)]));
  return {
    id,
    title: facts === null ? null : summaryOf(facts, state).title,
    events: report.events,
    bytes: listing.bytes,
    // Of a live session the index knows more than the disk.
    indexDiffers: !isLive && (listDiffers(tables, listing) || searchDiffers(tables, id, hashes)),
    ...verdictOf(listing, report, isLive),
  };
}

function unreadable(id: string, why: string, path: string): SessionReport {
  return { id, title: null, events: 0, bytes: 0, indexDiffers: false, verdict: 'unreadable', why, path };
}

function verdictOf(
  { writable, app, tornBytes }: Extract<JournalListing, { type: 'journal' }>,
  { gaps, changedSegments }: JournalReport,
  isLive: boolean,
): SessionVerdict {
  if (!writable) return { verdict: 'newer-format', app };
  const isTorn = ({ reason, before }: (typeof gaps)[number]) =>
    reason === 'torn' || (before === null && tornBytes > 0 && reason === 'damaged');
  const serious = gaps.filter((gap) => !isTorn(gap));
  if (serious.length > 0 || changedSegments.length > 0) {
    return {
      verdict: 'gaps',
      gaps: gaps.length,
      reasons: [...new Set(gaps.map(({ reason }) => reason))],
      lost: gaps.reduce(
        (sum, { missing }) => sum + (missing === null ? 0 : missing.to - missing.from + 1),
        0,
      ),
      changedSegments: changedSegments.length,
    };
  }
  const torn = gaps.reduce((sum, { from, to }) => sum + to - from, 0);
  // What a live session writes just now is torn for a moment.
  return torn > 0 && !isLive ? { verdict: 'torn', tornBytes: torn } : { verdict: 'ok' };
}

/** What is not known yet is no difference: it will be looked at. */
function listDiffers({ sessions }: IndexTables, listing: JournalListing): boolean {
  const row = sessions.get(listing.id);
  if (row === null || row.looked === null) return false;
  const known = sessions.listing(listing.id);
  return JSON.stringify(known) !== JSON.stringify(listing);
}

function searchDiffers(
  { sessions, entries }: IndexTables,
  id: string,
  wanted: ReadonlyMap<string, string>,
): boolean {
  const row = sessions.get(id);
  if (row === null || row.through < row.seq) return false;
  const known = entries.hashes(row.key);
  return known.size !== wanted.size || [...wanted].some(([turnId, hash]) => known.get(turnId) !== hash);
}
