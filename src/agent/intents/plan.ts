import type { PlanEntry } from '@agentclientprotocol/sdk/unstable';
import type { Intent, StepIntent, Unclear } from '../intent.ts';
import { shortened } from '../markdown.ts';
import type { Outcome, Turn } from '../turn.ts';

/** Does one step in its own short form; failures that are expected come back as an outcome. */
export type DoStep = (turn: Turn, intent: StepIntent) => Promise<Outcome>;

type Step = { readonly text: string; readonly intent: StepIntent };

export async function plan(
  turn: Turn,
  intent: Extract<Intent, { type: 'plan' }>,
  doStep: DoStep,
): Promise<Outcome> {
  const { words } = turn;
  const unclear = intent.steps.filter(
    (step): step is { text: string; intent: Unclear } => step.intent.type === 'unclear',
  );
  if (unclear.length > 0) {
    await turn.say(`${words.planUnclear(unclear.map((step) => step.text))}\n\n`);
    return 'failed';
  }
  const steps = intent.steps as readonly Step[];
  for (const [index, step] of steps.entries()) {
    await turn.plan(entries(steps, index));
    await turn.say(`${words.step(index + 1, steps.length, shortened(step.text, 100))}\n\n`);
    const outcome = await doStep(turn.asStep(), step.intent);
    if (outcome === 'done') continue;
    await turn.haltPlan();
    await turn.say(`${words.planStopped(index + 1, steps.length, outcome)}\n\n`);
    return outcome;
  }
  await turn.plan(entries(steps, steps.length));
  await turn.say(`${words.planDone(steps.length)}\n\n`);
  return 'done';
}

function entries(steps: readonly Step[], current: number): readonly PlanEntry[] {
  return steps.map((step, index) => ({
    content: shortened(step.text, 100),
    priority: 'medium',
    status: index < current ? 'completed' : index === current ? 'in_progress' : 'pending',
  }));
}
