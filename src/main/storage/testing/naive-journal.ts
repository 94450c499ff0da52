/**
 * The control: a line of JSON per event, appended, read back line by line, lines that do not parse passed over.
 * What the fault runs find must be found in it, or they find nothing.
 */
import type { SessionEvent } from '../../../shared/session/event.ts';
import { type FilePort, codeOf, readRange } from '../file-port.ts';

export const NAIVE_FILE = 'events.jsonl';

export async function appendNaively(
  files: FilePort,
  folder: string,
  events: readonly SessionEvent[],
): Promise<void> {
  await files.makeFolder(folder);
  const path = `${folder}/${NAIVE_FILE}`;
  const file = await files.open(path, 'append').catch(() => files.open(path, 'create'));
  try {
    let rest: Uint8Array = Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    while (rest.length > 0) rest = rest.subarray(await file.append(rest));
  } finally {
    await file.close();
  }
}

export async function readNaively(files: FilePort, folder: string): Promise<readonly SessionEvent[]> {
  try {
    const file = await files.open(`${folder}/${NAIVE_FILE}`, 'read');
    const text = (await readRange(file, 0, await file.size())).toString('utf8');
    await file.close();
    return text.split('\n').flatMap((line) => {
      try {
        return [JSON.parse(line) as SessionEvent];
      } catch {
        return [];
      }
    });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
