/**
 * Which arguments of an edit its diffs show already: those from which the new text follows exactly. Anything that
 * does not follow stays in view as an argument.
 */
import type { DiffChange, Fields } from './subject-frame.ts';

const oldNames = ['old_string', 'oldText', 'old_str', 'oldString'] as const;
const newNames = ['new_string', 'newText', 'new_str', 'newString'] as const;
const wholeNames = ['content', 'file_text'] as const;
const allNames = ['replace_all', 'replaceAll'] as const;

/** Names of fields, without those that only say which file. */
export function argumentsShownBy(changes: readonly DiffChange[], fields: Fields): readonly string[] {
  const used = editsShown(fields.get('edits'), changes) ? ['edits'] : [];
  const whole = changes.length === 1 ? changes[0] : undefined;
  if (whole === undefined) return used;
  const edit = editOf(fields);
  if (edit !== null && replaced(whole.oldText ?? '', edit) === whole.newText) {
    used.push(...[...oldNames, ...newNames].filter((name) => fields.has(name)));
  } else {
    used.push(...oldNames.filter((name) => fields.has(name) && fields.get(name) === whole.oldText));
    used.push(...newNames.filter((name) => fields.has(name) && fields.get(name) === whole.newText));
  }
  used.push(...wholeNames.filter((name) => fields.get(name) === whole.newText));
  if (isPatchOf(fields.get('diff'), whole)) used.push('diff');
  return used;
}

type Edit = { readonly before: string; readonly after: string; readonly all: boolean };

/** Null: no edit, or one that says more than one thing. */
function editOf(fields: Fields): Edit | null {
  const before = only(fields, oldNames);
  const after = only(fields, newNames);
  if (typeof before !== 'string' || before === '' || typeof after !== 'string') return null;
  return { before, after, all: only(fields, allNames) === true };
}

function only(fields: Fields, names: readonly string[]): unknown {
  const given = names.filter((name) => fields.has(name));
  return given.length === 1 ? fields.get(given[0] ?? '') : undefined;
}

/** Null: there is nothing to replace. */
function replaced(text: string, { before, after, all }: Edit): string | null {
  const at = text.indexOf(before);
  if (at === -1) return null;
  return all ? text.split(before).join(after) : text.slice(0, at) + after + text.slice(at + before.length);
}

/** One after the other they lead from the old text to the new, or each is a diff of its own, in order. */
function editsShown(list: unknown, changes: readonly DiffChange[]): boolean {
  if (!Array.isArray(list) || list.length === 0) return false;
  const edits = list.map((item: unknown) =>
    isOnlyEdit(item) ? editOf(new Map(Object.entries(item))) : null,
  );
  if (edits.some((edit) => edit === null)) return false;
  const whole = changes.length === 1 ? changes[0] : undefined;
  const apart =
    edits.length === changes.length &&
    edits.every(
      (edit, index) =>
        edit !== null && edit.before === changes[index]?.oldText && edit.after === changes[index].newText,
    );
  if (apart || whole === undefined) return apart;
  const end = edits.reduce<string | null>(
    (text, edit) => (text === null || edit === null ? null : replaced(text, edit)),
    whole.oldText ?? '',
  );
  return end === whole.newText;
}

function isOnlyEdit(item: unknown): item is object {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return false;
  const known: readonly string[] = [...oldNames, ...newNames, ...allNames];
  return Object.keys(item).every((name) => known.includes(name));
}

/** Whether every added and removed line of a unified diff is in the texts that are shown as a diff anyway. */
function isPatchOf(patch: unknown, change: DiffChange): boolean {
  if (typeof patch !== 'string') return false;
  const before = new Set((change.oldText ?? '').split('\n'));
  const after = new Set(change.newText.split('\n'));
  const start = Math.max(0, patch.search(/^@@/m));
  const named = [...patch.slice(0, start).matchAll(/^(?:Index:|---|\+\+\+) ([^\t\n]+)/gm)].map(
    (match) => match[1] ?? '',
  );
  if (!named.every((path) => path === '/dev/null' || path === change.path.given)) return false;
  const body = patch.slice(start);
  return body.split('\n').every((line) => {
    if (line.startsWith('+')) return after.has(line.slice(1));
    if (line.startsWith('-')) return before.has(line.slice(1));
    return line === '' || line.startsWith(' ') || line.startsWith('@@') || line.startsWith('\\');
  });
}
