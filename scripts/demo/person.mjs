/** What the demo does in the window, as a person would: by what is written there, and by keyboard. */

/** A request takes no key in the first 600 ms, so that nothing typed for something else answers it. */
const READING_MS = 700;

/**
 * Starts a session with the agent that was used last.
 *
 * @param {import('playwright').Page} page
 * @returns {Promise<import('playwright').Locator>} its part of the window, wherever it is shown
 */
export async function startSession(page) {
  const before = await rows(page).count();
  await page.keyboard.press('Control+N');
  await rows(page).nth(before).waitFor();
  const view = page.locator('[data-session]').filter({ has: page.locator('textarea:focus') });
  const id = await view.getAttribute('data-session');
  return page.locator(`[data-session="${id}"]`);
}

/** Two or more sessions side by side. */
export async function showGrid(page, count) {
  await page.keyboard.press('Control+G');
  await page
    .locator('[data-session]')
    .nth(count - 1)
    .waitFor();
}

export async function prompt(session, text) {
  const composer = session.getByRole('textbox', { name: /^Message to / });
  await composer.fill(text);
  await composer.press('Enter');
}

export function questions(within) {
  return within.getByRole('group', { name: / asks: / });
}

/** The line that ends a turn which ended well. */
export function endings(within) {
  return within.getByText(/^Finished · /);
}

/**
 * Goes to the next question, brings all of it into view, and allows it once.
 *
 * @param {import('playwright').Page} page
 * @returns {Promise<string>} what was allowed: a path or a command
 */
export async function allowNext(page) {
  await page.keyboard.press('Control+Shift+J');
  const asked = page.locator('[data-permission-prompt]:focus');
  const id = await asked.getAttribute('data-request-id');
  const question = page.locator(`[data-request-id="${id}"]`);
  const subject = (await question.innerText()).split('\n')[0];
  await page.waitForTimeout(READING_MS);
  const allow = question.getByRole('button', { name: /^Allow once/ });
  if ((await allow.getAttribute('aria-disabled')) === 'true') {
    // It is longer than its box, and counts as read at its end.
    await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await question.locator('button[aria-disabled="false"]', { hasText: /^Allow once/ }).waitFor();
  }
  await page.keyboard.press('1');
  await question.waitFor({ state: 'detached' });
  return subject;
}

function rows(page) {
  return page.locator('[data-session-row]');
}
