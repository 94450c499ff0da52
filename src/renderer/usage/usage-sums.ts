/** Sums of what agents reported, as the view shows them. Pure. */
import type { UsageRow } from '../../shared/ipc/contract/usage.ts';

export type UsageSum = {
  readonly key: string;
  readonly turns: number;
  readonly counted: number;
  /** null: unknown. */
  readonly tokens: number | null;
  readonly costs: Readonly<Record<string, number>>;
};

export function sumBy(rows: readonly UsageRow[], keyOf: (row: UsageRow) => string): readonly UsageSum[] {
  const sums = new Map<string, UsageSum>();
  for (const row of rows) {
    const key = keyOf(row);
    const before = sums.get(key);
    const costs = { ...before?.costs };
    for (const [currency, amount] of Object.entries(row.costs))
      costs[currency] = (costs[currency] ?? 0) + amount;
    const known = row.tokens === null ? (before?.tokens ?? null) : (before?.tokens ?? 0) + row.tokens;
    sums.set(key, {
      key,
      turns: (before?.turns ?? 0) + row.turns,
      counted: (before?.counted ?? 0) + row.counted,
      tokens: known,
      costs,
    });
  }
  return [...sums.values()];
}

/** Every day from the first to the last, oldest first. `toDay` as `2026-11-30`. */
export function daysUpTo(toDay: string, count: number): readonly string[] {
  const end = Date.parse(`${toDay}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) =>
    new Date(end - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}
