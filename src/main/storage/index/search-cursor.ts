/** Where a page of hits ended: the place, and how many hits each session had by then. Pure. */

export type Cursor = {
  /** Number of the last entry that was looked at. */
  readonly before: number;
  /** By the sessions' numbers. */
  readonly counts: ReadonlyMap<number, number>;
};

/** Sessions that a cursor tells of; those beyond may show some hits more. */
const MOST_SESSIONS = 2000;

export function writeCursor({ before, counts }: Cursor): string {
  const told = [...counts].slice(-MOST_SESSIONS).map(([key, count]) => `${key}.${count}`);
  return `${before};${told.join(',')}`;
}

/** Null when it is none. */
export function readCursor(text: string): Cursor | null {
  const match = /^(\d{1,16});((?:\d{1,10}\.\d{1,10})?(?:,\d{1,10}\.\d{1,10})*)$/.exec(text);
  if (match === null) return null;
  const [, before = '', told = ''] = match;
  const counts = told === '' ? [] : told.split(',').map((pair) => pair.split('.').map(Number));
  return {
    before: Number(before),
    counts: new Map(counts.map(([key = 0, count = 0]) => [key, count])),
  };
}
