/** Lines that a session's edits added and removed, as its tool calls tell. */
import fastDiff from 'fast-diff';
import type { ToolContent } from './content.ts';
import type { Entry, SessionState, ToolCallEntry, Turn } from './state.ts';

export type DiffStats = { readonly added: number; readonly removed: number };

const NONE: DiffStats = { added: 0, removed: 0 };

/** Changed lines of both sides together, up to which the difference is exact; above it is counted per line text. */
const EXACT_LINES = 1000;

/** UTF-16 units of both texts together from which on lines are told apart by a hash instead of their text. */
const HASHED_FROM = 64 * 1024;

/** A line itself, or in long texts its hash. */
type Line = string | number;

const byContent = new WeakMap<readonly ToolContent[], DiffStats>();
const byTurns = new WeakMap<readonly Turn[], DiffStats>();
const byEntries = new WeakMap<readonly Entry[], DiffStats>();

/** Over all turns; only edits that were made count, each with the last diff that its call showed. */
export function diffStatsOf(state: SessionState): DiffStats {
  const total = cached(byTurns, state.turns, statsOfTurns);
  return state.active === null ? total : sum(total, statsOfEntries(state.active.entries));
}

/** Of one tool call, whether or not it was carried out. */
export function diffStatsOfCall({ content }: Pick<ToolCallEntry, 'content'>): DiffStats {
  return content.length === 0 ? NONE : cached(byContent, content, statsOfContent);
}

/** Lines added and removed between two texts; `oldText` null is a file that was not there. */
export function lineStats(oldText: string | null, newText: string): DiffStats {
  const isLong = (oldText?.length ?? 0) + newText.length >= HASHED_FROM;
  const read: (text: string) => readonly Line[] = isLong ? lineHashesOf : linesOf;
  const before = read(oldText ?? '');
  const after = read(newText);
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let endBefore = before.length;
  let endAfter = after.length;
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore -= 1;
    endAfter -= 1;
  }
  const removed = before.slice(start, endBefore);
  const added = after.slice(start, endAfter);
  if (removed.length === 0 || added.length === 0) return { added: added.length, removed: removed.length };
  return removed.length + added.length <= EXACT_LINES ? exact(removed, added) : byText(removed, added);
}

function statsOfTurns(turns: readonly Turn[]): DiffStats {
  let total = NONE;
  for (const turn of turns) total = sum(total, cached(byEntries, turn.entries, statsOfEntries));
  return total;
}

function statsOfEntries(entries: readonly Entry[]): DiffStats {
  let total = NONE;
  for (const entry of entries) {
    if (entry.type === 'tool-call' && entry.status === 'completed') {
      total = sum(total, diffStatsOfCall(entry));
    }
  }
  return total;
}

function statsOfContent(content: readonly ToolContent[]): DiffStats {
  let total = NONE;
  for (const part of content) {
    if (part.type === 'diff') total = sum(total, lineStats(part.oldText, part.newText));
  }
  return total;
}

function sum(a: DiffStats, b: DiffStats): DiffStats {
  if (b.added === 0 && b.removed === 0) return a;
  return { added: a.added + b.added, removed: a.removed + b.removed };
}

function cached<Key extends object>(
  cache: WeakMap<Key, DiffStats>,
  key: Key,
  compute: (key: Key) => DiffStats,
): DiffStats {
  let stats = cache.get(key);
  if (stats === undefined) {
    stats = compute(key);
    cache.set(key, stats);
  }
  return stats;
}

/** A line break at the end is no line of its own. */
function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split(/\r\n|\n|\r/);
  if (lines[lines.length - 1] === '') lines.pop();
  return lines;
}

/** The same lines without making a text of each: some ten times as fast, which a file of megabytes needs. */
function lineHashesOf(text: string): readonly number[] {
  const hashes: number[] = [];
  let hash = HASH_START;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 10 || unit === 13) {
      // The shift keeps it a small integer, which arrays and maps hold without a box.
      hashes.push(hash >> 1);
      hash = HASH_START;
      if (unit === 13 && text.charCodeAt(at + 1) === 10) at += 1;
    } else hash = Math.imul(hash ^ unit, HASH_PRIME);
  }
  const last = text.charCodeAt(text.length - 1);
  if (text !== '' && last !== 10 && last !== 13) hashes.push(hash >> 1);
  return hashes;
}

/** FNV-1a, 32 bits. */
const HASH_START = 0x811c9dc5 | 0;
const HASH_PRIME = 0x01000193;

/** Each distinct line becomes one character, so that the text difference is one of lines. */
function exact(before: readonly Line[], after: readonly Line[]): DiffStats {
  const codes = new Map<Line, string>();
  const encode = (lines: readonly Line[]): string =>
    lines
      .map((line) => {
        let code = codes.get(line);
        if (code === undefined) {
          code = String.fromCharCode(codes.size + 1);
          codes.set(line, code);
        }
        return code;
      })
      .join('');
  let added = 0;
  let removed = 0;
  for (const [kind, lines] of fastDiff(encode(before), encode(after))) {
    if (kind === fastDiff.INSERT) added += lines.length;
    if (kind === fastDiff.DELETE) removed += lines.length;
  }
  return { added, removed };
}

/** Linear, blind to moved lines: good enough for the count of a very large change. */
function byText(before: readonly Line[], after: readonly Line[]): DiffStats {
  const left = new Map<Line, number>();
  for (const line of before) left.set(line, (left.get(line) ?? 0) + 1);
  let kept = 0;
  for (const line of after) {
    const count = left.get(line) ?? 0;
    if (count === 0) continue;
    left.set(line, count - 1);
    kept += 1;
  }
  return { added: after.length - kept, removed: before.length - kept };
}
