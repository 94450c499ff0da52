/** What agents ask of a person beyond permission: a sign-in, a form, a page; and what their helpers do. */
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { testAgent } from '../support/test-agents.ts';
import { composer, openFolder, send, sessionOf, waitUntilArmed } from '../support/window.ts';

async function startAsking(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Choose agent and workspace' }).click();
  await page.getByRole('menuitemradio', { name: 'Asker' }).first().click();
  return sessionOf(page, 'Asker');
}

function signInCard(session: Locator): Locator {
  return session.getByRole('region', { name: 'Asker wants you to sign in' });
}

function question(session: Locator): Locator {
  return session.getByRole('group', { name: 'Asker asks', exact: true });
}

test('signs in by the program of the agent, answers its form, sees and stops its helpers', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const outside = await makeFolder({});
  const asker = testAgent('Asker', 'asking-agent.mjs', [join(outside.path, 'signed-in')]);
  const { page } = await openApp({ agents: [asker] });
  await openFolder(page, folder.path);
  const session = await startAsking(page);

  // Nothing happens by itself, and the session waits for the person.
  await expect(signInCard(session)).toBeVisible();
  await expect(page.getByText('Sign-in needed').first()).toBeVisible();
  await expect(session.getByText('TEST_AGENT_KEY')).toBeVisible();

  // The wrong word: the program ends, its words stay, and it can be tried again.
  await session.getByRole('button', { name: 'Sign in: With a word' }).click();
  await expect(session.getByRole('log', { name: 'Output of the sign-in program' })).toContainText('Word:');
  await expect(session.getByRole('button', { name: 'Open auth.example.com' })).toBeVisible();
  await session.getByRole('textbox', { name: 'Answer for the program' }).fill('wrong');
  await session.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(session.getByText('That did not work: exit code 3')).toBeVisible();
  await expect(session.getByRole('log', { name: 'Output of the sign-in program' })).toContainText(
    'That is not the word.',
  );

  await session.getByRole('button', { name: 'Sign in: With a word' }).click();
  await session.getByRole('textbox', { name: 'Answer for the program' }).fill('sesame');
  await session.getByRole('textbox', { name: 'Answer for the program' }).press('Enter');
  await expect(signInCard(session)).toHaveCount(0);
  await expect(session.getByText(/^Sign/)).toHaveCount(0);

  // A form: its problems are said, nothing is sent before they are gone, focus is not taken.
  await send(session, 'form');
  await expect(question(session)).toBeVisible();
  await expect(composer(session)).toBeFocused();
  await expect(page.getByText('Asks: How should the release go out?').first()).toBeVisible();
  // What is typed for something else goes there and answers nothing.
  for (const key of ['1', 'y', 'Space', 'Shift+Enter', 'Tab', 'Escape']) await page.keyboard.press(key);
  await expect(question(session)).toBeVisible();
  await expect(composer(session)).toHaveValue(/^1y/);
  await composer(session).fill('');
  const form = question(session);
  await expect(form.getByRole('textbox', { name: /^Copies/ })).toHaveValue('2');
  await expect(form.getByText('cannot fill in a field of the kind “_colour”')).toBeVisible();
  await waitUntilArmed(page);
  await form.getByRole('button', { name: 'Send answer' }).click();
  await expect(form.getByText('Check the marked fields.')).toBeVisible();
  await form.getByRole('radio', { name: /^Stable/ }).check();
  await form.getByRole('checkbox', { name: 'Windows' }).check();
  await form.getByRole('textbox', { name: /^Name/ }).fill('Winter');
  await waitUntilArmed(page);
  await form.getByRole('textbox', { name: /^Name/ }).press('Enter');
  await expect(session.getByText('You answered')).toBeVisible();
  for (const words of ['accept', 'Winter', 'stable', 'mac', 'win']) {
    await expect(session.getByText(/^Answer: /)).toContainText(words);
  }

  // Helpers: a tree, closed at first; one is stopped alone.
  await send(session, 'helpers');
  const scout = session.getByRole('button', { name: /Scout/ });
  await expect(scout).toBeVisible();
  await expect(session.getByText('Looking at the parser first.')).toHaveCount(0);
  await scout.click();
  await expect(session.getByText('Looking at the parser first.')).toBeVisible();
  await session.getByRole('button', { name: /Digger/ }).click();
  await expect(session.getByText('Found it three levels down.')).toBeVisible();
  await session.getByRole('button', { name: 'Stop Walker' }).click();
  await expect(session.getByText('All helpers are back.')).toBeVisible();
});

test('signs in through the agent, which asks first; a page is opened only with consent; signing out asks again', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const outside = await makeFolder({});
  const asker = testAgent('Asker', 'asking-agent.mjs', [join(outside.path, 'signed-in')]);
  const { page } = await openApp({ agents: [asker] });
  await openFolder(page, folder.path);
  const session = await startAsking(page);

  // Given up: the process that was to sign in is gone, the choice is back.
  await session.getByRole('button', { name: 'Sign in: In the agent' }).click();
  await expect(question(session)).toBeVisible();
  await signInCard(session).getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(question(session)).toHaveCount(0);
  await session.getByRole('button', { name: 'Sign in: In the agent' }).click();
  const word = question(session).getByRole('textbox', { name: /^Word/ });
  await word.fill('sesame');
  await waitUntilArmed(page);
  await word.press('Enter');
  await expect(signInCard(session)).toHaveCount(0);
  await expect(composer(session)).toBeEnabled();

  await send(session, 'page');
  const opens = question(session);
  await expect(opens.getByText('Asker wants you to open a page')).toBeVisible();
  await expect(opens.getByText('auth.example.com', { exact: true })).toBeVisible();
  await waitUntilArmed(page);
  await opens.getByRole('button', { name: 'Decline' }).click();
  await expect(session.getByText('Answer: decline')).toBeVisible();

  // In the middle of a conversation: the agent that runs signs in, and the conversation goes on.
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out of Asker' }).click();
  await expect(signInCard(session)).toBeVisible();
  await session.getByRole('button', { name: 'Sign in: In the agent' }).click();
  await question(session).getByRole('textbox', { name: /^Word/ }).fill('sesame');
  await waitUntilArmed(page);
  await question(session).getByRole('button', { name: 'Send answer' }).click();
  await expect(signInCard(session)).toHaveCount(0);
  await send(session, 'hello');
  await expect(session.getByText('Heard: hello')).toBeVisible();

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Fork session' }).click();
  await expect(page.getByText('This conversation is a fork')).toBeVisible();
});
