/** From an intent to the work. Expected failures are said to the person and end as `failed`. */
import type { Intent, StepIntent } from '../intent.ts';
import { Refusal } from '../refusal.ts';
import type { Outcome, Turn } from '../turn.ts';
import { create } from './create.ts';
import { find } from './find.ts';
import { list } from './list.ts';
import { plan } from './plan.ts';
import { read } from './read.ts';
import { replace } from './replace.ts';
import { run } from './run.ts';

export async function carryOut(turn: Turn, intent: Intent): Promise<Outcome> {
  switch (intent.type) {
    case 'help':
      await turn.say(turn.words.help);
      return 'done';
    case 'unclear':
      await turn.say(turn.words.unclear(intent.said, intent.hint));
      return 'failed';
    case 'plan':
      await turn.think(turn.words.understoodPlan(intent.steps.length));
      return plan(turn, intent, async (step, stepIntent) => {
        await step.thinkInDetail(step.words.understood(stepIntent));
        return carryOutStep(step, stepIntent);
      });
    default:
      await turn.think(turn.words.understood(intent));
      return carryOutStep(turn, intent);
  }
}

async function carryOutStep(turn: Turn, intent: StepIntent): Promise<Outcome> {
  try {
    return await work(turn, intent);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const reason = turn.words.refusal(error.code, error.subject);
    await turn.failOpenCalls(reason);
    await turn.say(`${reason}\n\n`);
    return 'failed';
  }
}

function work(turn: Turn, intent: StepIntent): Promise<Outcome> {
  switch (intent.type) {
    case 'find':
      return find(turn, intent);
    case 'list':
      return list(turn, intent);
    case 'read':
      return read(turn, intent);
    case 'replace':
      return replace(turn, intent);
    case 'create':
      return create(turn, intent);
    case 'run':
      return run(turn, intent);
  }
}
