/** What a window knows of one protocol log, and which of it is shown. Pure. */
import { MAX_PROTOCOL_ENTRIES } from '../../shared/ipc/contract/protocol.ts';
import type { ProtocolEntry, ProtocolFrame } from '../../shared/ipc/contract/protocol.ts';

export type ProtocolView = {
  readonly entries: readonly ProtocolEntry[];
  /** `ended`: the session was closed; what is shown stays. */
  readonly state: 'loading' | 'live' | 'ended';
};

export const emptyProtocolView: ProtocolView = { entries: [], state: 'loading' };

export function withFrames(view: ProtocolView, frames: readonly ProtocolFrame[]): ProtocolView {
  let { entries } = view;
  let firstSeq = 0;
  for (const frame of frames) {
    firstSeq = frame.firstSeq;
    entries = frame.type === 'all' ? frame.entries : [...entries, ...frame.entries];
    if (frame.answered.length === 0) continue;
    const answers = new Map(frame.answered.map(({ seq, ms }) => [seq, ms]));
    entries = entries.map((entry) => {
      const ms = answers.get(entry.seq);
      return ms === undefined || entry.ms !== null ? entry : { ...entry, ms };
    });
  }
  const tooOld = entries.findIndex(({ seq }) => seq >= firstSeq);
  if (tooOld > 0) entries = entries.slice(tooOld);
  return { entries: entries.slice(-MAX_PROTOCOL_ENTRIES), state: 'live' };
}

export type Direction = 'both' | 'agent' | 'app';
export type ProtocolFilter = {
  readonly direction: Direction;
  /** A method, `errors`, `noise`, or null for all. */
  readonly method: string | null;
  /** Entries whose text matches; null: no text is looked for. */
  readonly matches: ReadonlySet<number> | null;
  /** Entries that came later are held back; null: none are. */
  readonly until: number | null;
};

export function filtered(
  entries: readonly ProtocolEntry[],
  filter: ProtocolFilter,
): readonly ProtocolEntry[] {
  const { direction, method, matches, until } = filter;
  return entries.filter((entry) => {
    if (until !== null && entry.seq > until) return false;
    // What happened to the process stands in both directions.
    if (direction !== 'both' && entry.from !== direction && entry.type !== 'mark') return false;
    if (matches !== null && !matches.has(entry.seq)) return false;
    return method === null || isOf(entry, method);
  });
}

function isOf(entry: ProtocolEntry, method: string): boolean {
  switch (method) {
    case 'errors':
      return entry.failed || entry.remark !== null || entry.method === 'failed';
    case 'noise':
      return entry.type === 'noise' || entry.type === 'stderr';
    default:
      return entry.method === method && entry.type !== 'mark';
  }
}

/** Methods that occur, the most frequent first. */
export function methodsOf(entries: readonly ProtocolEntry[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { type, method } of entries) {
    if (type === 'mark' || method === null) continue;
    counts.set(method, (counts.get(method) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 60);
}

/** What is marked: from where the choice began to where it was led. By number, so that it outlives a filter. */
export type Selection = { readonly anchor: number; readonly head: number } | null;

export function isSelected(selection: Selection, seq: number): boolean {
  if (selection === null) return false;
  const { anchor, head } = selection;
  return seq >= Math.min(anchor, head) && seq <= Math.max(anchor, head);
}

export function bytesText(size: number): string {
  if (size < 1000) return `${size} B`;
  return size < 1_000_000 ? `${(size / 1000).toFixed(1)} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
}

export function msText(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** Local wall time to the millisecond. */
export function clockText(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${time}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
