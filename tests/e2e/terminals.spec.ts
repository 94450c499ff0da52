/** Terminals in the real app: real shells, the real emulator, and nothing left when it is over. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { launchApp } from '../support/electron-app.ts';
import { test } from '../support/fixtures.ts';
import { tagged } from '../support/processes.ts';
import { writeSettings } from '../support/test-agents.ts';
import { openFolder } from '../support/window.ts';

const env = { SHELL: '/bin/sh', PS1: '$ ' };

function rows(page: Page) {
  return page.locator('[data-terminal] .xterm-rows');
}

test('a shell runs in the folder, keeps its screen over a reload, tells how it ended, and is gone afterwards', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const { page, quit } = await openApp({ env });
  await openFolder(page, folder.path);
  await page.keyboard.press('Control+`');
  await expect(page.getByRole('tab', { name: 'sh' })).toHaveAttribute('aria-selected', 'true');
  await expect(rows(page)).toContainText(/[$#]/);
  await page.locator('.xterm-helper-textarea').focus();
  await page.keyboard.type('ls; echo "si""ze $(stty size)"; echo $SWITCHYARD_RUN > run-id\n');
  await expect(rows(page)).toContainText('README.md');
  await expect(rows(page)).toContainText(/size \d+ \d+/);
  const before = /size (\d+) (\d+)/.exec((await rows(page).textContent()) ?? '');

  await page.setViewportSize({ width: 1150, height: 700 });
  await expect(async () => {
    await page.keyboard.type('clear; echo "si""ze $(stty size)"\n');
    await expect(rows(page)).toContainText(/size \d+ \d+/);
    const after = /size (\d+) (\d+)/.exec((await rows(page).textContent()) ?? '');
    expect(Number(after?.[2])).toBeLessThan(Number(before?.[2]));
  }).toPass();

  await page.keyboard.type('sleep 86400 & nohup sleep 86401 >/dev/null 2>&1 & echo "bef""ore"\n');
  await expect(rows(page)).toContainText('before');
  await page.reload();
  await expect(rows(page)).toContainText('before');
  await page.locator('.xterm-helper-textarea').focus();

  // Esc and plain Control keys are the shell's; Control+` hides the panel and brings it back as it was.
  await page.keyboard.press('Control+`');
  await expect(rows(page)).toHaveCount(0);
  await page.keyboard.press('Control+`');
  await expect(rows(page)).toContainText('before');
  await page.keyboard.press('Control+~');
  await expect(page.getByRole('tab')).toHaveCount(2);
  await expect(page.locator('.xterm-helper-textarea')).toBeFocused();
  await page.keyboard.type('exit 7\n');
  await expect(page.getByText('The shell ended with code 7.')).toBeVisible();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByText('The shell ended with code 7.')).toHaveCount(0);

  const runId = (await readFile(join(folder.path, 'run-id'), 'utf8')).trim();
  // Control: it is there until the app quits.
  expect(tagged(runId).length).toBeGreaterThanOrEqual(3);
  expect(await quit()).toEqual([]);
  expect(tagged(runId)).toEqual([]);
});

test('several lines are pasted only when the person says so, and what is written in a file types nothing', async ({
  openApp,
  makeFolder,
}) => {
  const attack = '\u001b]52;c;ZXZpbA==\u0007\u001b[21t\u001bP$qm\u001b\\\u001b]10;?\u0007\u001b[c\n';
  const folder = await makeFolder({ 'log.txt': attack });
  const { page } = await openApp({ env });
  await openFolder(page, folder.path);
  await page.keyboard.press('Control+`');
  await expect(rows(page)).toContainText(/[$#]/);
  const paste = (text: string) =>
    page.locator('.xterm-helper-textarea').evaluate((field, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  await paste('echo "on""e"\necho "tw""o"\n');
  await expect(page.getByRole('dialog', { name: 'Paste 3 lines?' })).toBeVisible();
  await page.getByRole('button', { name: 'Do not paste' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await paste('echo "on""e"\necho "tw""o"\n');
  await page.getByRole('button', { name: 'Paste', exact: true }).click();
  await expect(rows(page)).toContainText('two');
  // The one answer that is allowed, to [c, is read by `read`; a terminal that answers all gives more.
  await page.locator('.xterm-helper-textarea').focus();
  await page.keyboard.type('cat log.txt; IFS= read -r answer; echo "got ${#answer}" > answer\n');
  await page.keyboard.type('\n');
  await expect(async () => {
    const answer = await readFile(join(folder.path, 'answer'), 'utf8');
    expect(Number(answer.slice('got '.length))).toBeLessThanOrEqual(12);
  }).toPass();
});

test('nothing of a terminal outlives an app that is killed', async ({ makeFolder }) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const userDataDir = await mkdtemp(join(tmpdir(), 'switchyard-terminals-'));
  await writeSettings(userDataDir, { language: 'en', theme: 'light', agents: [] });
  const { app, page } = await launchApp({ userDataDir, env });
  await expect(page.getByText('Open a folder to begin')).toBeVisible();
  await openFolder(page, folder.path);
  await page.keyboard.press('Control+`');
  await expect(rows(page)).toContainText(/[$#]/);
  await page.keyboard.type(
    '(trap "" HUP TERM; exec sleep 86421) & nohup setsid sleep 86422 >/dev/null 2>&1 &\n',
  );
  await page.keyboard.type('echo $SWITCHYARD_RUN > run-id; echo "rea""dy"\n');
  await expect(rows(page)).toContainText('ready');
  const runId = (await readFile(join(folder.path, 'run-id'), 'utf8')).trim();
  // Control: the shell and both that want to stay are there.
  await expect.poll(() => tagged(runId).length).toBeGreaterThanOrEqual(3);
  app.process().kill('SIGKILL');
  await expect.poll(() => tagged(runId), { timeout: 20_000 }).toEqual([]);
  await rm(userDataDir, { recursive: true, force: true });
});
