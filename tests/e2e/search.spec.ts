/** Search in the real app: the thread with its database in the real runtime, over the journals of real sessions. */
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { scripted } from '../support/test-agents.ts';
import { openFolder, send, startSession } from '../support/window.ts';

test('what was said is found by keys alone, opens at its place, and the check finds everything in order', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const agent = scripted('North', {
    turns: [[{ say: 'The walrus answered 海象.' }], [{ say: 'Nothing else.' }]],
  });
  const { page } = await openApp({ agents: [agent] });
  await openFolder(page, folder.path);
  const session = await startSession(page, 'North');
  await send(session, 'Where is the marmot?');
  await expect(session.getByText('The walrus answered 海象.')).toBeVisible();

  const found = async (text: string, snippet: RegExp) => {
    await page.keyboard.press('Control+Shift+F');
    const field = page.getByRole('combobox', { name: 'Search all sessions' });
    await expect(field).toBeFocused();
    // What just settled reaches the index a moment later.
    await expect(async () => {
      await field.fill('');
      await field.fill(text);
      await expect(page.getByRole('option').filter({ hasText: snippet })).toBeVisible({ timeout: 2000 });
    }).toPass();
  };
  await found('marm', /Where is the marmot/);
  await page.keyboard.press('Escape');
  await found('海象', /walrus answered/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(session.getByText('The walrus answered 海象.')).toBeVisible();

  await page.keyboard.press('Control+,');
  await page.getByRole('button', { name: 'Storage', exact: true }).click();
  await page.getByRole('button', { name: 'Verify all sessions' }).click();
  await expect(page.getByText('1 session is in order.')).toBeVisible();
  await expect(page.getByText('The search agrees with the sessions.')).toBeVisible();
});
