import { Check, Circle, CircleDot } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PlanStep } from '../../shared/session/content.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { classNames } from '../ui/class-names.ts';

/** The checklist of a plan. A shape of its own per state, and the state in words for screen readers. */
export function PlanSteps({ steps }: { readonly steps: readonly PlanStep[] }) {
  const { t } = useTranslation('plan');
  return (
    <ol className="flex flex-col gap-0.5">
      {steps.map((step, index) => (
        // Steps have no identity of their own in the protocol: their place is it.
        <li key={index} data-step={step.status} className="flex gap-2">
          <Mark status={step.status} />
          <span className="sr-only">{t(`status.${step.status}`)}: </span>
          <span
            className={classNames(
              'selectable min-w-0',
              step.status === 'completed' && 'text-fg-3',
              step.status === 'pending' && 'text-fg-2',
              step.status === 'in_progress' && 'font-medium',
            )}
          >
            <SafeText text={step.content} context="line" />
          </span>
          {step.priority === 'high' && step.status !== 'completed' && (
            <span className="flex-none text-11 leading-[18px] text-fg-3">{t('high')}</span>
          )}
        </li>
      ))}
    </ol>
  );
}

function Mark({ status }: { readonly status: PlanStep['status'] }) {
  const common = { size: 13, 'aria-hidden': true } as const;
  switch (status) {
    case 'completed':
      return <Check {...common} className="mt-[2.5px] flex-none text-run" />;
    case 'in_progress':
      return <CircleDot {...common} className="mt-[2.5px] flex-none text-accent" />;
    case 'pending':
      return <Circle {...common} className="mt-[2.5px] flex-none text-fg-3" />;
  }
}
