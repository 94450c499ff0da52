/**
 * What is read to colour the lines of a diff on one side: the text from its beginning, since a line alone does not
 * tell whether it stands in a type, a comment or a string. Of a long text, the lines before.
 */
export type ColourSource = {
  readonly code: string;
  /** 1-based number of the line that the code begins with. */
  readonly firstLine: number;
};

export type DiffSide = {
  readonly lines: readonly string[];
  /** All lines up to the last one that is shown; null: too long. One text for all rows is coloured once. */
  readonly whole: string | null;
};

/** UTF-16 units that are read from the beginning of a text. */
export const longestWhole = 48 * 1024;
/** Before a stretch of a longer text. */
const linesBefore = 200;
const unitsBefore = 16 * 1024;

/** `until`: 1-based number of the last line that is shown, 0 for none. */
export function diffSide(text: string, until: number): DiffSide {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  let units = 0;
  for (let at = 0; at < until && units <= longestWhole; at += 1) units += (lines[at]?.length ?? 0) + 1;
  return { lines, whole: units > longestWhole ? null : lines.slice(0, until).join('\n') };
}

/** For the lines `from` to `to`, both 1-based and shown. */
export function colourSource(side: DiffSide, from: number, to: number): ColourSource {
  if (side.whole !== null) return { code: side.whole, firstLine: 1 };
  let first = from;
  let units = 0;
  while (first > 1 && from - first < linesBefore) {
    units += (side.lines[first - 2]?.length ?? 0) + 1;
    if (units > unitsBefore) break;
    first -= 1;
  }
  return { code: side.lines.slice(first - 1, to).join('\n'), firstLine: first };
}
