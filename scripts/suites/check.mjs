import { ensurePackages } from '../setup/packages.mjs';
import { runSuite } from './run-suite.mjs';
import { checks } from './suites.mjs';
import { describe, sum } from './tally.mjs';

/** Format, lint, types and unit tests; stops at the first that fails. */
export async function check() {
  await ensurePackages();
  const tallies = [];
  for (const suite of checks) {
    const tally = await runSuite(suite, process.env);
    tallies.push(tally);
    if (tally.failed > 0) break;
  }
  const total = sum(tallies);
  process.stdout.write(`\n${describe(total)}\n`);
  return total.failed > 0 ? 1 : 0;
}
