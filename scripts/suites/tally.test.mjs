import { expect, test } from 'vitest';
import { describe, faultsTally, playwrightTally, single, sum, vitestTally } from './tally.mjs';

const file = (status, ...tests) => ({ status, assertionResults: tests.map((each) => ({ status: each })) });
const vitest = (...testResults) => ({ testResults });
const playwright = (stats, errors = []) => ({
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  errors,
});

test('suites sum to one line', () => {
  expect(describe(sum([single(true), single(false), { passed: 40, failed: 0, skipped: 0 }]))).toBe(
    '41 passed, 1 failed',
  );
  expect(describe({ passed: 3, failed: 0, skipped: 2 })).toBe('3 passed, 0 failed, 2 skipped');
});

test('Vitest: each test counts', () => {
  const report = vitest(
    file('passed', 'passed', 'passed', 'skipped'),
    file('failed', 'failed', 'passed', 'todo'),
  );
  expect(vitestTally(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 2 });
});

test('Vitest: a file that does not load is a failure', () => {
  expect(vitestTally(vitest(file('passed', 'passed'), file('failed')), 1)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
  });
});

test('Vitest: an error outside all tests is a failure', () => {
  expect(vitestTally(vitest(file('passed', 'passed')), 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test('Playwright: each test counts, and so does a file that does not load', () => {
  expect(playwrightTally(playwright({ expected: 5, unexpected: 1, skipped: 1 }), 1)).toEqual({
    passed: 5,
    failed: 1,
    skipped: 1,
  });
  expect(playwrightTally(playwright({ expected: 5 }, [{ message: 'SyntaxError' }]), 1)).toEqual({
    passed: 5,
    failed: 1,
    skipped: 0,
  });
});

test('fault runs: each counts, and one that its system cannot do is skipped', () => {
  const runs = ['ok', 'ok', 'failed', 'skipped'].map((how) => ({ name: 'G1', how }));
  expect(faultsTally({ runs }, 1)).toEqual({ passed: 2, failed: 1, skipped: 1 });
  expect(faultsTally({ runs: runs.slice(0, 2) }, null)).toEqual({ passed: 2, failed: 1, skipped: 0 });
});

test('a suite that crashed, or ran nothing, has failed', () => {
  const failed = { passed: 0, failed: 1, skipped: 0 };
  expect(vitestTally(null, 0)).toEqual(failed);
  expect(faultsTally(null, 0)).toEqual(failed);
  expect(vitestTally(vitest(), 0)).toEqual(failed);
  expect(vitestTally(vitest(file('passed', 'skipped')), 0)).toEqual({ ...failed, skipped: 1 });
  expect(playwrightTally(null, null)).toEqual(failed);
  expect(playwrightTally(playwright({}), 0)).toEqual(failed);
  expect(playwrightTally(playwright({ expected: 2 }), null)).toEqual({ passed: 2, failed: 1, skipped: 0 });
});
