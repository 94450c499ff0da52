/** Questions that come while a person types: nothing typed for something else may ever answer one. */
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { scripted } from '../support/test-agents.ts';
import type { Step, TestAgent } from '../support/test-agents.ts';
import {
  composer,
  focusPermission,
  openFolder,
  permission,
  send,
  sessionOf,
  startSession,
  waitUntilArmed,
} from '../support/window.ts';

const options = [
  { optionId: 'once', name: 'Allow', kind: 'allow_once' },
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
  { optionId: 'never', name: 'Never', kind: 'reject_always' },
];

/** Says in its own words which answer arrived. */
function ask(command: string): Step {
  const toolCall = { toolCallId: 'call', title: 'Read a file', kind: 'execute', rawInput: { command } };
  const then = Object.fromEntries(
    [...options.map(({ optionId }) => optionId), 'cancelled'].map((id) => [id, [{ say: `Heard: ${id}` }]]),
  );
  return { ask: { toolCall, options }, then };
}

const names = ['North', 'East', 'South', 'West'];

/** Asks once the file named like it is in the folder. */
function waiting(name: string): TestAgent {
  return scripted(name, { turns: [[{ waitFor: { file: `{cwd}/${name}` } }, ask(`make ${name}`)]] });
}

test('300 keys typed while four questions come answer none of them; two keys meant for one do', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  // Enter breaks the line here, so that all that was typed stays in one text.
  const { page } = await openApp({ agents: names.map(waiting), settings: { enterSends: false } });
  await openFolder(page, folder.path);
  for (const name of names) {
    const session = await startSession(page, name);
    await composer(session).fill('Go');
    await composer(session).press('Control+Enter');
    await expect(session.getByText(/^Working/)).toBeVisible();
  }
  await page.keyboard.press('Control+G');
  const north = sessionOf(page, 'North');
  await composer(north).click();

  const keys = keystrokes(300);
  const comes = new Map([40, 100, 160, 220].map((at, index) => [at, names[index] ?? '']));
  for (const [index, key] of keys.entries()) {
    const name = comes.get(index);
    if (name !== undefined) await folder.write(name, '');
    await page.keyboard.press(key);
  }
  for (const name of names) await expect(permission(sessionOf(page, name))).toBeVisible();
  await expect(composer(north)).toBeFocused();
  await expect(composer(north)).toHaveValue(keys.map(typed).join(''));

  // The same with the focus on nothing at all, and in the list of sessions.
  for (const place of ['page', 'list'] as const) {
    if (place === 'list') await page.keyboard.press('Control+Shift+E');
    else await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    for (const key of ['1', '2', '3', '4', 'y', 'Space', 'Control+Enter']) await page.keyboard.press(key);
  }
  await expect(page.getByText(/^Heard: /)).toHaveCount(0);
  for (const name of names) await expect(permission(sessionOf(page, name))).toBeVisible();

  // Meant: one chord goes there, one key answers. Focus goes back to what was written.
  await composer(north).focus();
  await focusPermission(page, north);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await page.keyboard.press('y');
  await expect(permission(north)).toBeFocused();
  await page.keyboard.press('1');
  await expect(north.getByText('Heard: once')).toBeVisible();
  await expect(composer(north)).toBeFocused();
  await expect(composer(north)).toHaveValue(keys.map(typed).join(''));
  await expect(page.getByText(/^Heard: /)).toHaveCount(1);

  // The next one that waits is one chord away too, wherever it is.
  await page.keyboard.press('Control+Shift+J');
  await expect(page.locator('[data-permission-prompt]:focus')).toHaveCount(1);
  await waitUntilArmed(page);
  await page.keyboard.press('3');
  await expect(page.getByText('Heard: no', { exact: true })).toHaveCount(1);
  await expect(page.getByText(/^Heard: /)).toHaveCount(2);
});

test('keys that come before the prompt takes any are lost, and start the wait anew', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const { page } = await openApp({ agents: [waiting('North')] });
  await openFolder(page, folder.path);
  const north = await startSession(page, 'North');
  await send(north, 'Go');
  await expect(north.getByText(/^Working/)).toBeVisible();
  // The page's own clock decides, so the keys are given within the page, in the task in which the prompt appears.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const prompt = document.querySelector<HTMLElement>('[data-permission-prompt]');
      if (prompt === null) return;
      observer.disconnect();
      prompt.focus();
      for (const init of [{ key: '1' }, { key: 'Enter', ctrlKey: true }, { key: '2' }]) {
        prompt.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
      }
      document.body.dataset['early'] = 'pressed';
    }).observe(document.body, { childList: true, subtree: true });
  });
  await folder.write('North', '');
  await expect(page.locator('body')).toHaveAttribute('data-early', 'pressed');
  await expect(permission(north)).toBeFocused();
  await waitUntilArmed(page);
  await expect(north.getByText(/^Heard: /)).toHaveCount(0);
  await page.keyboard.press('Control+Enter');
  await expect(north.getByText('Heard: once')).toBeVisible();
});

test('a long command is allowed only after all of it was in view', async ({ openApp, makeFolder }) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const lines = Array.from({ length: 120 }, (_, index) => `echo step ${index}`);
  const long = [...lines, 'rm -rf src'].join('\n');
  const { page } = await openApp({ agents: [scripted('North', { turns: [[ask(long)]] })] });
  await openFolder(page, folder.path);
  const north = await startSession(page, 'North');
  await send(north, 'Go');
  const allow = permission(north).getByRole('button', { name: /^Allow once/ });
  await expect(allow).toHaveAttribute('aria-disabled', 'true');
  await expect(
    permission(north)
      .getByRole('button', { name: /^Reject/ })
      .first(),
  ).toHaveAttribute('aria-disabled', 'false');

  await focusPermission(page, north);
  await page.keyboard.press('1');
  await page.keyboard.press('Control+Enter');
  await pressWithPointer(page, allow);
  await expect(allow).toHaveAttribute('aria-disabled', 'true');
  await expect(north.getByText(/^Heard: /)).toHaveCount(0);

  const text = permission(north).getByRole('region', { name: 'What the agent asks for' });
  const below = () => text.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop);
  const first = await below();
  expect(first).toBeGreaterThan(1000);
  // From the prompt itself: its answers are where the focus is, its text is what scrolls.
  await page.keyboard.press('PageDown');
  await expect.poll(below).toBeLessThan(first);
  await expect(allow).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('End');
  await expect.poll(below).toBeLessThan(2);
  await expect(allow).toHaveAttribute('aria-disabled', 'false');
  await focusPermission(page, north);
  await page.keyboard.press('1');
  await expect(north.getByText('Heard: once')).toBeVisible();
});

test('a press counts once the button under it has stood still', async ({ openApp, makeFolder }) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const { page } = await openApp({ agents: [waiting('North')] });
  await openFolder(page, folder.path);
  const north = await startSession(page, 'North');
  await send(north, 'Go');
  await expect(north.getByText(/^Working/)).toBeVisible();
  // A click in the very task in which the prompt appears: nobody can have meant it.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const button = document.querySelector<HTMLElement>('[data-kind="allow_once"]');
      if (button === null) return;
      observer.disconnect();
      for (const type of ['pointerdown', 'pointerup', 'click']) {
        button.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, detail: 1 }));
      }
      document.body.dataset['early'] = 'pressed';
    }).observe(document.body, { childList: true, subtree: true });
  });
  await folder.write('North', '');
  await expect(page.locator('body')).toHaveAttribute('data-early', 'pressed');
  await waitUntilArmed(page);
  await expect(north.getByText(/^Heard: /)).toHaveCount(0);
  await permission(north)
    .getByRole('button', { name: /^Allow once/ })
    .click();
  await expect(north.getByText('Heard: once')).toBeVisible();
});

/** What a hand at work produces, with everything that means yes somewhere. The same at every run. */
function keystrokes(count: number): readonly string[] {
  const hand = ['Enter', 'Space', 'y', '1', '2', '3', '4', 'Y', 'a', 's', 'k', 'e', 'o', 'Shift+Enter'];
  let seed = 42;
  return Array.from({ length: count }, () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return hand[Math.floor((seed / 2 ** 31) * hand.length)] ?? 'a';
  });
}

function typed(key: string): string {
  if (key.endsWith('Enter')) return '\n';
  return key === 'Space' ? ' ' : key;
}

/** Without waiting for the button to be enabled, as people press. */
async function pressWithPointer(page: Page, button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (box === null) throw new Error('the button is not on the page');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}
