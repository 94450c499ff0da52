import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanStep } from '../../shared/session/content.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { useSession } from '../sessions/session-context.tsx';
import { classNames } from '../ui/class-names.ts';
import { planProgress } from './plan-progress.ts';
import { PlanSteps } from './plan-steps.tsx';

/** More marks than this say nothing: then a bar shows the share that is done. */
const mostMarks = 24;

/** The plan of the session in one line on top of the composer; the checklist unfolds above it. */
export function PlanStrip() {
  const { t } = useTranslation('plan');
  const plan = useSession(({ state }) => state.plan);
  const [open, setOpen] = useState(false);
  const listId = useId();
  if (plan === null || (plan.steps.length === 0 && plan.document === null)) return null;
  const progress = planProgress(plan.steps);
  const words = progress.current?.content ?? (plan.steps.length === 0 ? t('document') : t('done'));
  return (
    <div
      className="overflow-hidden rounded-t-3 border border-b-0 border-line bg-raised text-12"
      data-plan-strip
    >
      {open && (
        <div
          id={listId}
          className="max-h-[min(280px,40vh)] overflow-y-auto border-b border-line px-3 py-2"
          tabIndex={0}
          role="region"
          aria-label={t('label')}
        >
          {plan.steps.length > 0 && <PlanSteps steps={plan.steps} />}
          {plan.document !== null && (
            <SafeText text={plan.document.text} context="file" className="selectable block text-fg-2" />
          )}
        </div>
      )}
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-label={t('strip', { at: progress.at, of: progress.of, step: words })}
        title={words}
        onClick={() => setOpen(!open)}
        className="flex h-8 w-full items-center gap-2.5 px-3 text-left hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        {plan.steps.length > 0 && <Marks steps={plan.steps} />}
        {plan.steps.length > 0 && (
          <span className="num flex-none text-fg-3">
            {progress.at}/{progress.of}
          </span>
        )}
        <span className="min-w-0 flex-1 truncate">
          <SafeText text={words} context="line" />
        </span>
        {open ? (
          <ChevronDown size={13} aria-hidden className="flex-none text-fg-3" />
        ) : (
          <ChevronUp size={13} aria-hidden className="flex-none text-fg-3" />
        )}
      </button>
    </div>
  );
}

function Marks({ steps }: { readonly steps: readonly PlanStep[] }) {
  if (steps.length > mostMarks) {
    const done = steps.filter((step) => step.status === 'completed').length;
    return (
      <span aria-hidden className="h-1 w-24 flex-none overflow-hidden rounded-[2px] bg-line-strong">
        <span className="block h-full bg-run" style={{ width: `${(done / steps.length) * 100}%` }} />
      </span>
    );
  }
  return (
    <span aria-hidden className="flex flex-none gap-[3px]">
      {steps.map((step, index) => (
        // Steps have no identity of their own in the protocol: their place is it.
        <span
          key={index}
          className={classNames(
            'h-1 rounded-[2px]',
            steps.length > 10 ? 'w-1.5' : 'w-4',
            step.status === 'completed' && 'bg-run',
            step.status === 'in_progress' && 'bg-accent',
            step.status === 'pending' && 'bg-line-strong',
          )}
        />
      ))}
    </span>
  );
}
