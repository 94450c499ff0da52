import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { UsageSummary } from '../../shared/ipc/contract/usage.ts';
import { dayOf } from '../../shared/session/usage-days.ts';
import { displayText } from '../../shared/text/display.ts';
import { useT } from '../i18n/use-t.ts';
import { showError } from '../shell/actions.ts';
import { useServices } from '../shell/services.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { UsageChart } from './usage-chart.tsx';
import { daysUpTo, sumBy, type UsageSum } from './usage-sums.ts';
import { UsageTable } from './usage-table.tsx';

const ranges = ['7', '30', '90'] as const;
const groups = ['byAgent', 'byWorkspace', 'byDay'] as const;

/** What agents took, by day, agent and workspace. */
export function UsageDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useT();
  const services = useServices();
  const workspaces = useStore(services.workspaces);
  const [range, setRange] = useState<(typeof ranges)[number]>('30');
  const [group, setGroup] = useState<(typeof groups)[number]>('byAgent');
  const [toDay] = useState(() => dayOf(Date.now()));
  const days = useMemo(() => daysUpTo(toDay, Number(range)), [toDay, range]);
  const [summary, setSummary] = useState<UsageSummary | null>(null);
  useEffect(() => {
    void services.client
      .request('usage.summary', { fromDay: days[0] ?? toDay, toDay })
      .then((answer) => (answer.ok ? setSummary(answer.value) : showError(services, 'action', answer.error)));
  }, [services, days, toDay]);

  const rows = summary?.rows ?? [];
  const byDay = new Map(sumBy(rows, ({ day }) => day).map((sum) => [sum.key, sum]));
  const named = namedSums();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      focus="dialog"
      title={t('lists:usage.title')}
      description={t('lists:usage.description')}
    >
      <div className="flex flex-col gap-4 pt-1">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <SegmentedControl
            label={t('lists:usage.range')}
            value={range}
            options={ranges.map((value) => ({
              value,
              label: t('lists:usage.days', { count: Number(value) }),
            }))}
            onChange={setRange}
          />
          <SegmentedControl
            label={t('lists:usage.by')}
            value={group}
            options={groups.map((value) => ({ value, label: t(`lists:usage.${value}`) }))}
            onChange={setGroup}
          />
        </div>
        {summary === null ? (
          <p className="text-fg-3">{t('loading')}</p>
        ) : rows.length === 0 ? (
          <p className="text-fg-3">{t('lists:usage.nothing')}</p>
        ) : (
          <>
            <UsageChart days={days} sums={byDay} />
            <UsageTable
              head={t(`lists:usage.${group}`)}
              sums={named}
              total={sumBy(rows, () => '')[0] ?? null}
            />
          </>
        )}
        {summary !== null && summary.unknown > 0 && (
          <p className="text-12 text-fg-3">{t('lists:usage.older', { count: summary.unknown })}</p>
        )}
      </div>
    </Dialog>
  );

  function namedSums(): readonly (UsageSum & { readonly name: string })[] {
    switch (group) {
      case 'byDay':
        return sumBy(rows, ({ day }) => day)
          .map((sum) => ({ ...sum, name: sum.key }))
          .reverse();
      case 'byAgent': {
        const names = new Map(rows.map(({ agentId, agentName }) => [agentId, agentName]));
        return largestFirst(sumBy(rows, ({ agentId }) => agentId)).map((sum) => ({
          ...sum,
          name: displayText(names.get(sum.key) ?? sum.key, 'line'),
        }));
      }
      case 'byWorkspace': {
        const names = new Map((workspaces ?? []).map(({ id, name }) => [id, name]));
        return largestFirst(sumBy(rows, ({ workspaceId }) => workspaceId)).map((sum) => ({
          ...sum,
          name: displayText(names.get(sum.key) ?? t('lists:usage.gone'), 'line'),
        }));
      }
    }
  }
}

function largestFirst(sums: readonly UsageSum[]): readonly UsageSum[] {
  return [...sums].sort((a, b) => (b.tokens ?? -1) - (a.tokens ?? -1) || b.turns - a.turns);
}
