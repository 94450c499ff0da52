/** Heights of rows that were measured once, for the next time that the same rows are shown. */
import type { CacheSnapshot } from 'virtua';
import type { Row } from './row.ts';

export type RowSizes = {
  readonly snapshot: CacheSnapshot;
  /** Of the rows that it is of; it knows them by their number. */
  readonly firstKey: string;
  readonly lastKey: string;
  readonly count: number;
};

/** Null where there are no rows. */
export function sizesOf(snapshot: CacheSnapshot, rows: readonly Row[]): RowSizes | null {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return null;
  return { snapshot, firstKey: first.key, lastKey: last.key, count: rows.length };
}

/** Undefined where they are of other rows. Rows that came at the end since are simply not measured. */
export function sizesFor(sizes: RowSizes | null, rows: readonly Row[]): CacheSnapshot | undefined {
  const fits =
    sizes !== null && rows[0]?.key === sizes.firstKey && rows[sizes.count - 1]?.key === sizes.lastKey;
  return fits ? sizes.snapshot : undefined;
}
