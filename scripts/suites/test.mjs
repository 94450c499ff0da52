import { wasInterrupted } from '../setup/endings.mjs';
import { prepare } from '../setup/prepare.mjs';
import { runSuite } from './run-suite.mjs';
import { appSuites, checks, faults } from './suites.mjs';
import { describe, sum } from './tally.mjs';

/** All the set-up, then every suite; its last line sums them. Later suites run whatever the earlier ones found. */
export async function test() {
  const { env } = await prepare({ build: 'none' });
  const tallies = [];
  for (const suite of [...checks, faults, ...appSuites]) {
    if (wasInterrupted()) return 1;
    tallies.push(await runSuite(suite, env));
    if (suite.name === 'build' && tallies.at(-1).failed > 0) break; // nothing to open
  }
  const total = sum(tallies);
  process.stdout.write(`\n${describe(total)}\n`);
  return total.failed > 0 ? 1 : 0;
}
