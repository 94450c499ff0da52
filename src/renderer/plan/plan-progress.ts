import type { PlanStep } from '../../shared/session/content.ts';

export type PlanProgress = {
  /** Number of the current step, or of the last completed one where none is current; from 0. */
  readonly at: number;
  readonly of: number;
  readonly completed: number;
  /** The step that runs, else the next one, else null: all are done. */
  readonly current: PlanStep | null;
};

export function planProgress(steps: readonly PlanStep[]): PlanProgress {
  const completed = steps.filter((step) => step.status === 'completed').length;
  const running = steps.findIndex((step) => step.status === 'in_progress');
  const next = running === -1 ? steps.findIndex((step) => step.status === 'pending') : running;
  return {
    at: running === -1 ? completed : Math.max(running + 1, completed),
    of: steps.length,
    completed,
    current: steps[next] ?? null,
  };
}
