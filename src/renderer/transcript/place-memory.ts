/** Remembers where the person reads in each session, over reloads and starts. Losing it loses only the place. */
import { z } from 'zod';

/** The row at the top of the view, what it is of, and how many pixels of it are above the edge. */
export type ReadingPlace = {
  readonly key: string;
  readonly turnId: string;
  /** Null: the prompt, or the end of the turn. */
  readonly entryId: string | null;
  readonly within: number;
};

const storageKey = 'switchyard.places';
const mostKept = 200;

const remembered = z.record(
  z.string(),
  z.object({ key: z.string(), turnId: z.string(), entryId: z.string().nullable(), within: z.number() }),
);

export function recallPlace(sessionId: string, storage: Storage | null = pageStorage()): ReadingPlace | null {
  return read(storage)[sessionId] ?? null;
}

/** Null: at the end, where it opens anyway. */
export function rememberPlace(
  sessionId: string,
  place: ReadingPlace | null,
  storage: Storage | null = pageStorage(),
): void {
  const { [sessionId]: before, ...others } = read(storage);
  if (storage === null || (before === undefined && place === null)) return;
  const kept = Object.entries(others).slice(1 - mostKept);
  const all = Object.fromEntries(place === null ? kept : [...kept, [sessionId, place]]);
  try {
    storage.setItem(storageKey, JSON.stringify(all));
  } catch {
    // A full or forbidden storage: the place is simply not remembered.
  }
}

function read(storage: Storage | null): Readonly<Record<string, ReadingPlace>> {
  try {
    return remembered.parse(JSON.parse(storage?.getItem(storageKey) ?? ''));
  } catch {
    return {};
  }
}

/** Tests without a page have none. */
function pageStorage(): Storage | null {
  return typeof localStorage === 'undefined' ? null : localStorage;
}
