/** What a session took, by day: folded from what its agent reports, kept in its summary. Pure. */
import { isRecord } from './json-value.ts';
import type { TurnTokens, Usage } from './content.ts';

export type UsageDay = {
  /** `2026-11-30`, UTC. */
  readonly day: string;
  /** Turns that ended. */
  readonly turns: number;
  /** Of those, the ones whose tokens the agent told. */
  readonly counted: number;
  /** Of the counted turns. */
  readonly tokens: number;
  /** By currency, as the agent calls it; a currency that is not there is unknown, not nothing. */
  readonly costs: Readonly<Record<string, number>>;
};

/** The newest are kept. */
const MOST_DAYS = 120;
const MOST_CURRENCIES = 4;

export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** What a turn took in all; null: the agent does not say, or says something that cannot be. */
export function totalOf(tokens: TurnTokens | undefined): number | null {
  if (tokens === undefined) return null;
  const { total, input, output } = tokens;
  const sum = total ?? (input === null || output === null ? null : input + output);
  return sum !== null && Number.isFinite(sum) && sum >= 0 ? sum : null;
}

export function withTurn(
  days: readonly UsageDay[],
  tokens: TurnTokens | undefined,
  at: number,
): readonly UsageDay[] {
  const total = totalOf(tokens);
  return changed(days, at, (day) => ({
    ...day,
    turns: day.turns + 1,
    counted: day.counted + (total === null ? 0 : 1),
    tokens: day.tokens + (total ?? 0),
  }));
}

/** Agents tell the cost of the session so far; one that is lower than before began to count anew. */
export function withCost(
  days: readonly UsageDay[],
  before: Usage['cost'],
  now: Usage['cost'],
  at: number,
): readonly UsageDay[] {
  if (now === null || !Number.isFinite(now.amount) || now.amount < 0) return days;
  const currency = now.currency.slice(0, 12);
  const known = before !== null && before.currency === now.currency && before.amount <= now.amount;
  const more = known ? now.amount - before.amount : now.amount;
  if (known && more === 0) return days;
  return changed(days, at, (day) => {
    if (!Object.hasOwn(day.costs, currency) && Object.keys(day.costs).length >= MOST_CURRENCIES) return day;
    return { ...day, costs: { ...day.costs, [currency]: (day.costs[currency] ?? 0) + more } };
  });
}

function changed(
  days: readonly UsageDay[],
  at: number,
  change: (day: UsageDay) => UsageDay,
): readonly UsageDay[] {
  const name = dayOf(at);
  const last = days[days.length - 1];
  if (last?.day === name) return [...days.slice(0, -1), change(last)];
  const index = days.findIndex(({ day }) => day === name);
  if (index >= 0) return days.map((each, place) => (place === index ? change(each) : each));
  const fresh = change({ day: name, turns: 0, counted: 0, tokens: 0, costs: {} });
  return [...days, fresh].sort((a, b) => (a.day < b.day ? -1 : 1)).slice(-MOST_DAYS);
}

/** As a summary on the disk has them; null: it was written before they were kept. */
export function parseUsageDays(value: unknown): readonly UsageDay[] | null {
  if (!Array.isArray(value)) return null;
  return value.slice(-MOST_DAYS).flatMap((each: unknown): readonly UsageDay[] => {
    if (!isRecord(each) || typeof each.day !== 'string' || !isRecord(each.costs)) return [];
    const { day, turns, counted, tokens, costs } = each;
    if (![turns, counted, tokens].every((number) => typeof number === 'number')) return [];
    const known = Object.entries(costs).filter(
      (pair): pair is [string, number] => typeof pair[1] === 'number',
    );
    return [
      {
        day,
        turns: turns as number,
        counted: counted as number,
        tokens: tokens as number,
        costs: Object.fromEntries(known),
      },
    ];
  });
}
