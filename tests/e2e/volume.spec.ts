/** A flood: 100,000 chunks over 8 sessions, four of them in view, while a person goes on working. */
import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import type { OpenedApp } from '../support/fixtures.ts';
import { testAgent } from '../support/test-agents.ts';
import { composer, openFolder, send, startSession } from '../support/window.ts';

const chunks = 12_500;
/** Chunks in a paragraph; 0: all in one, the worst there is for a window that renders Markdown. */
const paragraphs = { One: 0, Two: 0, Three: 10, Four: 10, Five: 10, Six: 10, Seven: 10, Eight: 10 };

function textOf(paragraph: number): string {
  const ends = (index: number) => (paragraph > 0 && (index + 1) % paragraph === 0 ? '\n\n' : ' ');
  return Array.from({ length: chunks }, (_, index) => `${index}${ends(index)}`).join('');
}

test('100,000 chunks in 8 sessions arrive whole and in order, and the window answers meanwhile', async ({
  openApp,
  makeFolder,
}) => {
  test.setTimeout(180_000);
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const gate = folder.file('go');
  const agents = Object.entries(paragraphs).map(([name, paragraph]) =>
    testAgent(name, 'floods.mjs', [
      '--chunks',
      String(chunks),
      '--paragraph',
      String(paragraph),
      '--gate',
      gate,
    ]),
  );
  const opened = await openApp({ agents });
  const { page } = opened;
  await openFolder(page, folder.path);
  for (const name of Object.keys(paragraphs)) {
    const session = await startSession(page, name);
    await send(session, `Flood ${name}`);
    await expect(session.getByText(/^Working/)).toBeVisible();
  }
  await page.keyboard.press('Control+G');
  await expect(page.locator('[data-session]')).toHaveCount(4);
  await composer(page.locator('[data-session]').first()).click();
  await expect(runningPill(page)).toHaveText('8 running');

  await recordTyping(page);
  await folder.write('go', '');
  await page.keyboard.press('Control+K');
  await page.keyboard.type('theme');
  await expect(page.getByRole('option', { name: 'Use the dark theme' })).toBeVisible();
  const nodes = await countNodes(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox')).toBeHidden();
  await expect(runningPill(page)).toBeHidden({ timeout: 120_000 });
  // What was typed was drawn while the flood lasted, not when it was over.
  expect(await recordedTyping(page)).toContainEqual({ text: 't', running: true });
  // Transcripts of thousands of paragraphs: the page holds what is in view, not what there is.
  expect(Math.max(nodes, await countNodes(page))).toBeLessThan(4000);

  await page.keyboard.press('Control+G');
  for (const [name, paragraph] of Object.entries(paragraphs)) {
    await page
      .getByRole('navigation', { name: 'Sessions' })
      .getByRole('button', { name: new RegExp(`Flood ${name}\\b`) })
      .first()
      .click();
    const session = page.locator('[data-session]');
    await expect(composer(session, name)).toBeVisible();
    const text = await copiedResponse(opened, session);
    expect({ name, length: text.length, hash: hash(text) }).toEqual({
      name,
      length: textOf(paragraph).length,
      hash: hash(textOf(paragraph)),
    });
  }
});

function runningPill(page: Page): Locator {
  return page.getByRole('banner').getByText(/^\d+ running$/);
}

function countNodes(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length);
}

/** Notes what the palette's field shows in the frame after each letter, and whether sessions ran then. */
async function recordTyping(page: Page): Promise<void> {
  await page.evaluate(() => {
    const notes: { text: string; running: boolean }[] = [];
    Object.assign(globalThis, { notes });
    document.addEventListener('input', ({ target }) => {
      requestAnimationFrame(() => {
        const running = /\d running/.test(document.querySelector('header')?.textContent ?? '');
        notes.push({ text: (target as HTMLInputElement).value, running });
      });
    });
  });
}

function recordedTyping(page: Page): Promise<readonly unknown[]> {
  return page.evaluate(() => (globalThis as unknown as { notes: unknown[] }).notes);
}

/** All that the agent said in its last turn, as the page has it: by the button that copies it. */
async function copiedResponse({ app }: OpenedApp, session: Locator): Promise<string> {
  await clearClipboard(app);
  const button = session.getByRole('button', { name: 'Copy response' });
  await button.focus();
  await button.click();
  await expect.poll(() => readClipboard(app)).not.toBe('');
  return readClipboard(app);
}

function readClipboard(app: ElectronApplication): Promise<string> {
  return app.evaluate(({ clipboard }) => clipboard.readText());
}

async function clearClipboard(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ clipboard }) => clipboard.clear());
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
