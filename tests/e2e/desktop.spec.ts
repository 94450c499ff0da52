/** Starting, starting again, and leaving: what the system and the command line do to the app. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { defaultAppDir, launchApp } from '../support/electron-app.ts';

/** Runs the app without a driver until it ends, and returns its exit code. */
async function runApp(args: readonly string[]): Promise<number | null> {
  const electron = createRequire(__filename)('electron') as string;
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(electron, [...sandbox, defaultAppDir, ...args], { stdio: 'ignore' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}

test('starts without a complaint and leaves with code 0', async () => {
  const launched = await launchApp();
  await launched.page.waitForSelector('#root > *');
  expect(launched.complaints).toEqual([]);
  await launched.close();
});

test('a second launch hands its folder over, leaves with code 0, and the first window opens the folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-second-'));
  const launched = await launchApp();
  await launched.page.waitForSelector('#root > *');
  expect(await runApp([`--user-data-dir=${launched.userDataDir}`, '--unknown-switch=/bin/sh', folder])).toBe(
    0,
  );
  await expect(launched.page.getByText(folder.split('/').at(-1)!).first()).toBeVisible();
  expect(launched.app.windows()).toHaveLength(1);
  await launched.close();
  await rm(folder, { recursive: true });
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} quits in order, with code 0`, async () => {
    const launched = await launchApp();
    await launched.page.waitForSelector('#root > *');
    const child = launched.app.process();
    const ended = new Promise((resolve) => {
      child.once('exit', (code, by) => resolve({ code, by }));
    });
    child.kill(signal);
    expect(await ended).toEqual({ code: 0, by: null });
    await rm(launched.userDataDir, { recursive: true, force: true });
  });
}

test('closing the last window ends the app, but for macOS', async () => {
  test.skip(process.platform === 'darwin');
  const launched = await launchApp();
  await launched.page.waitForSelector('#root > *');
  const child = launched.app.process();
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  await launched.page.close();
  expect(await ended).toBe(0);
  await rm(launched.userDataDir, { recursive: true, force: true });
});
