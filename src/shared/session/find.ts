/** Where in a whole session a text stands, oldest first. Pure, and done in pieces: the caller decides when to rest. */
import type { ContentBlock, ToolContent } from './content.ts';
import { promptText } from './past.ts';
import type { Entry, SessionState } from './state.ts';

/** The `n`th match, from 0, of an entry; `entryId` null: of the turn's prompt. */
export type FindHit = { readonly turnId: string; readonly entryId: string | null; readonly n: number };

export type FindQuery = { readonly text: string; readonly caseSensitive: boolean };

/** `more`: there are further ones; these are the newest. */
export type FindAnswer = { readonly hits: readonly FindHit[]; readonly more: boolean };

export const mostHits = 2000;

/** Newest entry first: each step looks at one, and gives its hits in order. */
export function* findInSession(state: SessionState, query: FindQuery): Generator<readonly FindHit[]> {
  const turns = state.active === null ? state.turns : [...state.turns, state.active];
  for (let index = turns.length - 1; index >= 0; index -= 1) {
    const turn = turns[index];
    if (turn === undefined) continue;
    for (let at = turn.entries.length - 1; at >= 0; at -= 1) {
      const entry = turn.entries[at];
      if (entry === undefined) continue;
      const count = countOf(readable(entry, query), query);
      yield Array.from({ length: count }, (_, n) => ({ turnId: turn.id, entryId: entry.id, n }));
    }
    const count = countOf(promptText(turn.prompt), query);
    yield Array.from({ length: count }, (_, n) => ({ turnId: turn.id, entryId: null, n }));
  }
}

/** Goes on with `steps` until they end, there are enough hits, or `mayGoOn` says no; then call it again. */
export function gather(
  steps: Iterator<readonly FindHit[]>,
  found: FindHit[][],
  mayGoOn: () => boolean,
): 'over' | 'enough' | 'paused' {
  let count = found.reduce((sum, hits) => sum + hits.length, 0);
  for (let looked = 0; ; looked += 1) {
    // Asking the clock for every entry would cost more than looking.
    if (looked % 16 === 15 && !mayGoOn()) return 'paused';
    const next = steps.next();
    if (next.done === true) return 'over';
    if (next.value.length === 0) continue;
    found.push([...next.value]);
    count += next.value.length;
    if (count > mostHits) return 'enough';
  }
}

export function answerOf(found: readonly (readonly FindHit[])[], end: 'over' | 'enough'): FindAnswer {
  const hits = [...found].reverse().flat();
  return { hits: hits.slice(-mostHits), more: end === 'enough' };
}

/** Where matches begin, one after the other. */
export function* matchesIn(text: string, { text: wanted, caseSensitive }: FindQuery): Generator<number> {
  if (wanted === '') return;
  // Lower case may be of another length for a few letters: then places are off, and only there.
  const where = caseSensitive ? text : text.toLowerCase();
  const what = caseSensitive ? wanted : wanted.toLowerCase();
  for (let at = where.indexOf(what); at !== -1; at = where.indexOf(what, at + what.length)) yield at;
}

function countOf(text: string, query: FindQuery): number {
  let count = 0;
  for (const _ of matchesIn(text, query)) count += 1;
  return count;
}

/** Signs that a person does not see where Markdown is shown; inside of words they are no Markdown. */
const markup = /\*\*|~~|`|(?<!\w)[*_]|[*_](?!\w)/g;

/** Words are found over the end of what is bold or code, unless the signs themselves are looked for. */
function readable(entry: Entry, { text }: FindQuery): string {
  const whole = textOfEntry(entry);
  const isMarkdown = entry.type === 'message' || entry.type === 'thought';
  return isMarkdown && text.replace(markup, '') === text ? whole.replace(markup, '') : whole;
}

/** What a person can read of an entry. */
export function textOfEntry(entry: Entry): string {
  switch (entry.type) {
    case 'message':
      return entry.blocks.map(textOfBlock).join('\n');
    case 'thought':
      return entry.text;
    case 'tool-call':
      return [
        entry.title,
        commandOf(entry.rawInput),
        ...entry.locations.map(({ path }) => path),
        ...entry.content.map(textOfContent),
        entry.terminal?.output ?? '',
      ].join('\n');
    case 'plan':
      return [...entry.steps.map(({ content }) => content), entry.document?.text ?? ''].join('\n');
    case 'notice':
      return [entry.title, entry.description ?? ''].join('\n');
    case 'compaction':
      return entry.summary;
    case 'subagent':
      return [entry.title, entry.description ?? ''].join('\n');
    case 'question':
      return entry.question.message;
    case 'gap':
    case 'unknown':
      return '';
  }
}

function commandOf(rawInput: unknown): string {
  const command: unknown =
    typeof rawInput === 'object' && rawInput !== null ? Reflect.get(rawInput, 'command') : null;
  return typeof command === 'string' ? command : '';
}

function textOfBlock(block: ContentBlock): string {
  return block.type === 'text' ? block.text : '';
}

function textOfContent(content: ToolContent): string {
  if (content.type === 'diff') return [content.path, content.oldText ?? '', content.newText].join('\n');
  return content.type === 'content' ? textOfBlock(content.block) : '';
}
