/** Sums over the summaries of all sessions: no journal is read for it, and there is no store to go stale. Pure. */
import type { UsageRow, UsageSummary } from '../../../shared/ipc/contract/usage.ts';
import type { SessionSummary } from '../../../shared/session/select.ts';

export function usageRows(
  summaries: readonly SessionSummary[],
  { fromDay, toDay }: { readonly fromDay: string; readonly toDay: string },
): UsageSummary {
  const rows = new Map<string, UsageRow>();
  let unknown = 0;
  for (const { usageDays, agentId, agentName, workspaceId, seq } of summaries) {
    if (usageDays === undefined) {
      if (seq > 1) unknown += 1;
      continue;
    }
    for (const { day, turns, counted, tokens, costs } of usageDays) {
      if (day < fromDay || day > toDay) continue;
      const key = JSON.stringify([day, agentId, workspaceId]);
      const before = rows.get(key);
      const sum = { ...before?.costs };
      for (const [currency, amount] of Object.entries(costs)) sum[currency] = (sum[currency] ?? 0) + amount;
      rows.set(key, {
        day,
        agentId,
        agentName,
        workspaceId,
        turns: (before?.turns ?? 0) + turns,
        counted: (before?.counted ?? 0) + counted,
        tokens: counted === 0 ? (before?.tokens ?? null) : (before?.tokens ?? 0) + tokens,
        costs: sum,
      });
    }
  }
  return { rows: [...rows.values()].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)), unknown };
}
