/** All matches of a pattern in a part of the workspace, file by file. */
import type { TextPattern } from '../intent.ts';
import { Refusal } from '../refusal.ts';
import { readText, scopeOf, walk } from './files.ts';
import { type Match, matchesIn } from './matching.ts';
import type { Workspace, WorkspacePath } from './workspace.ts';

/** So many files are looked at; after that the search ends and says so. */
const MAX_FILES = 20_000;

export type FileMatches = {
  readonly path: WorkspacePath;
  readonly text: string;
  readonly matches: readonly Match[];
};

/** Counted while a search runs. */
export type SearchCount = { searched: number; skipped: number; stoppedEarly: boolean };

export function newSearchCount(): SearchCount {
  return { searched: 0, skipped: 0, stoppedEarly: false };
}

/** Only files with a match, in order of their paths. Throws Refusal for a bad place or a runaway expression. */
export async function* search(
  workspace: Workspace,
  { pattern, where }: { readonly pattern: TextPattern; readonly where: string | null },
  count: SearchCount,
  signal: AbortSignal,
): AsyncGenerator<FileMatches> {
  const scope = await scopeOf(workspace, where, signal);
  for await (const path of walk(workspace, scope, signal)) {
    if (count.searched + count.skipped >= MAX_FILES) {
      count.stoppedEarly = true;
      return;
    }
    let text: string;
    try {
      text = await readText(path);
    } catch (error) {
      if (!(error instanceof Refusal) && (error as NodeJS.ErrnoException).code === undefined) throw error;
      count.skipped += 1;
      continue;
    }
    count.searched += 1;
    const matches = matchesIn(text, pattern);
    if (matches.length > 0) yield { path, text, matches };
  }
}
