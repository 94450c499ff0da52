import { defineConfig } from '@playwright/test';

/**
 * End-to-end tests in the real Electron. One worker: every test opens an app of its own, and two at once are no faster
 * on two cores. One retry: about one start in a hundred under the driver, the page hangs before its first script and
 * answers neither the driver nor main. The list names what needed the retry as flaky: anything else in it is a finding.
 * The runtime comes from ELECTRON_OVERRIDE_DIST_PATH, which `npm test` sets.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'artifacts/e2e',
  workers: 1,
  retries: 1,
  timeout: 60_000,
  // Machines that also build or test other things are slow; what does not happen does not happen in 15 s either.
  expect: { timeout: 15_000 },
  globalTimeout: 14 * 60_000,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? 'artifacts/e2e.json' }],
  ],
  // Without this the driver pins prefers-color-scheme to light, and the app's own theme choice has no effect.
  use: { colorScheme: null, trace: 'retain-on-failure', screenshot: 'only-on-failure' },
});
