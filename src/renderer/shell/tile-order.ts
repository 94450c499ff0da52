export type Direction = 'left' | 'right' | 'up' | 'down';

/** Two sessions stand beside each other, three and four in two rows of two. */
export function tileTowards(
  ids: readonly string[],
  fromId: string | null,
  direction: Direction,
): string | null {
  const at = ids.indexOf(fromId ?? '');
  if (at === -1) return ids[0] ?? null;
  const column = at % 2;
  const target =
    direction === 'left'
      ? column === 1
        ? at - 1
        : -1
      : direction === 'right'
        ? column === 0
          ? at + 1
          : -1
        : direction === 'up'
          ? at - 2
          : at + 2;
  return ids[target] ?? null;
}
