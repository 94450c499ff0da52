/** What is on disk, compared with what an agent says it was and what it says it made of it. */

export type DiskState =
  /** The file, or the part of it that changed, is as the new text. */
  | 'new'
  | 'old'
  /** Neither: somebody else changed it, or the agent's texts are not the file's. */
  | 'neither';

/** `oldText` null: the agent made the file. Texts may be whole files or snippets of them; line breaks count as one kind. */
export function compareWithDisk(disk: string, oldText: string | null, newText: string): DiskState {
  const file = unify(disk);
  const fresh = unify(newText);
  const old = oldText === null ? null : unify(oldText);
  if (file === fresh) return 'new';
  if (old !== null && file === old) return 'old';
  if (old === null) return 'neither';
  // A snippet: one text may be part of the other, so the longer one is looked for first.
  const sides = [
    { text: fresh, state: 'new' as const },
    { text: old, state: 'old' as const },
  ].sort((one, other) => other.text.length - one.text.length);
  return (
    sides.find(({ text }) => text.trim() !== '' && file.includes(text.replace(/\n$/, '')))?.state ?? 'neither'
  );
}

function unify(text: string): string {
  return text.replace(/\r\n/g, '\n');
}
