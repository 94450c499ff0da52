/** What was written and not sent is there after the app was started again, and so is what was deleted by mistake. */
import { expect } from '@playwright/test';
import { launchApp } from '../support/electron-app.ts';
import { test } from '../support/fixtures.ts';
import { composer, openFolder, send, startSession } from '../support/window.ts';

test('a draft survives a restart, and prompts that were sent are found again with Up', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const opened = await openApp();
  const { page } = opened;
  await openFolder(page, folder.path);
  const session = await startSession(page, 'Switchyard Agent');
  await send(session, 'list files');
  await expect(session.getByText('README.md').first()).toBeVisible();
  await composer(session).fill('half a thought');
  // At once: what was just typed counts too.
  expect(await opened.quit()).toEqual([]);

  const again = await launchApp({
    userDataDir: opened.userDataDir,
    env: { SWITCHYARD_AGENT_PACE: 'instant' },
  });
  try {
    const field = composer(again.page);
    await expect(field).toHaveValue('half a thought');
    await field.fill('');
    await field.press('ArrowUp');
    await expect(field).toHaveValue('list files');

    // Deleted and back: the conversation is whole.
    await again.page.keyboard.press('Control+Shift+E');
    await again.page.keyboard.press('Delete');
    await expect(again.page.locator('[data-session-row]')).toHaveCount(0);
    await again.page.getByRole('button', { name: 'Undo' }).click();
    await expect(again.page.getByRole('log')).toContainText('list files');
    // Put away and back.
    await again.page.keyboard.press('Control+Shift+W');
    await expect(again.page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await again.page.getByRole('button', { name: 'Undo' }).click();
    await expect(again.page.locator('[data-session-row]')).toHaveCount(1);
  } finally {
    await again.close();
  }
  expect(again.complaints).toEqual([]);
});
