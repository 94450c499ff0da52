/** Whether an edit that an agent asks about starts from what the file really holds. */
import type { ToolContent } from '../../shared/session/content.ts';

/** The file's text as it is now; null when there is no such file. Rejects when it may not or cannot be read. */
export type ReadText = (path: string) => Promise<string | null>;

/**
 * True when the old text of any diff is not in its file: the person would approve a picture of another file.
 * A diff of a new file mismatches when the file has content. A file that cannot be read as text proves
 * nothing either way, and counts as a mismatch only when the diff claims old text.
 */
export async function isDiffMismatch(content: readonly ToolContent[], readText: ReadText): Promise<boolean> {
  for (const part of content) {
    if (part.type === 'diff' && (await differs(part.path, part.oldText ?? '', readText))) return true;
  }
  return false;
}

export function hasDiff(content: readonly ToolContent[]): boolean {
  return content.some(({ type }) => type === 'diff');
}

async function differs(path: string, oldText: string, readText: ReadText): Promise<boolean> {
  let text: string | null;
  try {
    text = await readText(path);
  } catch {
    return oldText !== '';
  }
  if (oldText === '') return text !== null && text !== '';
  // Agents show a snippet or the whole file, and do not say which; they also differ about line ends.
  return text === null || !normal(text).includes(normal(oldText));
}

function normal(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/^\uFEFF/, '');
}
