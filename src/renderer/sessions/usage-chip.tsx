import { useT } from '../i18n/use-t.ts';
import { Chip } from '../ui/chip.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { useSession } from './session-context.tsx';
import { money } from '../usage/money.ts';
import { usagePercent } from './usage-percent.ts';

/** How much of the agent's context is used, as the agent reports it. Nothing where it does not. */
export function UsageChip() {
  const { t, language } = useT();
  const usage = useSession((view) => view.state.usage);
  const percent = usagePercent(usage);
  if (usage === null || percent === null) return null;
  const number = (value: number) => value.toLocaleString(language);
  const cost =
    usage.cost === null
      ? null
      : t('sessions:cost', { amount: money(usage.cost.amount, usage.cost.currency, language) });
  return (
    <Tooltip
      content={
        <>
          {t('sessions:contextDetail', { used: number(usage.used), size: number(usage.size) })}
          {percent > 100 && <span className="text-needs"> · {t('sessions:contextWrong')}</span>}
          {cost !== null && <span className="text-fg-3"> · {cost}</span>}
        </>
      }
    >
      <span className="flex-none">
        <Chip className="num">
          <span className={percent >= 90 ? 'text-needs' : undefined}>
            {t('sessions:context', { percent })}
          </span>
        </Chip>
      </span>
    </Tooltip>
  );
}
