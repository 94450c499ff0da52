import type { ToolCallEntry } from '../../shared/session/state.ts';
import { assertNever } from '../../shared/result.ts';
import { toolSubject } from '../cards/tool-facts.ts';

/** What a run of calls did, counted for one line. */
export type FoldSummary = {
  /** Distinct files read. */
  readonly files: number;
  /** Its path when it is the only one and nothing else was read. */
  readonly onlyFile: string | null;
  /** What was searched for, without repeats, in order. */
  readonly searches: readonly string[];
  readonly edits: number;
  readonly commands: number;
  readonly others: number;
  readonly failed: number;
};

export function foldSummary(entries: readonly ToolCallEntry[], cwd: string): FoldSummary {
  const files = new Set<string>();
  const searches = new Set<string>();
  let edits = 0;
  let commands = 0;
  let others = 0;
  for (const entry of entries) {
    switch (entry.kind) {
      case 'read':
        files.add(toolSubject(entry, cwd)?.text ?? entry.title);
        break;
      case 'search':
        searches.add(toolSubject(entry, cwd)?.text ?? entry.title);
        break;
      case 'edit':
      case 'delete':
      case 'move':
        edits += 1;
        break;
      case 'execute':
        commands += 1;
        break;
      case 'think':
      case 'fetch':
      case 'switch_mode':
      case 'other':
        others += 1;
        break;
      default:
        assertNever(entry.kind);
    }
  }
  return {
    files: files.size,
    onlyFile: files.size === 1 ? ([...files][0] ?? null) : null,
    searches: [...searches],
    edits,
    commands,
    others,
    failed: entries.filter((entry) => entry.status === 'failed').length,
  };
}
