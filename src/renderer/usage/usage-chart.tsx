import { useT } from '../i18n/use-t.ts';
import type { UsageSum } from './usage-sums.ts';

const width = 640;
const height = 120;

/** Tokens by day as bars. The table below says the same in numbers. */
export function UsageChart({
  days,
  sums,
}: {
  readonly days: readonly string[];
  readonly sums: ReadonlyMap<string, UsageSum>;
}) {
  const { t, language } = useT();
  const most = Math.max(1, ...days.map((day) => sums.get(day)?.tokens ?? 0));
  const step = width / days.length;
  const number = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  return (
    <figure className="flex flex-col gap-1">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t('lists:usage.chart', { from: days[0] ?? '', to: days.at(-1) ?? '' })}
        className="h-30 w-full rounded-2 border border-line bg-inset"
        preserveAspectRatio="none"
      >
        {days.map((day, index) => {
          const sum = sums.get(day);
          if (sum === undefined) return null;
          // A day of turns that nobody counted is there, and is not a bar.
          const high = sum.tokens === null ? 2 : Math.max(2, (sum.tokens / most) * (height - 12));
          return (
            <rect
              key={day}
              x={index * step + step * 0.15}
              y={height - high}
              width={step * 0.7}
              height={high}
              fill={sum.tokens === null ? 'var(--line-strong)' : 'var(--accent)'}
            />
          );
        })}
      </svg>
      <figcaption className="num flex justify-between text-11 text-fg-3">
        <span>{days[0]}</span>
        <span>{number.format(most)}</span>
        <span>{days.at(-1)}</span>
      </figcaption>
    </figure>
  );
}
