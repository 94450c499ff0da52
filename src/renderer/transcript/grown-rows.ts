/**
 * Rows come at the front while others come at the end. The list keeps what the person looks at in its place
 * when it is told that rows came at the front, and can be told of one end at a time only.
 */
import type { Row } from './row.ts';

export type GrownRows = {
  readonly rows: readonly Row[];
  /** They came at the front. */
  readonly shift: boolean;
  /** The end is still as it was: it is due with the next read. */
  readonly partly: boolean;
};

export class FrontGrowth {
  #shown: GrownRows = { rows: [], shift: false, partly: false };
  #of: readonly Row[] = [];

  /** Reading the same rows again brings the end that was due; else what is the same is the same object. */
  read(rows: readonly Row[], step: number): GrownRows {
    if (rows === this.#of && !(this.#shown.partly && step !== this.#step)) return this.#shown;
    this.#step = step;
    const front = rows === this.#of ? null : frontOf(this.#shown.rows, rows);
    this.#of = rows;
    if (front === null) this.#shown = { rows, shift: false, partly: false };
    else {
      const kept = this.#shown.rows.slice(front.gone);
      const same =
        rows.length === front.count + kept.length && kept.every((row, at) => row === rows[front.count + at]);
      this.#shown = same
        ? { rows, shift: true, partly: false }
        : { rows: [...rows.slice(0, front.count), ...kept], shift: true, partly: true };
    }
    return this.#shown;
  }

  #step = 0;
}

/** So far from the front a row may have gone that is another one now: the turn it stands in has grown. */
const LOOKS_AT = 8;

/** `count` rows stand before one that was there, and `gone` that were before it are not any more; null: none came. */
function frontOf(
  before: readonly Row[],
  now: readonly Row[],
): { readonly count: number; readonly gone: number } | null {
  const first = before[0];
  if (first === undefined || now[0]?.key === first.key) return null;
  const places = new Map(now.map((row, index) => [row.key, index]));
  for (let gone = 0; gone < Math.min(LOOKS_AT, before.length); gone += 1) {
    const count = places.get(before[gone]?.key ?? '');
    if (count !== undefined) return count > gone ? { count, gone } : null;
  }
  return null;
}
