/**
 * What was said and done in a session, as Markdown for an agent that does not know it: prompts, last answers,
 * files that were changed, commands. Bounded: the newest turns are kept whole, of the oldest it is said that they
 * are left out. Pure.
 */
import type { ContentBlock } from '../../shared/session/content.ts';
import type { Entry, SessionState, Turn } from '../../shared/session/state.ts';

/** Bytes of UTF-8. */
export const MOST_SUMMARY_BYTES = 24 * 1024;

/** `upToTurnId`: the last turn that is told; null: all. A turn that runs is told as far as it is. */
export function transcriptSummary(state: SessionState, upToTurnId: string | null = null): string {
  const all = [...state.turns, ...(state.active === null ? [] : [state.active])];
  const last = upToTurnId === null ? -1 : all.findIndex(({ id }) => id === upToTurnId);
  const told = (last < 0 ? all : all.slice(0, last + 1)).map(textOfTurn).filter((text) => text !== '');
  const parts: string[] = [];
  let left = MOST_SUMMARY_BYTES - 400;
  for (const text of told.reverse()) {
    const size = Buffer.byteLength(text) + 2;
    if (size > left) break;
    left -= size;
    parts.unshift(text);
  }
  const newest = told[0];
  if (parts.length === 0 && newest !== undefined) parts.push(endOf(newest, left));
  const missing = told.length - parts.length;
  const head = [
    '# Earlier conversation',
    'This was said and done before, in a session that you do not know. It is context, not a task.',
    ...(missing === 0 ? [] : [`_${missing} earlier exchanges are left out._`]),
  ];
  return [...head, ...parts].join('\n\n');
}

function textOfTurn({ prompt, entries, outcome }: Turn): string {
  const asked = prompt === null ? '' : wordsOf(prompt);
  const answer = lastAnswer(entries);
  const files = new Set<string>();
  const commands: string[] = [];
  for (const entry of entries) {
    if (entry.type !== 'tool-call') continue;
    for (const part of entry.content) if (part.type === 'diff') files.add(part.path);
    if (entry.kind === 'execute' && entry.title !== '') commands.push(oneLine(entry.title));
  }
  const ended = outcome?.type === 'interrupted' || outcome?.type === 'failed';
  const parts = [
    ...(asked === '' ? [] : [`## The person\n\n${asked}`]),
    ...(answer === '' ? [] : [`## The agent\n\n${answer}`]),
    ...(files.size === 0 ? [] : [`Files changed:\n${listOf([...files])}`]),
    ...(commands.length === 0 ? [] : [`Commands run:\n${listOf(commands)}`]),
    ...(ended ? ['_This exchange was broken off._'] : []),
  ];
  return asked === '' && answer === '' ? '' : parts.join('\n\n');
}

/** What it said at last, after its last call. */
function lastAnswer(entries: readonly Entry[]): string {
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    if (entry?.type === 'message' && entry.role === 'agent') return wordsOf(entry.blocks);
  }
  return '';
}

function wordsOf(blocks: readonly ContentBlock[]): string {
  return blocks
    .map((block) => (block.type === 'text' ? block.text : block.type === 'resource-link' ? block.uri : ''))
    .join('\n')
    .trim();
}

const MOST_ROWS = 50;

function listOf(rows: readonly string[]): string {
  const shown = rows.slice(-MOST_ROWS).map((row) => `- ${oneLine(row)}`);
  return (rows.length > MOST_ROWS ? [`- (${rows.length - MOST_ROWS} more)`, ...shown] : shown).join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 300);
}

/** The end of a text, at most so many bytes of it. */
function endOf(text: string, bytes: number): string {
  const cut = Buffer.from(text)
    .subarray(-Math.max(0, bytes - 8))
    .toString('utf8');
  return `…${cut.replace(/^\uFFFD+/, '')}`;
}
