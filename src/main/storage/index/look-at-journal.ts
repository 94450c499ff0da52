/** A mark of a journal's files that costs one listing and one stat: whoever writes to it changes that. */
import type { FilePort } from '../file-port.ts';
import { segmentsIn } from '../segment.ts';

/** Null when it has to be looked at closely. Never throws. */
export async function lookAtJournal(files: FilePort, folder: string): Promise<string | null> {
  try {
    const segments = segmentsIn(await files.list(folder));
    const last = segments[segments.length - 1];
    if (last === undefined) return null;
    const { kind, size, modifiedAt } = await files.stat(`${folder}/${last.name}`);
    return kind === 'file' && size > 0 ? `${segments.length}:${last.number}:${size}:${modifiedAt}` : null;
  } catch {
    return null;
  }
}
