/** What a measure comes to, and whether that is what was aimed at. Pure. */

/** `atMost` and `atLeast` are in the unit of the figure. */
export type Target = { readonly atMost: number } | { readonly atLeast: number };

export type Figure = {
  /** The number of the measure and which part of it: `T1.small`. Without spaces. */
  readonly name: string;
  readonly value: number;
  /** What the value counts, and for a ratio against what. */
  readonly unit: string;
  /** Null: told for what it explains, without a judgement. */
  readonly target: Target | null;
  /** Why it is short, where that is known and lies outside the app. */
  readonly because?: string;
  /** The single runs behind the value, in the order in which they were made. */
  readonly raw: Readonly<Record<string, readonly number[]>>;
};

export type Verdict = 'ok' | 'short';

/** Null for a figure without a target. A value that is no number is short of any target. */
export function verdictOf({ value, target }: Pick<Figure, 'value' | 'target'>): Verdict | null {
  if (target === null) return null;
  const met = 'atMost' in target ? value <= target.atMost : value >= target.atLeast;
  return met ? 'ok' : 'short';
}

/** `T1.small 1.92 × split and parse (target ≤ 2.2) ok` */
export function lineOf(figure: Figure): string {
  const { name, value, unit, target } = figure;
  const verdict = verdictOf(figure);
  const words = [name, numberText(value), unit];
  if (target !== null) words.push(`(target ${targetText(target)})`);
  if (verdict !== null) words.push(verdict);
  if (verdict === 'short' && figure.because !== undefined) words.push(`– ${figure.because}`);
  return words.join(' ');
}

function targetText(target: Target): string {
  return 'atMost' in target ? `≤ ${numberText(target.atMost)}` : `≥ ${numberText(target.atLeast)}`;
}

/** Three significant digits, whole numbers from 100 on; never an exponent. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size >= 100) return String(Math.round(value));
  const digits = size >= 10 ? 1 : size >= 1 || size === 0 ? 2 : 3;
  return String(Number(value.toFixed(digits)));
}
