/** The file changes of a tool call, from its diffs or else from its arguments. One order for cards and the diff pane. */
import type { ToolCallEntry } from '../../shared/session/state.ts';
import { fieldsOf, readFrame } from '../permissions/subject-frame.ts';
import type { ResolvedPath } from '../../shared/permission/paths.ts';
import { diffLines, type LineDiff } from '../review/line-diff.ts';

export type FileDiff = {
  readonly path: ResolvedPath;
  /** Null: a new file, or what was there before is not known. */
  readonly oldText: string | null;
  readonly newText: string;
};

type Subject = Pick<ToolCallEntry, 'kind' | 'title' | 'name' | 'content' | 'rawInput'>;

const known = new WeakMap<Subject, { readonly cwd: string; readonly diffs: readonly FileDiff[] }>();

/**
 * `cwd`: the folder of the session; paths inside it are shown relative to it. The same entry gives the same
 * objects, so that a card that scrolls back into view compares nothing again.
 */
export function fileDiffs(entry: Subject, cwd: string): readonly FileDiff[] {
  const before = known.get(entry);
  if (before?.cwd === cwd) return before.diffs;
  const diffs = readDiffs(entry, cwd);
  known.set(entry, { cwd, diffs });
  return diffs;
}

function readDiffs(entry: Subject, cwd: string): readonly FileDiff[] {
  if (entry.kind !== 'edit' && !entry.content.some((content) => content.type === 'diff')) return [];
  const { frame } = readFrame(
    { ...entry, cwd, workspace: cwd, diffMismatch: false },
    fieldsOf(entry.rawInput),
  );
  if (frame.type !== 'edit') return [];
  return frame.changes.map((change) =>
    change.type === 'diff'
      ? { path: change.path, oldText: change.oldText, newText: change.newText }
      : { path: change.path, oldText: null, newText: change.text },
  );
}

const computed = new WeakMap<FileDiff, LineDiff>();

/** Computed once for each change, and only for those that are looked at. */
export function lineDiffOf(diff: FileDiff): LineDiff {
  const before = computed.get(diff);
  if (before !== undefined) return before;
  const lines = diffLines(diff.oldText, diff.newText);
  computed.set(diff, lines);
  return lines;
}
