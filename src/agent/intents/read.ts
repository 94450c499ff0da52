import type { LineRange, StepIntent } from '../intent.ts';
import { codeBlock, languageFor } from '../markdown.ts';
import { textContent } from '../tool-call.ts';
import type { Outcome, Turn } from '../turn.ts';
import { locate, readText } from '../workspace/files.ts';
import { lineCount, lineStarts } from '../workspace/lines.ts';

const MAX_FILE_BYTES = 8 * 1024 * 1024;
const MAX_KEPT_LINES = 1000;
const MAX_KEPT_CHARACTERS = 96 * 1024;
const MAX_SAID_LINES = 40;
const MAX_SAID_LINES_IN_PLAN = 12;

export async function read(turn: Turn, intent: Extract<StepIntent, { type: 'read' }>): Promise<Outcome> {
  const { words } = turn;
  const path = await locate(turn.workspace, intent.path, turn.signal);
  const tool = await turn.call({
    title: words.readTitle(path.relative, shownLines(intent.lines)),
    kind: 'read',
    status: 'in_progress',
    locations: [{ path: path.absolute, line: intent.lines?.from ?? 1 }],
    rawInput: { path: path.relative, ...(intent.lines === null ? {} : intent.lines) },
  });
  const text = await readText(path, MAX_FILE_BYTES);
  const total = lineCount(text);
  const from = intent.lines?.from ?? 1;
  const to = Math.min(intent.lines?.to ?? total, total);
  if (from > total) {
    const empty = total === 0 && intent.lines === null;
    const note = empty ? words.emptyFile(path.relative) : words.noSuchLines(path.relative, total);
    await turn.finish(tool, empty ? 'completed' : 'failed', { content: [textContent(note)] });
    await turn.say(`${note}\n\n`);
    return empty ? 'done' : 'failed';
  }
  const starts = lineStarts(text);
  const language = languageFor(path.relative);
  const block = (last: number): string =>
    codeBlock(text.slice(starts[from - 1], starts[last] ?? text.length), language);
  const kept = lastLineWithin(starts, from, Math.min(to, from + MAX_KEPT_LINES - 1), MAX_KEPT_CHARACTERS);
  await turn.finish(tool, 'completed', {
    content: [textContent(block(kept) + more(turn, path.relative, kept, to))],
    rawOutput: { lines: total, from, to: kept },
  });
  const said = lastLineWithin(
    starts,
    from,
    Math.min(to, from + (turn.brief ? MAX_SAID_LINES_IN_PLAN : MAX_SAID_LINES) - 1),
    8 * 1024,
  );
  const heading = words.hasLines(path.relative, total, { from, to: said });
  await turn.say(`${heading}\n\n${block(said)}${more(turn, path.relative, said, to)}\n`);
  return 'done';
}

function shownLines(lines: LineRange | null): string | null {
  if (lines === null) return null;
  return lines.to === lines.from ? String(lines.from) : `${lines.from}-${lines.to ?? ''}`;
}

/** The last line up to which the text from line `from` stays within the bound; always at least one. */
function lastLineWithin(starts: readonly number[], from: number, to: number, characters: number): number {
  const start = starts[from - 1] ?? 0;
  let last = to;
  while (last > from && (starts[last] ?? 0) - start > characters) last -= 1;
  return last;
}

function more(turn: Turn, path: string, shown: number, wanted: number): string {
  if (shown >= wanted) return '';
  const quoted = /\s/.test(path) ? `"${path}"` : path;
  return `\n${turn.words.moreLines(wanted - shown, `show lines ${shown + 1}-${wanted} of ${quoted}`)}\n`;
}
