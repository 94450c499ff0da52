/**
 * The rows of one turn. `update` costs what changed: it keeps the rows of every entry before the first
 * changed one, so that a turn of thousands of entries streams as cheaply as a short one.
 */
import type { Entry, MessageEntry, ToolCallEntry, Turn } from '../../shared/session/state.ts';
import { assertNever } from '../../shared/result.ts';
import { emptyMessageMemory, messageRows, type MessageMemory } from './message-rows.ts';
import type { FoldRow, Row, ToolRow } from './row.ts';

/** The rows made from entries `from` up to, not including, `to`. */
type Segment = {
  readonly from: number;
  readonly to: number;
  readonly rows: readonly Row[];
  readonly run: boolean;
};

export class TurnRows {
  #turn: Turn | null = null;
  #segments: Segment[] = [];
  #rows: readonly Row[] = [];
  /** Messages by entry id; only those near the end can still grow. */
  #messages = new Map<string, MessageMemory>();
  /** Entry index by toolCallId. */
  #calls = new Map<string, number>();
  /** Entry indices of nested calls by the toolCallId of their parent. */
  #nested = new Map<string, number[]>();
  #indexed = 0;

  /** `turn` must be the same turn as before, grown or settled. */
  update(turn: Turn): readonly Row[] {
    const before = this.#turn;
    if (before === turn) return this.#rows;
    let from = before === null ? 0 : firstDifference(before.entries, turn.entries);
    if (before !== null && (before.endedAt === null) !== (turn.endedAt === null)) {
      from = Math.min(from, Math.max(0, turn.entries.length - 1));
    }
    if (turn.entries.length < this.#indexed) this.#reindex();
    this.#index(turn.entries);
    from = this.#withParents(turn.entries, from);
    this.#dropFrom(from);
    this.#append(turn);
    this.#turn = turn;
    this.#rows = this.#assemble(turn);
    return this.#rows;
  }

  #reindex(): void {
    this.#calls.clear();
    this.#nested.clear();
    this.#indexed = 0;
  }

  #index(entries: readonly Entry[]): void {
    for (; this.#indexed < entries.length; this.#indexed++) {
      const entry = entries[this.#indexed];
      if (entry?.type !== 'tool-call') continue;
      this.#calls.set(entry.toolCallId, this.#indexed);
      if (entry.parentToolCallId === null) continue;
      const siblings = this.#nested.get(entry.parentToolCallId);
      if (siblings === undefined) this.#nested.set(entry.parentToolCallId, [this.#indexed]);
      else siblings.push(this.#indexed);
    }
  }

  /** A changed nested call changes the fold at its outermost parent; a late parent takes its calls in. */
  #withParents(entries: readonly Entry[], changed: number): number {
    let from = changed;
    for (let index = changed; index < entries.length; index++) {
      const entry = entries[index];
      if (entry?.type !== 'tool-call') continue;
      from = Math.min(from, this.#nested.get(entry.toolCallId)?.[0] ?? from);
      const seen = new Set<number>();
      for (let parent = this.#parentIndex(entry); parent !== null && !seen.has(parent);) {
        seen.add(parent);
        from = Math.min(from, parent);
        parent = this.#parentIndex(entries[parent]);
      }
    }
    return from;
  }

  /** All calls below `root`, also those of nested calls, in order of arrival. */
  #descendants(entries: readonly Entry[], root: ToolCallEntry): readonly ToolCallEntry[] {
    const found = new Set<number>();
    const visit = (toolCallId: string) => {
      for (const index of this.#nested.get(toolCallId) ?? []) {
        const child = entries[index];
        if (child?.type !== 'tool-call' || child === root || found.has(index)) continue;
        found.add(index);
        visit(child.toolCallId);
      }
    };
    visit(root.toolCallId);
    const indices = [...found].sort((one, other) => one - other);
    return indices.map((index) => entries[index] as ToolCallEntry);
  }

  #parentIndex(entry: Entry | undefined): number | null {
    if (entry?.type !== 'tool-call' || entry.parentToolCallId === null) return null;
    const index = this.#calls.get(entry.parentToolCallId);
    return index === undefined || entry.parentToolCallId === entry.toolCallId ? null : index;
  }

  #dropFrom(from: number): void {
    while (this.#segments.length > 0) {
      const last = this.#segments.at(-1);
      // A run that ends where the change begins may go on.
      if (last === undefined || last.to < from || (last.to === from && !last.run && !isLiveSegment(last)))
        break;
      this.#segments.pop();
    }
  }

  #append(turn: Turn): void {
    const { entries } = turn;
    for (let index = this.#segments.at(-1)?.to ?? 0; index < entries.length;) {
      const segment = this.#segmentAt(turn, index);
      this.#segments.push(segment);
      index = segment.to;
    }
  }

  #segmentAt(turn: Turn, from: number): Segment {
    const { entries } = turn;
    const entry = entries[from];
    if (entry === undefined || this.#parentIndex(entry) !== null) {
      return { from, to: from + 1, rows: [], run: false };
    }
    if (entry.type === 'tool-call' && folds(entry) && !this.#nested.has(entry.toolCallId)) {
      let to = from + 1;
      for (let next = entries[to]; next !== undefined; next = entries[to]) {
        const joins = next.type === 'tool-call' && folds(next) && !this.#nested.has(next.toolCallId);
        if (!joins || this.#parentIndex(next) !== null) break;
        to += 1;
      }
      const calls = entries.slice(from, to) as readonly ToolCallEntry[];
      return { from, to, rows: [foldRow(`${entry.id}/run`, 'run', calls)], run: true };
    }
    const live = turn.endedAt === null && from === entries.length - 1;
    return { from, to: from + 1, rows: this.#entryRows(entries, entry, live), run: false };
  }

  #entryRows(entries: readonly Entry[], entry: Entry, live: boolean): readonly Row[] {
    switch (entry.type) {
      case 'message':
        return this.#messageRows(entry, live);
      case 'thought':
        return [{ type: 'thought', key: entry.id, entry, live }];
      case 'tool-call': {
        const nested = this.#descendants(entries, entry);
        const row: ToolRow = { type: 'tool', key: entry.id, entry, depth: 0 };
        return nested.length === 0 ? [row] : [row, foldRow(`${entry.id}/nested`, 'nested', nested)];
      }
      case 'plan':
      case 'notice':
      case 'compaction':
      case 'question':
      case 'gap':
      case 'unknown':
        return [{ type: 'entry', key: entry.id, entry }];
      case 'subagent':
        return [{ type: 'subagent', key: entry.id, entry, child: null }];
      default:
        return assertNever(entry);
    }
  }

  #messageRows(entry: MessageEntry, live: boolean): readonly Row[] {
    const memory = messageRows(entry, live, this.#messages.get(entry.id) ?? emptyMessageMemory);
    if (live) this.#messages.set(entry.id, memory);
    else this.#messages.delete(entry.id);
    return memory.rows;
  }

  #assemble(turn: Turn): readonly Row[] {
    const rows: Row[] = [];
    // Older entries come between the prompt and what is there.
    if (turn.prompt !== null && turn.earlier === undefined) {
      const before = this.#rows[0];
      const same = before?.type === 'prompt' && before.blocks === turn.prompt ? before : null;
      rows.push(
        same ?? { type: 'prompt', key: turn.id, turnId: turn.id, at: turn.startedAt, blocks: turn.prompt },
      );
    }
    for (const segment of this.#segments) for (const row of segment.rows) rows.push(row);
    const key = `${turn.id}/end`;
    if (turn.endedAt === null) {
      const before = this.#rows.at(-1);
      rows.push(before?.type === 'working' ? before : { type: 'working', key, since: turn.startedAt });
    } else if (turn.prompt !== null) rows.push({ type: 'end', key, turn });
    return rows;
  }
}

/** A read or search that went as planned: one line is enough for it. */
function folds(entry: ToolCallEntry): boolean {
  const quiet = entry.status !== 'failed' && entry.status !== 'cancelled';
  const plain = entry.content.every(
    (content) => content.type === 'content' && content.block.type !== 'image',
  );
  return (entry.kind === 'read' || entry.kind === 'search') && quiet && plain && entry.terminal === null;
}

function foldRow(key: string, of: FoldRow['of'], entries: readonly ToolCallEntry[]): FoldRow {
  const children = entries.map((entry): ToolRow => ({ type: 'tool', key: entry.id, entry, depth: 1 }));
  return { type: 'fold', key, of, entries, children };
}

function isLiveSegment(segment: Segment): boolean {
  const last = segment.rows.at(-1);
  return (last?.type === 'text' || last?.type === 'thought') && last.live;
}

function firstDifference(before: readonly Entry[], now: readonly Entry[]): number {
  const shorter = Math.min(before.length, now.length);
  // Changes come at the end nearly always, but a late one may be anywhere.
  for (let index = 0; index < shorter; index++) if (before[index] !== now[index]) return index;
  return shorter;
}
