/** Going on from any turn in a session of its own, with what an agent keeps by itself, and making it forget that. */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { scripted } from '../support/test-agents.ts';
import { openFolder, runCommand, send, sessionOf, startSession } from '../support/window.ts';

test('a fork from a turn says what its agent will be given, and gives it once', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const agent = scripted('Writer', { turns: [[{ say: 'Answered.' }], [{ say: 'Answered again.' }]] });
  const { page } = await openApp({ agents: [agent] });
  await openFolder(page, folder.path);
  const session = await startSession(page, 'Writer');
  await send(session, 'Plan the queue');
  await expect(session.getByText('Answered.', { exact: true })).toBeVisible();
  await send(session, 'Now write it');
  await expect(session.getByText('Answered again.', { exact: true })).toBeVisible();

  // By key alone, from the row of the first prompt.
  const fork = session.getByRole('button', { name: 'Fork from here' });
  await expect(fork).toHaveCount(2);
  await expect(fork.first()).toHaveCSS('opacity', '0');
  await fork.first().focus();
  await expect(fork.first()).toHaveCSS('opacity', '1');
  await fork.first().press('Enter');

  const told = session.getByText(
    'With your first message, Writer is given the transcript of “Plan the queue”, up to the turn you forked from.',
  );
  await expect(told).toBeVisible();
  await expect(session.getByRole('button', { name: 'Forked from Plan the queue' })).toBeVisible();
  await send(session, 'Another way');
  await expect(session.getByText('The agent was given the transcript')).toBeVisible();
  await expect(told).toHaveCount(0);
  await expect(session.getByText('Now write it')).toHaveCount(0);

  // The same by command, for the prompt in view.
  await session.getByRole('button', { name: 'Forked from Plan the queue' }).click();
  await expect(session.getByText('Answered again.', { exact: true })).toBeVisible();
  await runCommand(page, 'Fork from the prompt in view');
  await expect(told).toBeVisible();
});

test('a conversation that an agent keeps is taken over once, and forgotten there when told to', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const outside = await makeFolder({});
  const said = (role: 'user' | 'agent', text: string) => ({
    sessionUpdate: `${role}_message_chunk`,
    content: { type: 'text', text },
  });
  const keeper = scripted('Keeper', {
    turns: [[{ say: 'Going on.' }]],
    kept: [
      {
        sessionId: 'k1',
        cwd: folder.path,
        title: 'Why is the queue slow',
        updatedAt: '2026-03-01T10:00:00Z',
      },
      { sessionId: 'k2', cwd: folder.path, title: 'Rename the worker' },
      { sessionId: 'k3', cwd: '/elsewhere', title: 'Of another folder' },
    ],
    replay: [said('user', 'Why is the queue slow?'), said('agent', 'It sleeps too long.')],
    notes: outside.file('notes'),
  });
  const plain = scripted('Plain', { turns: [[{ say: 'Ready.' }]] });
  const { page } = await openApp({ agents: [keeper, plain] });
  await openFolder(page, folder.path);
  await page.getByRole('button', { name: 'Choose agent and workspace' }).click();
  await page.getByRole('menuitem', { name: 'Take over a conversation…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take over a conversation of an agent' });
  const agent = dialog.getByRole('combobox', { name: 'Agent' });
  await agent.selectOption({ label: 'Plain' });
  await expect(dialog.getByText('Plain cannot list its conversations and load them.')).toBeVisible();
  await agent.selectOption({ label: 'Keeper' });
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByText('Of another folder')).toHaveCount(0);
  await dialog.getByRole('textbox', { name: 'Filter by title or id' }).fill('queue');
  await expect(dialog.getByRole('status')).toHaveText('1 conversation');
  await dialog.getByRole('button', { name: 'Take over “Why is the queue slow”' }).click();

  await expect(dialog).toBeHidden();
  const session = sessionOf(page, 'Keeper');
  await expect(session.getByText('It sleeps too long.')).toBeVisible();
  await expect(session.getByText('Taken over from the agent')).toBeVisible();
  // A turn that was told can be forked from like one that was had.
  await expect(session.getByRole('button', { name: 'Fork from here' })).toHaveCount(1);
  await send(session, 'Then mend it');
  await expect(session.getByText('Going on.')).toBeVisible();

  await page.getByRole('button', { name: 'Choose agent and workspace' }).click();
  await page.getByRole('menuitem', { name: 'Take over a conversation…' }).click();
  await agent.selectOption({ label: 'Keeper' });
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expect(dialog.getByText('Rename the worker')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete at the agent…' }).click();
  await page.getByRole('button', { name: 'Delete at the agent', exact: true }).click();
  await expect.poll(async () => readFile(outside.file('notes'), 'utf8')).toMatch(/session\/delete.*"k1"/);
  await expect(session.getByText('It sleeps too long.')).toBeVisible();
});
