/** Counting what suites did. Pure. */

/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 */

/**
 * @param {Tally[]} tallies
 * @returns {Tally}
 */
export function sum(tallies) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const tally of tallies) {
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.skipped += tally.skipped;
  }
  return total;
}

/**
 * @param {Tally} tally
 * @returns {string} such as `12 passed, 0 failed, 1 skipped`
 */
export function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * @param {boolean} ok
 * @returns {Tally} of something that is one thing, such as a lint run
 */
export function single(ok) {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/**
 * @param {any} report Vitest's JSON report, null when it left none
 * @param {number | null} code its exit code
 * @returns {Tally}
 */
export function vitestTally(report, code) {
  if (report === null) return atLeastOneFailure({ passed: 0, failed: 0, skipped: 0 }, code);
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const passed = tests.filter((test) => test.status === 'passed').length;
  const failed = tests.filter((test) => test.status === 'failed').length;
  const skipped = tests.length - passed - failed;
  return atLeastOneFailure({ passed, failed: failed + brokenFiles.length, skipped }, code);
}

/**
 * @param {any} report Playwright's JSON report, null when it left none
 * @param {number | null} code its exit code
 * @returns {Tally}
 */
export function playwrightTally(report, code) {
  if (report === null) return atLeastOneFailure({ passed: 0, failed: 0, skipped: 0 }, code);
  const { expected, unexpected, flaky, skipped } = report.stats;
  // Errors outside tests: a file that does not load, no tests found, a worker that died, a run over its limit.
  return atLeastOneFailure(
    { passed: expected + flaky, failed: unexpected + report.errors.length, skipped },
    code,
  );
}

/**
 * @param {any} report of tests/faults/main.ts, null when it left none
 * @param {number | null} code its exit code
 * @returns {Tally}
 */
export function faultsTally(report, code) {
  const count = (how) => (report?.runs ?? []).filter((run) => run.how === how).length;
  return atLeastOneFailure({ passed: count('ok'), failed: count('failed'), skipped: count('skipped') }, code);
}

/** A suite that ended badly, or ran nothing at all, has failed whatever its report says. */
function atLeastOneFailure(tally, code) {
  const good = code === 0 && tally.passed > 0;
  return good || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}
