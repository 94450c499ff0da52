/** Agents that cannot start, die or speak nonsense: each ends in words, with a way back, and no other notices. */
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { leftovers, processTree } from '../support/processes.ts';
import { scripted, testAgent } from '../support/test-agents.ts';
import type { TestAgent } from '../support/test-agents.ts';
import { composer, lastNumber, openFolder, runCommand, send, startSession } from '../support/window.ts';

const ticker = scripted('Ticker', { turns: [[{ tick: '- tick', everyMs: 40 }]] });

test('an agent that fails is named with its last words, and the others stream on', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const missing: TestAgent = { id: 'missing', name: 'Missing', command: 'no-such-agent-here', args: [] };
  const { page } = await openApp({
    agents: [
      ticker,
      missing,
      testAgent('Crasher', 'crash-on-start.mjs'),
      testAgent('Babbler', 'garbage-stdout.mjs'),
      testAgent('Mortal', 'dies-mid-turn.mjs'),
    ],
  });
  await openFolder(page, folder.path);
  const ticking = await startSession(page, 'Ticker');
  await send(ticking, 'Count');

  const notFound = failure(await startSession(page, 'Missing'));
  await expect(notFound.getByRole('heading')).toHaveText(
    'Missing could not be started: its command was not found',
  );
  await expect(notFound).toContainText('no-such-agent-here');
  // Restart tries again, and says again what is wrong.
  await notFound.getByRole('button', { name: 'Restart' }).click();
  await expect(notFound.getByRole('heading')).toBeVisible();

  const crashed = failure(await startSession(page, 'Crasher'));
  await expect(crashed.getByRole('heading')).toHaveText('Crasher ended before it was ready · exit code 3');
  await expect(crashed.getByLabel('Last lines of Crasher')).toHaveText(
    'fatal: model weights not found\nset MODEL_DIR and try again',
  );
  await expect(crashed).toContainText('Nothing was lost: no prompt had been sent.');

  const babbling = failure(await startSession(page, 'Babbler'));
  await expect(babbling.getByRole('heading')).toHaveText('Babbler gave no usable answer');

  const mortal = await startSession(page, 'Mortal');
  await send(mortal, 'Look into it');
  const died = failure(mortal);
  await expect(died.getByRole('heading')).toHaveText(
    'Mortal stopped in the middle of its work · exit code 9',
  );
  await expect(died.getByLabel('Last lines of Mortal')).toHaveText(
    'panic: index out of range\n  at worker 3',
  );
  await expect(died).toContainText('Kept: the whole conversation.');
  await expect(mortal.getByText('Looking into it')).toBeVisible();
  await expect(mortal.getByText('The agent went away in the middle of this turn')).toBeVisible();
  // What was written to it meanwhile is there after the restart, and the conversation goes on.
  await composer(mortal).fill('And now?');
  await died.getByRole('button', { name: 'Restart' }).click();
  await expect(died).toBeHidden();
  await expect(composer(mortal)).toHaveValue('And now?');
  await composer(mortal).press('Enter');
  await expect(mortal.getByText('Looking into it')).toHaveCount(2);
  await expect(died.getByRole('heading')).toBeVisible();

  // In the list each has its word, and the one that works has never stopped.
  const list = page.getByRole('navigation', { name: 'Sessions' });
  for (const words of [
    'Command not found',
    'Ended before it was ready',
    'Gave no answer',
    'Agent exited with code 9',
  ]) {
    await expect(list.getByText(words)).toBeVisible();
  }
  await list.getByRole('button', { name: /^Running Count/ }).click();
  const counted = await lastNumber(ticking);
  await expect.poll(() => lastNumber(ticking)).toBeGreaterThan(counted);
});

test('Restart works once what was wrong is put right', async ({ openApp, makeFolder }) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const { command, args } = scripted('Late', { turns: [[{ say: 'Here I am.' }]] });
  const start = `
    if (require('node:fs').existsSync('licence.txt')) void import(process.argv[1]);
    else { console.error('no licence.txt here'); process.exitCode = 4; }`;
  const late: TestAgent = { id: 'late', name: 'Late', command, args: ['-e', start, ...args] };
  const { page } = await openApp({ agents: [late] });
  await openFolder(page, folder.path);
  const session = await startSession(page, 'Late');
  await expect(failure(session).getByRole('heading')).toHaveText(
    'Late ended before it was ready · exit code 4',
  );
  await expect(failure(session).getByLabel('Last lines of Late')).toHaveText('no licence.txt here');
  await folder.write('licence.txt', 'yes');
  await failure(session).getByRole('button', { name: 'Restart' }).click();
  await expect(failure(session)).toBeHidden();
  await send(session, 'Are you there?');
  await expect(session.getByText('Here I am.')).toBeVisible();
});

test('stopping an agent leaves none of its processes, however deaf they are', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const { app, page } = await openApp({ agents: [ticker, testAgent('Deaf', 'ignores-sigterm.mjs')] });
  await openFolder(page, folder.path);
  const ticking = await startSession(page, 'Ticker');
  await send(ticking, 'Count');
  const deaf = await startSession(page, 'Deaf');
  await send(deaf, 'Work forever');
  await expect(deaf.getByRole('button', { name: 'Stop the turn' })).toBeVisible();
  await expect(deaf.getByText(/^Working/)).toBeVisible();

  const all = processTree(app.process().pid ?? 0);
  const agent = all.find(({ command }) => command.includes(join('agents', 'ignores-sigterm.mjs')));
  const tree = processTree(agent?.pid ?? 0);
  // Itself, a child in its group, one that left it, and one without our environment.
  expect(tree.map(({ runId }) => runId !== null)).toEqual([true, true, true, false]);

  await runCommand(page, 'Stop agent');
  const question = page.getByRole('dialog', { name: '“Work forever” still works. Stop it?' });
  await question.getByRole('button', { name: 'Stop agent' }).click();
  await expect.poll(() => leftovers(tree), { timeout: 30_000 }).toEqual([]);
  // What was said stays.
  await expect(page.getByText('Work forever').first()).toBeVisible();

  await page.locator('[data-session-row]').filter({ hasText: 'Count' }).click();
  await expect(ticking).toBeVisible();
  const counted = await lastNumber(ticking);
  await expect.poll(() => lastNumber(ticking)).toBeGreaterThan(counted);
});

function failure(session: Locator): Locator {
  return session.locator('[data-failure]');
}
