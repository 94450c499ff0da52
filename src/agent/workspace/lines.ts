/** Lines of a text: where they start, which one an offset is on, and hunks of changed ones. */
import { edited, type Edit } from './matching.ts';

/** Offsets of line starts, always with 0 first. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** 1-based. */
export function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** Without its line end. */
export function lineText(text: string, starts: readonly number[], line: number): string {
  return text.slice(starts[line - 1] ?? text.length, starts[line] ?? text.length).replace(/\r?\n$/, '');
}

/** A file that ends in a newline has no empty last line. */
export function lineCount(text: string): number {
  if (text === '') return 0;
  return lineStarts(text).length - (text.endsWith('\n') ? 1 : 0);
}

export type Hunk = { readonly oldText: string; readonly newText: string; readonly line: number };

/** The changed lines with `context` lines around them; neighbours that touch are joined. */
export function hunks(text: string, edits: readonly Edit[], context: number): readonly Hunk[] {
  const starts = lineStarts(text);
  const found: { from: number; to: number; line: number }[] = [];
  for (const edit of edits) {
    const first = Math.max(1, lineAt(starts, edit.start) - context);
    const last = lineAt(starts, Math.max(edit.start, edit.end - 1)) + context;
    const from = starts[first - 1] ?? 0;
    const to = starts[last] ?? text.length;
    const before = found.at(-1);
    if (before !== undefined && from <= before.to) before.to = Math.max(before.to, to);
    else found.push({ from, to, line: first });
  }
  return found.map(({ from, to, line }) => ({
    oldText: text.slice(from, to),
    newText: edited(text, edits, from, to),
    line,
  }));
}
