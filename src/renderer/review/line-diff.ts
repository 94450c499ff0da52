/**
 * What differs between two texts, by lines, as hunks with context. Pure and bounded: whatever the texts,
 * the work stays far below a frame's worth of seconds. Where the exact answer would cost too much, lines
 * that occur once on both sides serve as anchors, and a stretch without any is shown as replaced whole.
 */
import fastDiff from 'fast-diff';

export type DiffLine = {
  readonly type: 'context' | 'added' | 'removed';
  /** Without its line break. */
  readonly text: string;
  /** 1-based; null on the side that lacks the line. */
  readonly oldLine: number | null;
  readonly newLine: number | null;
  /** Parts that differ from the paired line of the other side, `[from, to)` in UTF-16 units. */
  readonly marks: readonly (readonly [from: number, to: number])[];
};

export type Hunk = {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly DiffLine[];
};

export type LineDiff = {
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
  /** `exact`, or `coarse` where a stretch was too large to compare line by line. */
  readonly precision: 'exact' | 'coarse';
  /** The last line of the text has no line break; null when there is no such text or line. */
  readonly endsWithoutBreak: { readonly old: boolean; readonly new: boolean };
};

/** Together, in UTF-16 units. Beyond it a text is compared by its beginning and end only. */
const mostUnits = 2 * 1024 * 1024;
/** Lines of both sides of one stretch that are compared exactly. */
const mostLines = 6000;
/** Longest line that gets marks inside. */
const longestMarked = 400;

type Edit = {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
};

/** `oldText` null: the file is new. `context`: unchanged lines around each change. */
export function diffLines(oldText: string | null, newText: string, context = 3): LineDiff {
  const oldLines = linesOf(oldText ?? '');
  const newLines = linesOf(newText);
  const budget = { coarse: (oldText?.length ?? 0) + newText.length > mostUnits };
  const edits = editsBetween(oldLines, newLines, budget);
  return {
    hunks: hunksOf(edits, oldLines, newLines, context),
    added: edits.reduce((sum, edit) => sum + edit.newTo - edit.newFrom, 0),
    removed: edits.reduce((sum, edit) => sum + edit.oldTo - edit.oldFrom, 0),
    precision: budget.coarse ? 'coarse' : 'exact',
    endsWithoutBreak: { old: lacksBreak(oldText ?? ''), new: lacksBreak(newText) },
  };
}

function lacksBreak(text: string): boolean {
  return text !== '' && !text.endsWith('\n');
}

/** A final line break ends the last line, it does not begin another. */
function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function editsBetween(
  oldLines: readonly string[],
  newLines: readonly string[],
  budget: { coarse: boolean },
): readonly Edit[] {
  const shorter = Math.min(oldLines.length, newLines.length);
  let head = 0;
  while (head < shorter && oldLines[head] === newLines[head]) head += 1;
  let tail = 0;
  while (
    tail < shorter - head &&
    oldLines[oldLines.length - 1 - tail] === newLines[newLines.length - 1 - tail]
  )
    tail += 1;
  const whole: Edit = {
    oldFrom: head,
    oldTo: oldLines.length - tail,
    newFrom: head,
    newTo: newLines.length - tail,
  };
  if (isEmpty(whole)) return [];
  if (budget.coarse) return [whole];
  return joinAdjacent(refine(whole, oldLines, newLines, budget));
}

function refine(
  stretch: Edit,
  oldLines: readonly string[],
  newLines: readonly string[],
  budget: { coarse: boolean },
): readonly Edit[] {
  const oldCount = stretch.oldTo - stretch.oldFrom;
  const newCount = stretch.newTo - stretch.newFrom;
  if (oldCount === 0 || newCount === 0) return isEmpty(stretch) ? [] : [stretch];
  if (oldCount + newCount <= mostLines) return exactEdits(stretch, oldLines, newLines);
  const anchors = anchorsIn(stretch, oldLines, newLines);
  if (anchors.length === 0) {
    budget.coarse = true;
    return [stretch];
  }
  const edits: Edit[] = [];
  let { oldFrom, newFrom } = stretch;
  for (const [oldAt, newAt] of anchors) {
    edits.push(...gap({ oldFrom, oldTo: oldAt, newFrom, newTo: newAt }, oldLines, newLines, budget));
    oldFrom = oldAt + 1;
    newFrom = newAt + 1;
  }
  edits.push(...gap({ ...stretch, oldFrom, newFrom }, oldLines, newLines, budget));
  return edits;
}

/** Between two anchors: exact where that is affordable, else replaced whole. */
function gap(
  stretch: Edit,
  oldLines: readonly string[],
  newLines: readonly string[],
  budget: { coarse: boolean },
): readonly Edit[] {
  if (isEmpty(stretch)) return [];
  const size = stretch.oldTo - stretch.oldFrom + stretch.newTo - stretch.newFrom;
  if (size <= mostLines) return exactEdits(stretch, oldLines, newLines);
  if (stretch.oldFrom !== stretch.oldTo && stretch.newFrom !== stretch.newTo) budget.coarse = true;
  return [stretch];
}

/** Pairs of lines that occur exactly once in each stretch, in an order that both agree on (patience diff). */
function anchorsIn(
  stretch: Edit,
  oldLines: readonly string[],
  newLines: readonly string[],
): readonly (readonly [number, number])[] {
  const once = new Map<string, { old: number; oldCount: number; fresh: number; newCount: number }>();
  for (let at = stretch.oldFrom; at < stretch.oldTo; at++) {
    const line = oldLines[at] ?? '';
    const seen = once.get(line);
    if (seen === undefined) once.set(line, { old: at, oldCount: 1, fresh: -1, newCount: 0 });
    else seen.oldCount += 1;
  }
  const pairs: [number, number][] = [];
  for (let at = stretch.newFrom; at < stretch.newTo; at++) {
    const seen = once.get(newLines[at] ?? '');
    if (seen === undefined || seen.oldCount > 1) continue;
    seen.newCount += 1;
    seen.fresh = at;
  }
  for (const seen of once.values()) {
    if (seen.oldCount === 1 && seen.newCount === 1) pairs.push([seen.old, seen.fresh]);
  }
  return longestRising(pairs.sort((one, other) => one[0] - other[0]));
}

/** The longest subsequence whose second numbers rise. */
function longestRising(pairs: readonly [number, number][]): readonly (readonly [number, number])[] {
  const ends: number[] = [];
  const before: number[] = [];
  pairs.forEach(([, value], index) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = index;
  });
  const rising: [number, number][] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair !== undefined) rising.push(pair);
  }
  return rising.reverse();
}

/** Every distinct line becomes one character, so that a character diff is a line diff. */
function exactEdits(
  stretch: Edit,
  oldLines: readonly string[],
  newLines: readonly string[],
): readonly Edit[] {
  const codes = new Map<string, string>();
  const encode = (lines: readonly string[], from: number, to: number) => {
    let text = '';
    for (let at = from; at < to; at++) {
      const line = lines[at] ?? '';
      let code = codes.get(line);
      if (code === undefined) {
        // Surrogates are left out: a diff never cuts through a pair.
        code = String.fromCharCode(codes.size + 1 < 0xd800 ? codes.size + 1 : codes.size + 1 + 0x800);
        codes.set(line, code);
      }
      text += code;
    }
    return text;
  };
  const before = encode(oldLines, stretch.oldFrom, stretch.oldTo);
  const after = encode(newLines, stretch.newFrom, stretch.newTo);
  const edits: Edit[] = [];
  let oldAt = stretch.oldFrom;
  let newAt = stretch.newFrom;
  for (const [type, text] of fastDiff(before, after)) {
    const oldTo = type === 1 ? oldAt : oldAt + text.length;
    const newTo = type === -1 ? newAt : newAt + text.length;
    if (type !== 0) edits.push({ oldFrom: oldAt, oldTo, newFrom: newAt, newTo });
    oldAt = oldTo;
    newAt = newTo;
  }
  return edits;
}

function isEmpty(edit: Edit): boolean {
  return edit.oldFrom === edit.oldTo && edit.newFrom === edit.newTo;
}

function joinAdjacent(edits: readonly Edit[]): readonly Edit[] {
  const joined: Edit[] = [];
  for (const edit of edits) {
    const last = joined.at(-1);
    if (last !== undefined && last.oldTo === edit.oldFrom && last.newTo === edit.newFrom) {
      joined[joined.length - 1] = { ...last, oldTo: edit.oldTo, newTo: edit.newTo };
    } else joined.push(edit);
  }
  return joined;
}

function hunksOf(
  edits: readonly Edit[],
  oldLines: readonly string[],
  newLines: readonly string[],
  context: number,
): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let lines: DiffLine[] = [];
  let at = 0;
  const unchanged = (from: number, to: number, shift: number) => {
    for (let line = from; line < to; line++) {
      lines.push({
        type: 'context',
        text: oldLines[line] ?? '',
        oldLine: line + 1,
        newLine: line + 1 + shift,
        marks: [],
      });
    }
  };
  edits.forEach((edit, index) => {
    const shift = edit.newFrom - edit.oldFrom;
    const previous = edits[index - 1];
    if (previous === undefined || edit.oldFrom - previous.oldTo > context * 2) {
      at = Math.max(previous?.oldTo ?? 0, edit.oldFrom - context);
      lines = [];
      hunks.push({ oldStart: at + 1, newStart: at + 1 + shift, lines });
    }
    unchanged(at, edit.oldFrom, shift);
    lines.push(...changed(edit, oldLines, newLines));
    const next = edits[index + 1];
    const joins = next !== undefined && next.oldFrom - edit.oldTo <= context * 2;
    const end = joins ? edit.oldTo : Math.min(oldLines.length, edit.oldTo + context);
    unchanged(edit.oldTo, end, edit.newTo - edit.oldTo);
    at = end;
  });
  return hunks;
}

function changed(edit: Edit, oldLines: readonly string[], newLines: readonly string[]): readonly DiffLine[] {
  const removed = edit.oldTo - edit.oldFrom;
  const added = edit.newTo - edit.newFrom;
  const pairs = removed > 0 && added > 0 && Math.max(removed, added) <= 12 ? Math.min(removed, added) : 0;
  const marks = Array.from({ length: pairs }, (_, index) =>
    marksBetween(oldLines[edit.oldFrom + index] ?? '', newLines[edit.newFrom + index] ?? ''),
  );
  const lines: DiffLine[] = [];
  for (let line = edit.oldFrom; line < edit.oldTo; line++) {
    const text = oldLines[line] ?? '';
    lines.push({
      type: 'removed',
      text,
      oldLine: line + 1,
      newLine: null,
      marks: marks[line - edit.oldFrom]?.old ?? [],
    });
  }
  for (let line = edit.newFrom; line < edit.newTo; line++) {
    const text = newLines[line] ?? '';
    lines.push({
      type: 'added',
      text,
      oldLine: null,
      newLine: line + 1,
      marks: marks[line - edit.newFrom]?.fresh ?? [],
    });
  }
  return lines;
}

type Range = readonly [from: number, to: number];

/** Marks what changed inside a pair of lines, unless so much did that marks would only be noise. */
function marksBetween(
  before: string,
  after: string,
): { old: readonly Range[]; fresh: readonly Range[] } | null {
  if (before.length > longestMarked || after.length > longestMarked) return null;
  const old: Range[] = [];
  const fresh: Range[] = [];
  let oldAt = 0;
  let newAt = 0;
  let same = 0;
  for (const [type, text] of fastDiff(before, after, undefined, true)) {
    if (type === 0) {
      // One or two equal characters between changes belong to the change.
      same += text.trim().length > 2 ? text.trim().length : 0;
      oldAt += text.length;
      newAt += text.length;
    } else if (type === -1) {
      addRange(old, oldAt, oldAt + text.length);
      oldAt += text.length;
    } else {
      addRange(fresh, newAt, newAt + text.length);
      newAt += text.length;
    }
  }
  const longer = Math.max(before.trim().length, after.trim().length);
  return same * 10 < longer * 4 ? null : { old, fresh };
}

function addRange(ranges: Range[], from: number, to: number): void {
  const last = ranges.at(-1);
  if (last !== undefined && from - last[1] <= 2) ranges[ranges.length - 1] = [last[0], to];
  else ranges.push([from, to]);
}
