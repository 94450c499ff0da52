import { useT } from '../i18n/use-t.ts';
import { money } from './money.ts';
import type { UsageSum } from './usage-sums.ts';

/** The figures; one that is not known for all turns says so. */
export function UsageTable({
  head,
  sums,
  total,
}: {
  readonly head: string;
  readonly sums: readonly (UsageSum & { readonly name: string })[];
  readonly total: UsageSum | null;
}) {
  const { t } = useT();
  const cell = 'num py-1 pl-4 text-right';
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr className="border-b border-line text-11 text-fg-3">
          <th scope="col" className="py-1 text-left font-semibold">
            {head}
          </th>
          {(['turns', 'tokens', 'cost'] as const).map((name) => (
            <th key={name} scope="col" className="py-1 pl-4 text-right font-semibold">
              {t(`lists:usage.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sums.map((sum) => (
          <tr key={sum.key} className="border-b border-line">
            <th scope="row" className="max-w-60 truncate py-1 text-left font-normal">
              <bdi>{sum.name}</bdi>
            </th>
            <Figures sum={sum} cell={cell} />
          </tr>
        ))}
      </tbody>
      {total !== null && (
        <tfoot>
          <tr className="font-medium">
            <th scope="row" className="py-1 text-left font-medium">
              {t('lists:usage.sum')}
            </th>
            <Figures sum={total} cell={cell} />
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function Figures({ sum, cell }: { readonly sum: UsageSum; readonly cell: string }) {
  const { t, language } = useT();
  const unknown = <span className="text-fg-3">{t('lists:usage.unknown')}</span>;
  const tokens = sum.tokens?.toLocaleString(language);
  const costs = Object.entries(sum.costs).map(([currency, amount]) => money(amount, currency, language));
  return (
    <>
      <td className={cell}>{sum.turns.toLocaleString(language)}</td>
      <td className={cell}>
        {tokens === undefined
          ? unknown
          : sum.counted < sum.turns
            ? t('lists:usage.atLeast', { amount: tokens })
            : tokens}
      </td>
      <td className={cell}>{costs.length === 0 ? unknown : costs.join(' + ')}</td>
    </>
  );
}
