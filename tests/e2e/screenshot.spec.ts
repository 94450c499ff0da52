/**
 * The picture of the README, taken of the real thing: `artifacts/readme.png`. UPDATE_SCREENSHOT=1 also puts it where
 * the README shows it.
 */
import { copyFile, cp, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { openFolder, permission, resizePage, send } from '../support/window.ts';

const project = join(__dirname, '../..');
const picture = join(project, 'artifacts/readme.png');

test('the picture of the README', async ({ openApp, makeFolder }) => {
  const folder = await makeFolder({}, 'webhooks');
  await cp(join(project, 'resources/sample-workspace'), folder.path, { recursive: true });
  const { app, page } = await openApp({
    settings: { theme: 'dark' },
    pace: 'natural',
    // So that paths are shown from home, as they are for people.
    env: { HOME: dirname(folder.path) },
  });
  await resizePage(app, page, 1440, 900);
  await openFolder(page, folder.path);

  const done = await startNamed(page, 'What is left to do');
  await send(done, 'Find TODO in src');
  await expect(done.getByText(/^Finished · /)).toBeVisible();
  const asks = await startNamed(page, 'Wait longer before the first retry');
  const works = await startNamed(page, 'Check the queue');
  await page.keyboard.press('Control+G');
  const tile = page.locator('[data-session]').nth(2);
  await tile.getByRole('button', { name: 'Take out of the grid' }).click();
  await expect(page.locator('[data-session]')).toHaveCount(2);

  await send(asks, 'Replace "firstDelayMs: 250" with "firstDelayMs: 500" in src/backoff.ts');
  await expect(permission(asks)).toBeVisible();
  await send(works, 'Plan: 1) find TODO in src 2) read src/queue.ts 3) run npm run check');
  await expect(works.getByText('Promise<DeliveryResult>').first()).toBeVisible();
  await expect(works.getByRole('button', { name: 'Stop the turn' })).toBeVisible();

  // Colours come from a worker: not at once on a busy machine.
  for (const session of [asks, works]) await expect(session.locator('.text-code-kw').first()).toBeVisible();

  await mkdir(dirname(picture), { recursive: true });
  await page.screenshot({ path: picture });
  expect((await stat(picture)).size).toBeLessThan(400 * 1024);
  if (process.env['UPDATE_SCREENSHOT'] === '1') {
    await mkdir(join(project, 'docs'), { recursive: true });
    await copyFile(picture, join(project, 'docs/screenshot.png'));
  }
});

/** A session with a name of the person's own, wherever it is shown later. */
async function startNamed(page: Page, name: string): Promise<Locator> {
  const rows = page.locator('[data-session-row]');
  const before = await rows.count();
  await page.keyboard.press('Control+N');
  await expect(rows).toHaveCount(before + 1);
  const view = page.locator('[data-session]').filter({ has: page.locator('textarea:focus') });
  const id = await view.getAttribute('data-session');
  await page.keyboard.press('F2');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return page.locator(`[data-session="${id}"]`);
}
