/** Journals as a version of the app wrote them, kept in the repository: what later versions must still open. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JournalGap } from '../../src/main/storage/gap.ts';
import type { SessionEvent } from '../../src/shared/session/event.ts';

/** One folder for each format, named `format-N`; in it one folder for each session, and the manifest. */
export const FIXTURES = 'tests/fixtures/journals';

export type FixtureFacts = {
  readonly events: number;
  readonly seq: number;
  readonly gaps: number;
  /** Of the events as they came back to the version that wrote them. */
  readonly sha256: string;
};
export type Manifest = {
  readonly format: number;
  readonly app: string;
  readonly sessions: Readonly<Record<string, FixtureFacts>>;
};

export async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
}

export function factsOf(
  events: readonly SessionEvent[],
  gaps: readonly JournalGap[],
  seq: number,
): FixtureFacts {
  const hash = createHash('sha256');
  for (const event of events) hash.update(`${canonical(event)}\n`);
  return { events: events.length, seq, gaps: gaps.length, sha256: hash.digest('hex') };
}

/** JSON whose keys stand in order: in which order they are parsed means nothing. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );
}
