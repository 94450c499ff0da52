/** What is asked of all turns of a session by a window that does not have them. Pure. */
import type { SessionState, Turn } from './state.ts';

export type Past = {
  /** Texts of earlier prompts, newest first, repeats of the one before left out: the newest of them. */
  readonly prompts: readonly string[];
  /** Files that calls changed, as far as their diffs tell. */
  readonly changedFiles: number;
};

const mostPrompts = 100;
/** UTF-16 units of them all. */
const mostText = 512 * 1024;

export function pastOf(state: Pick<SessionState, 'turns' | 'active'>): Past {
  const prompts: string[] = [];
  let text = 0;
  const turns = turnsOf(state);
  for (let index = turns.length - 1; index >= 0 && prompts.length < mostPrompts; index -= 1) {
    const prompt = promptText(turns[index]?.prompt ?? null);
    if (prompt === '' || prompt === prompts.at(-1)) continue;
    text += prompt.length;
    if (text > mostText) break;
    prompts.push(prompt);
  }
  return { prompts, changedFiles: countChangedFiles(state) };
}

export function promptText(prompt: Turn['prompt']): string {
  return (prompt ?? [])
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n\n')
    .trim();
}

/** How many files the session's calls changed, as far as their diffs tell. */
export function countChangedFiles(state: Pick<SessionState, 'turns' | 'active'>): number {
  const paths = new Set<string>();
  for (const turn of turnsOf(state)) {
    for (const entry of turn.entries) {
      if (entry.type !== 'tool-call' || entry.status === 'failed' || entry.status === 'cancelled') continue;
      for (const content of entry.content) if (content.type === 'diff') paths.add(content.path);
    }
  }
  return paths.size;
}

function turnsOf({ turns, active }: Pick<SessionState, 'turns' | 'active'>): readonly Turn[] {
  return active === null ? turns : [...turns, active];
}
