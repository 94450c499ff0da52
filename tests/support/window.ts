/** What a person does in the window, by the names that the window shows. */
import { expect } from '@playwright/test';
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { armDelayMs } from '../../src/renderer/permissions/arming.ts';
import { dropPaths } from './drop.ts';

/** Drops the folder and waits until its start page offers a first session. */
export async function openFolder(page: Page, path: string): Promise<void> {
  await dropPaths(page, [path]);
  await expect(startButton(page)).toBeVisible();
}

export function startButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Start with / });
}

/** Starts a session with that agent in the current workspace and gives its part of the window. */
export async function startSession(page: Page, agent: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Choose agent and workspace' }).click();
  await page.getByRole('menuitemradio', { name: agent }).first().click();
  await expect(composer(page, agent)).toBeFocused();
  return sessionOf(page, agent);
}

/** The part of the window that shows the session of that agent; for tests with one session for each agent. */
export function sessionOf(page: Page, agent: string): Locator {
  return page.locator('[data-session]').filter({ has: composer(page, agent) });
}

export function composer(within: Page | Locator, agent?: string): Locator {
  return within.getByRole('textbox', {
    name: agent === undefined ? /^Message to / : `Message to ${agent}`,
    exact: true,
  });
}

export async function send(session: Locator, prompt: string): Promise<void> {
  await composer(session).fill(prompt);
  await composer(session).press('Enter');
}

/** The request that waits in this session. */
export function permission(session: Locator): Locator {
  return session.getByRole('group', { name: / asks: / });
}

/** Runs a command as a person without a mouse does. */
export async function runCommand(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+K');
  const field = page.getByRole('combobox');
  await expect(field).toBeFocused();
  await page.keyboard.type(words);
  await expect(page.getByRole('option').first()).toContainText(words);
  await page.keyboard.press('Enter');
  await expect(field).toBeHidden();
}

export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await runCommand(page, `Use the ${theme} theme`);
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/** How wide and high the page is, in CSS pixels. */
export async function resizePage(
  app: ElectronApplication,
  page: Page,
  width: number,
  height: number,
): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]!.setContentSize(size.width, size.height),
    { width, height },
  );
  await page.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, height]);
}

/** The right side, with one change in full. */
export function changesPane(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Changes' });
}

/** Moves to the question of the selected session and waits until keys count there. */
export async function focusPermission(page: Page, session: Locator): Promise<void> {
  await expect(permission(session)).toBeVisible();
  await page.keyboard.press('Control+Shift+K');
  await expect(permission(session)).toBeFocused();
  await waitUntilArmed(page);
}

/** A prompt takes no key for a while after it has come: that time has to pass, whatever else happens. */
export async function waitUntilArmed(page: Page): Promise<void> {
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), armDelayMs + 20);
}

/** The last number in what the agent lists, as far as the window shows it; 0 while there is none. */
export async function lastNumber(session: Locator): Promise<number> {
  const texts = await session.getByRole('listitem').allTextContents();
  return Number(/(\d+)\s*$/.exec(texts.at(-1) ?? '')?.[1] ?? 0);
}
