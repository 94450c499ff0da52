/** Rules that would have spared the person answers given again and again. Offered, never applied. Pure. */
import type { AuditRow } from './audit-row.ts';
import { narrowRules } from './narrow-rules.ts';
import type { RuleText } from './rule.ts';

/** So often must the person have said yes, and never no. */
export const ENOUGH_ANSWERS = 3;

export type Suggestion = {
  readonly rules: readonly RuleText[];
  readonly count: number;
  /** ms since the epoch. */
  readonly lastAt: number;
};

/** Most often answered first. Requests that a rule decides are not the person's answers. */
export function suggestRules(rows: readonly AuditRow[], home: string | null): readonly Suggestion[] {
  const found = new Map<
    string,
    { rules: readonly RuleText[]; count: number; lastAt: number; denied: boolean }
  >();
  for (const { request, answer, by, at } of rows) {
    if (request === null || by !== null || (answer !== 'allowed' && answer !== 'denied')) continue;
    const [rules] = narrowRules(request, home);
    if (rules === undefined) continue;
    const scoped = rules.map((rule) => ({ ...rule, workspace: request.workspace }));
    const key = JSON.stringify(scoped);
    const before = found.get(key) ?? { rules: scoped, count: 0, lastAt: 0, denied: false };
    found.set(key, {
      ...before,
      count: before.count + 1,
      lastAt: Math.max(at, before.lastAt),
      denied: before.denied || answer === 'denied',
    });
  }
  return [...found.values()]
    .filter(({ count, denied }) => !denied && count >= ENOUGH_ANSWERS)
    .map(({ rules, count, lastAt }) => ({ rules, count, lastAt }))
    .sort((a, b) => b.count - a.count || b.lastAt - a.lastAt);
}
