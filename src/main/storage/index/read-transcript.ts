/** Reads a session's journal to its end, with the reducer that live sessions have. */
import { reduceAll } from '../../../shared/session/reduce.ts';
import { type SessionState, emptySessionState } from '../../../shared/session/state.ts';
import type { FilePort } from '../file-port.ts';
import { JournalReader } from '../read-journal.ts';

/** Null when `isOver` said so. Throws when the folder itself cannot be read. */
export async function readTranscript(
  files: FilePort,
  folder: string,
  isOver: () => boolean,
): Promise<{ readonly state: SessionState; readonly seq: number } | null> {
  const reader = new JournalReader(files, folder);
  let state = emptySessionState;
  for await (const events of reader.read()) {
    state = reduceAll(state, events);
    await breathe();
    if (isOver()) return null;
  }
  return { state, seq: reader.seq };
}

/** Lets what waits in this thread go first. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
