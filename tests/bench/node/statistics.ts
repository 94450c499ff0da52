/** The few numbers that stand for many runs. Pure. */

/** The middle one, or the mean of the two in the middle. Throws without values: no figure is made of nothing. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** `share` from 0 to 1, linear between neighbours. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new Error('there are no values');
  const sorted = [...values].sort((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const lower = sorted[below] ?? Number.NaN;
  const upper = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN;
  return lower + (upper - lower) * (place - below);
}

/** The ratio of the medians: steadier than the median of the ratios when both were disturbed alike. */
export function ratioOfMedians(of: readonly number[], to: readonly number[]): number {
  const base = median(to);
  if (base <= 0) throw new Error('the baseline measured nothing');
  return median(of) / base;
}
