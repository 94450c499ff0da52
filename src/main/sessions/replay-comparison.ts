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
    // From the newest: it may lack any number of the oldest, and turns that did not come to their end.
    let at = ours.length;
    for (const each of [...asked].reverse()) {
      do at -= 1;
      while (at >= 0 && !isWhole(ours[at]) && !isSame(ours[at], each));
      if (at < 0 || !isSame(ours[at], each)) return false;
    }
    return true;
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

function isSame(turn: Turn | undefined, told: Told): boolean {
  if (turn === undefined || turn.prompt === null) return false;
  // Agents may tell what they made of a prompt, with more around it.
  if (!told.prompt.includes(bare(textOf(turn.prompt)))) return false;
  if (!isWhole(turn) || told.answer === '') return true;
  // Some put words of their own between those of the answer; its end is the agent's last word in any telling.
  const answer = bare(answerOf(turn));
  return told.answer.includes(answer) || answer.includes(told.answer) || told.answer.endsWith(lastOf(turn));
}

/** The agent came to its end, so it should know it. */
function isWhole(turn: Turn | undefined): boolean {
  return turn?.outcome?.type === 'stopped' && turn.outcome.reason === 'end_turn';
}

function lastOf({ entries }: Turn): string {
  const last = [...entries].reverse().find((entry) => entry.type === 'message' && entry.role === 'agent');
  return last?.type === 'message' ? bare(textOf(last.blocks)) : '';
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
