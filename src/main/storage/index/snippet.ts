/** The part of a text that shows why it was found. Pure. */
import type { TextRange } from '../../../shared/session/search.ts';
import type { Term } from './parse-query.ts';
import { type Word, wordsIn } from './search-text.ts';

/** UTF-16 units. */
export const SNIPPET_CHARS = 240;
/** What stands before the first match, when there is more before it. */
const LEAD_CHARS = 60;
const MOST_MATCHES = 20;

export type Snippet = { readonly snippet: string; readonly matches: readonly TextRange[] };

/** One line: white space is one blank. */
export function snippetOf(text: string, terms: readonly Term[]): Snippet {
  const words = wordsIn(text);
  const found = rangesOf(words, terms);
  const first = found[0]?.from ?? 0;
  const start = startOf(text, first, words);
  const end = endOf(text, start + SNIPPET_CHARS, words);
  const inside = found.filter(({ from, to }) => from >= start && to <= end).slice(0, MOST_MATCHES);
  return squeezed(text.slice(start, end), inside, start, {
    before: start > 0,
    after: end < text.length,
  });
}

/** In order and without overlaps. */
function rangesOf(words: readonly Word[], terms: readonly Term[]): readonly TextRange[] {
  const starts = new Map<string, Term[]>();
  for (const term of terms) {
    const [first = ''] = term.words;
    const key = term.words.length === 1 && term.prefix ? '' : first;
    starts.set(key, [...(starts.get(key) ?? []), term]);
  }
  const beginnings = starts.get('') ?? [];
  const ranges: TextRange[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const candidates = [...(word.folded === '' ? [] : (starts.get(word.folded) ?? [])), ...beginnings];
    const lengths = candidates.map((term) => (fits(words, at, term) ? term.words.length : 0));
    const longest = Math.max(0, ...lengths);
    if (longest === 0) continue;
    ranges.push({ from: word.from, to: words[at + longest - 1]?.to ?? word.to });
    at += longest - 1;
  }
  return ranges;
}

function fits(words: readonly Word[], at: number, term: Term): boolean {
  return term.words.every((wanted, index) => {
    const folded = words[at + index]?.folded;
    if (folded === undefined) return false;
    return term.prefix && index === term.words.length - 1 ? folded.startsWith(wanted) : folded === wanted;
  });
}

/** Begins with a word, a little before the match. */
function startOf(text: string, match: number, words: readonly Word[]): number {
  if (match <= LEAD_CHARS || text.length <= SNIPPET_CHARS) return 0;
  const wanted = match - LEAD_CHARS;
  return words.find(({ from }) => from >= wanted)?.from ?? wanted;
}

/** Ends with a word, unless there is none in sight. */
function endOf(text: string, wanted: number, words: readonly Word[]): number {
  if (wanted >= text.length) return text.length;
  const last = words.filter(({ to }) => to <= wanted && to > wanted - LEAD_CHARS).pop();
  const end = last?.to ?? wanted;
  // Not between the halves of a pair.
  return /[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end - 1 : end;
}

function squeezed(
  part: string,
  ranges: readonly TextRange[],
  offset: number,
  more: { readonly before: boolean; readonly after: boolean },
): Snippet {
  let snippet = more.before ? '…' : '';
  let at = 0;
  const matches: TextRange[] = [];
  for (const range of ranges) {
    snippet += blanks(part.slice(at, range.from - offset));
    const from = snippet.length;
    snippet += blanks(part.slice(range.from - offset, range.to - offset));
    matches.push({ from, to: snippet.length });
    at = range.to - offset;
  }
  snippet += blanks(part.slice(at));
  return { snippet: `${snippet}${more.after ? '…' : ''}`, matches };
}

function blanks(text: string): string {
  return text.replace(/\s+/gu, ' ');
}
