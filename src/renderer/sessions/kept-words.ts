import type { SessionState } from '../../shared/session/state.ts';

/** How many files the session's calls changed, as far as their diffs tell. */
export function countChangedFiles(state: SessionState): number {
  const paths = new Set<string>();
  const turns = state.active === null ? state.turns : [...state.turns, state.active];
  for (const turn of turns) {
    for (const entry of turn.entries) {
      if (entry.type !== 'tool-call' || entry.status === 'failed' || entry.status === 'cancelled') continue;
      for (const content of entry.content) if (content.type === 'diff') paths.add(content.path);
    }
  }
  return paths.size;
}
