/**
 * Whether what an agent tells again of a conversation is what the record has. Agents tell it in their own way:
 * the last part alone, without the turn that was cut off, with other spacing. Only words are compared. Pure.
 */
import type { ContentBlock } from '../../shared/session/content.ts';
import type { SessionEventBody } from '../../shared/session/event.ts';
import type { Turn } from '../../shared/session/state.ts';

/** So much of it is kept; a longer history is not compared. UTF-16 units. */
const MOST_CHARS = 8 * 1024 * 1024;

type Told = { prompt: string; answer: string };

export class ReplayComparison {
  readonly #told: Told[] = [];
  #chars = 0;

  take(bodies: readonly SessionEventBody[]): void {
    for (const body of bodies) {
      if (body.type !== 'message-chunk' || body.content.type !== 'text') continue;
      this.#chars += body.content.text.length;
      if (this.#chars > MOST_CHARS) return;
      this.#add(body.role, body.content.text);
    }
  }

  /** `turns`: those of the record, the settled ones. True also when nothing was told. */
  agreesWith(turns: readonly Turn[]): boolean {
    const told = this.#told.map(({ prompt, answer }) => ({ prompt: bare(prompt), answer: bare(answer) }));
    const asked = told.filter(({ prompt }) => prompt !== '');
    if (asked.length === 0 || this.#chars > MOST_CHARS) return true;
    const ours = turns.filter(({ prompt }) => prompt !== null && bare(textOf(prompt)) !== '');
    // It may lack the newest turns if they were cut off, and any number of the oldest.
    for (let end = ours.length; end >= asked.length; end -= 1) {
      const part = ours.slice(end - asked.length, end);
      if (part.every((turn, index) => isSame(turn, asked[index]))) return true;
      if (isWhole(ours[end - 1])) return false;
    }
    return false;
  }

  #add(role: 'user' | 'agent' | 'thought', text: string): void {
    const last = this.#told[this.#told.length - 1];
    if (role === 'user') {
      if (last === undefined || last.answer !== '') this.#told.push({ prompt: text, answer: '' });
      else last.prompt += text;
    } else if (role === 'agent') {
      if (last === undefined) this.#told.push({ prompt: '', answer: text });
      else last.answer += text;
    }
  }
}

function isSame(turn: Turn, told: Told | undefined): boolean {
  if (told === undefined || turn.prompt === null) return false;
  // Agents may tell what they made of a prompt, with more around it.
  if (!told.prompt.includes(bare(textOf(turn.prompt)))) return false;
  return !isWhole(turn) || told.answer === '' || bare(answerOf(turn)) === told.answer;
}

/** The agent came to its end, so it should know it. */
function isWhole(turn: Turn | undefined): boolean {
  return turn?.outcome?.type === 'stopped' && turn.outcome.reason === 'end_turn';
}

function answerOf({ entries }: Turn): string {
  return entries
    .flatMap((entry) => (entry.type === 'message' && entry.role === 'agent' ? [textOf(entry.blocks)] : []))
    .join('');
}

function textOf(blocks: readonly ContentBlock[]): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

function bare(text: string): string {
  return text.replace(/\s+/g, '');
}
