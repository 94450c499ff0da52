import { expect, test } from 'vitest';
import type { PlanStep } from '../../shared/session/content.ts';
import { planProgress } from './plan-progress.ts';

const marks = { x: 'completed', '>': 'in_progress', '.': 'pending' } as const;

function steps(text: string): readonly PlanStep[] {
  return [...text].map((mark, index) => ({
    content: `step ${index + 1}`,
    priority: 'medium',
    status: marks[mark as keyof typeof marks],
  }));
}

test.each([
  ['xx>..', 3, 2, 'step 3'],
  ['.....', 0, 0, 'step 1'],
  ['xxx..', 3, 3, 'step 4'],
  ['xxxxx', 5, 5, null],
  ['x>x..', 2, 2, 'step 2'],
  ['>xx..', 2, 2, 'step 1'],
  ['', 0, 0, null],
])('%s is at %i', (text, at, completed, current) => {
  const progress = planProgress(steps(text));
  expect({ ...progress, current: progress.current?.content ?? null }).toEqual({
    at,
    of: text.length,
    completed,
    current,
  });
});
