/** The window itself: first run, dropping, palette, themes, languages, settings, reload, keyboard alone, access. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { dropPaths } from '../support/drop.ts';
import { test } from '../support/fixtures.ts';
import { scripted } from '../support/test-agents.ts';
import {
  changesPane,
  composer,
  focusPermission,
  openFolder,
  permission,
  runCommand,
  send,
  sessionOf,
  setTheme,
  startButton,
  startSession,
} from '../support/window.ts';

const files = { 'README.md': '# Payments\n', 'src/queue.ts': 'export const size = 3;\n' };

test('the first run says what to do, and what is dropped wrong says why', async ({ openApp, makeFolder }) => {
  const folder = await makeFolder(files);
  const { page } = await openApp();
  await expect(page.getByRole('heading', { name: 'Open a folder to begin' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open folder…' })).toBeVisible();
  await expect(page.getByText('Built in. Needs no key and no network.')).toBeVisible();

  await dropPaths(page, [folder.file('README.md')]);
  const notice = page.getByRole('alert').filter({ hasText: '“README.md” is not a folder' });
  await expect(notice).toContainText('Drop a folder to open it as a workspace.');
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toBeHidden();
  await expect(startButton(page)).toBeHidden();

  await dropPaths(page, [folder.path, folder.file('src')]);
  const list = page.getByRole('navigation', { name: 'Sessions' });
  await expect(list.getByRole('button', { name: 'payments, 0 sessions', exact: true })).toBeVisible();
  await expect(list.getByRole('button', { name: 'src, 0 sessions', exact: true })).toBeVisible();
  await expect(startButton(page)).toBeVisible();
});

test('the palette, themes and languages', async ({ openApp, makeFolder }, testInfo) => {
  const folder = await makeFolder(files);
  const opened = await openApp();
  const { page } = opened;
  await openFolder(page, folder.path);
  const session = await startSession(page, 'Switchyard Agent');

  // Escape leaves everything as it was, with the focus where it was.
  await composer(session).fill('half a thought');
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('no command has this name');
  await expect(page.getByText('Nothing matches “no command has this name”')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(composer(session)).toBeFocused();
  await expect(composer(session)).toHaveValue('half a thought');

  const backgrounds: string[] = [];
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(page, theme);
    expect(await opened.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe(theme);
    backgrounds.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
    await testInfo.attach(theme, { body: await page.screenshot(), contentType: 'image/png' });
  }
  expect(new Set(backgrounds).size).toBe(2);

  await page.keyboard.press('Control+,');
  await page.getByRole('radiogroup', { name: 'Language' }).getByText('简体中文').click();
  await expect(page.getByRole('dialog', { name: '设置' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '新建会话' }).first()).toBeVisible();
  await testInfo.attach('zh-CN', { body: await page.screenshot(), contentType: 'image/png' });
  const kept = JSON.parse(await readFile(join(opened.userDataDir, 'settings.json'), 'utf8')) as object;
  expect(kept).toMatchObject({ theme: 'light', language: 'zh-CN' });
});

test('an agent is added, changed and removed in the settings', async ({ openApp, makeFolder }) => {
  const folder = await makeFolder(files);
  const { page } = await openApp();
  await openFolder(page, folder.path);
  const echo = scripted('Echo', { turns: [[{ say: 'Echo speaks.' }]] });

  await runCommand(page, 'Add an agent');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('button', { name: 'Add agent' }).click();
  await settings.getByRole('textbox', { name: 'Name', exact: true }).fill('Echo');
  await settings.getByRole('textbox', { name: 'Environment' }).fill('no equals sign');
  await settings.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(settings.getByRole('textbox', { name: 'Command' })).toBeFocused();
  await expect(settings.getByText('Say which command starts it.')).toBeVisible();
  await expect(settings.getByText('Line 1: write NAME=value.')).toBeVisible();

  await settings.getByRole('textbox', { name: 'Command' }).fill(echo.command);
  await settings.getByRole('textbox', { name: 'Arguments' }).fill(echo.args.join('\n'));
  await settings.getByRole('textbox', { name: 'Environment' }).fill('ECHO_MODE=loud');
  await settings.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(settings.getByRole('listitem').filter({ hasText: 'Echo' })).toContainText('1 variable');
  await page.keyboard.press('Escape');

  const session = await startSession(page, 'Echo');
  await send(session, 'Speak');
  await expect(session.getByText('Echo speaks.')).toBeVisible();

  await runCommand(page, 'Add an agent');
  await settings.getByRole('button', { name: 'Edit Echo' }).click();
  await settings.getByRole('textbox', { name: 'Name', exact: true }).fill('Echo two');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings.getByRole('listitem').filter({ hasText: 'Echo two' })).toContainText('1 variable');
  await settings.getByRole('button', { name: 'Remove Echo two' }).click();
  await expect(settings.getByText('Remove Echo two from the list? Running sessions go on.')).toBeVisible();
  await settings.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(settings.getByText('Echo two')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await send(session, 'Speak again');
  await expect(session.getByText('Echo speaks.')).toHaveCount(2);
});

test('a reload shows the same sessions, and what streams meanwhile is not lost', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder(files);
  const gate = folder.file('go');
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `line ${from + index}\n\n`).join('');
  const story = scripted('Story', {
    turns: [
      [
        { say: lines(0, 60), chunks: 60, everyMs: 5 },
        { say: lines(60, 260), chunks: 200, everyMs: 5 },
        { waitFor: { file: gate } },
        { say: lines(260, 300), chunks: 40 },
      ],
    ],
  });
  const { app, page } = await openApp({ agents: [story], pace: 'natural' });
  await openFolder(page, folder.path);
  await send(await startSession(page, 'Story'), 'Tell me');
  const bundled = await startSession(page, 'Switchyard Agent');
  await send(bundled, 'Replace "size = 3" with "size = 4" in src');
  await expect(permission(bundled)).toBeVisible();
  await page.keyboard.press('Control+G');
  await composer(bundled).fill('kept');
  const storyLine = async () =>
    Number(/line (\d+)\s+Working/.exec(await sessionOf(page, 'Story').innerText())?.[1] ?? 0);
  await expect.poll(storyLine).toBeGreaterThan(60);

  await page.reload();
  const told = sessionOf(page, 'Story');
  await expect(told).toBeVisible();
  await expect(permission(bundled)).toBeVisible();
  await expect(page.getByRole('navigation').getByText('Tell me')).toBeVisible();
  await folder.write('go', '');
  await expect(told.getByText(/^Finished/)).toBeVisible();
  await app.evaluate(({ clipboard }) => clipboard.clear());
  await told.getByRole('button', { name: 'Copy response' }).click();
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(lines(0, 300));

  // The question still takes its answer, and what was written is still there.
  await expect(composer(bundled)).toHaveValue('kept');
  await composer(bundled).click();
  await focusPermission(page, bundled);
  await page.keyboard.press('1');
  await expect.poll(() => folder.read('src/queue.ts')).toBe('export const size = 4;\n');
});

test('all of it by keyboard: new session, prompt, answer, diff, close', async ({ openApp, makeFolder }) => {
  const folder = await makeFolder(files);
  const { page } = await openApp();
  await openFolder(page, folder.path);
  await runCommand(page, 'New session');
  const session = sessionOf(page, 'Switchyard Agent');
  await expect(composer(session)).toBeFocused();
  await page.keyboard.type('Replace "size = 3" with "size = 5" in src');
  await page.keyboard.press('Enter');
  await focusPermission(page, session);
  await page.keyboard.press('Control+Enter');
  await expect(session.getByText(/^Finished/)).toBeVisible();
  expect(await folder.read('src/queue.ts')).toBe('export const size = 5;\n');
  await expect(composer(session)).toBeFocused();

  await page.keyboard.press('Control+Shift+D');
  await expect(changesPane(page).getByRole('code').last()).toContainText('export const size = 5;');
  await page.keyboard.press('Escape');
  await expect(changesPane(page)).toBeHidden();

  await page.keyboard.press('Control+Shift+W');
  await expect(page.getByText('0 agent processes')).toBeVisible();
  // The session stays.
  await expect(session.getByText(/^Finished/)).toBeVisible();
});

test('with a real agent and its change in view there is no serious accessibility problem', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder(files);
  const { page } = await openApp();
  const found: Record<string, readonly string[]> = {};
  const check = async (view: string, themes: readonly ('light' | 'dark')[]) => {
    for (const theme of themes) {
      await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name;
      }, theme);
      found[`${view}, ${theme}`] = await seriousViolations(page);
    }
  };
  await openFolder(page, folder.path);
  const session = await startSession(page, 'Switchyard Agent');
  await send(session, 'Replace "size = 3" with "size = 5" in src');
  await focusPermission(page, session);
  await check('permission prompt', ['light', 'dark']);
  await page.keyboard.press('1');
  await expect(session.getByText(/^Finished/)).toBeVisible();
  await page.keyboard.press('Control+Shift+D');
  await expect(changesPane(page).getByRole('code').last()).toContainText('size = 5');
  await check('diff', ['light']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('combobox')).toBeFocused();
  await check('palette', ['dark']);
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((view) => [view, []])));
});

async function seriousViolations(page: Page): Promise<readonly string[]> {
  // Otherwise axe opens a second page to sum up, which an app does not let it.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
