import { type FaultRun, controlFailure } from './fault-run.ts';
import { losePower, losePowerNaively } from './power-loss.ts';

export const g25: FaultRun = {
  name: 'G25',
  async run({ quick, seed }) {
    const states = quick ? 1000 : 10_000;
    const failures = await losePower(states, seed);
    const lost = failures.length;
    const control = await losePowerNaively(200, seed);
    return {
      type: 'done',
      figure: `${states} power-loss states, ${lost} with a loss, control ${control} of 200`,
      failures: [...failures, ...controlFailure(control)],
    };
  },
};
