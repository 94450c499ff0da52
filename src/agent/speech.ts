/** Cuts what the agent says into bursts, so that it streams at a human pace and always in the same pieces. */
import type { Pace } from './options.ts';

export type Burst = { readonly text: string; readonly pauseMs: number };

/** Words per burst, in turn: uneven enough to look spoken, fixed so that a run can be repeated. */
const RHYTHM = [3, 5, 2, 4, 3] as const;
const MS_PER_WORD: Readonly<Record<Exclude<Pace, 'instant'>, number>> = { natural: 32, slow: 125 };
/** A line of code or of a list is shown whole and counts as this many words. */
const LINE_WEIGHT = 2.5;

/** The bursts of a Markdown text: their texts add up to it; `pauseMs` is waited after each. */
export function bursts(markdown: string, pace: Pace): readonly Burst[] {
  if (markdown === '') return [];
  if (pace === 'instant') return [{ text: markdown, pauseMs: 0 }];
  const perWord = MS_PER_WORD[pace];
  const result: Burst[] = [];
  let text = '';
  let weight = 0;
  const flush = (): void => {
    if (text !== '') result.push({ text, pauseMs: Math.round(weight * perWord) });
    text = '';
    weight = 0;
  };
  for (const piece of pieces(markdown)) {
    text += piece.text;
    weight += piece.weight;
    if (weight >= (RHYTHM[result.length % RHYTHM.length] ?? 3)) flush();
  }
  flush();
  return result;
}

type Piece = { readonly text: string; readonly weight: number };

function* pieces(markdown: string): Generator<Piece> {
  let fence: string | null = null;
  for (const line of markdown.split(/(?<=\n)/)) {
    const mark = /^\s*(`{3,})/.exec(line)?.[1];
    const inCode = fence !== null || mark !== undefined;
    if (mark !== undefined && fence === null) fence = mark;
    else if (mark !== undefined && fence !== null && mark.length >= fence.length) fence = null;
    if (inCode || /^\s*(?:[-*]|\d+\.)\s/.test(line)) yield { text: line, weight: LINE_WEIGHT };
    else yield* words(line);
  }
}

/** Words with the space after them; Chinese text has none, there two characters count as a word. */
function* words(line: string): Generator<Piece> {
  for (const word of line.match(/\p{Script=Han}{1,2}[^\S\n]*|(?:(?!\p{Script=Han})\S)+\s*|\s+/gu) ?? []) {
    yield { text: word, weight: word.trim() === '' ? 0 : 1 };
  }
}
