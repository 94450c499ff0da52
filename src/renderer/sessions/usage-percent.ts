/** Whole percent of the agent's context that is used. Null: not reported, or so little that it says nothing yet. */
export function usagePercent(usage: { readonly used: number; readonly size: number } | null): number | null {
  if (usage === null || !(usage.size > 0) || !(usage.used * 100 >= usage.size)) return null;
  return Math.round((100 * usage.used) / usage.size);
}
