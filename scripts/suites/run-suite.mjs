import { describeFailure } from '../setup/failure.mjs';
import { formatDuration } from '../setup/step.mjs';
import { describe, single } from './tally.mjs';

/**
 * Runs a suite under a heading and says how it went and how long it took. A suite that throws has failed.
 *
 * @param {import('./suites.mjs').Suite} suite
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function runSuite(suite, env) {
  const startedAt = Date.now();
  process.stdout.write(`\n== ${suite.name}\n`);
  let tally = single(false);
  try {
    tally = await suite.run(env);
  } catch (error) {
    process.stdout.write(`${describeFailure(error)}\n`);
  }
  process.stdout.write(`-- ${suite.name}: ${describe(tally)} (${formatDuration(Date.now() - startedAt)})\n`);
  return tally;
}
