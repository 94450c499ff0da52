/** Looking behind the curtain: the protocol log, the check of an agent, commands that the app runs for agents. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { leftovers, processTree } from '../support/processes.ts';
import { scripted, testAgent } from '../support/test-agents.ts';
import {
  focusPermission,
  openFolder,
  permission,
  runCommand,
  send,
  startSession,
} from '../support/window.ts';

const secret = `sk-ant-api03-${'aB3dE5gH7jK9'.repeat(5)}`;

test('the protocol log shows what goes which way, finds it, and gives it away without secrets', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const talker = scripted('Talker', {
    turns: [[{ noise: 'npm warn deprecated' }, { stderr: `token ${secret}\n` }, { say: 'Here I am.' }]],
  });
  const { app, page } = await openApp({ agents: [talker] });
  await openFolder(page, folder.path);
  const session = await startSession(page, 'Talker');
  await send(session, 'Are you there?');
  await expect(session.getByText('Here I am.')).toBeVisible();

  await runCommand(page, 'Show protocol log');
  const log = page.getByRole('dialog', { name: 'Protocol log of Talker' });
  const list = log.getByRole('listbox', { name: 'Messages' });
  await expect(list.getByRole('option').filter({ hasText: 'initialize · answer' })).toContainText('ms');
  await expect(list.getByRole('option').filter({ hasText: 'session/new' })).toHaveCount(2);
  await expect(list.getByRole('option').filter({ hasText: 'npm warn deprecated' })).toBeVisible();
  await expect(list.getByRole('option').filter({ hasText: 'Turn ended · end_turn' })).toBeVisible();

  // More comes in while one looks, unless it is paused.
  await log.getByRole('radio', { name: 'To agent' }).check({ force: true });
  await expect(list.getByRole('option').filter({ hasText: 'agent_message_chunk' })).toHaveCount(0);
  await log.getByRole('radio', { name: 'Both ways' }).check({ force: true });
  await log.getByRole('searchbox', { name: 'Search in messages' }).fill('are you THERE');
  await expect(list.getByRole('option')).toHaveCount(1);
  await list.getByRole('option').click();
  await expect(log.getByLabel('What it says')).toContainText('"text": "Are you there?"');
  await log.getByRole('searchbox', { name: 'Search in messages' }).fill('');

  const file = join(folder.path, 'protocol.jsonl');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath, bookmark: '' });
  }, file);
  await log.getByRole('button', { name: 'Save as JSON lines…' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const saved = await readFile(file, 'utf8');
  const lines = saved
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { method?: string });
  expect(lines.map(({ method }) => method)).toContain('session/prompt');
  expect(saved).toContain('[redacted]');
  expect(saved).not.toContain(secret);
});

test('a failed session has a report to take along', async ({ openApp, makeFolder }) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const { app, page } = await openApp({ agents: [testAgent('Crasher', 'crash-on-start.mjs')] });
  await openFolder(page, folder.path);
  const session = await startSession(page, 'Crasher');
  await session.getByRole('button', { name: 'Report' }).click();
  await page.getByRole('menuitem', { name: 'Copy report' }).click();
  await expect(page.getByText('Report copied, without keys and passwords')).toBeVisible();
  const copied = await app.evaluate(({ clipboard }) => clipboard.readText());
  expect(copied).toContain('- Failure: exited-early');
  expect(copied).toContain('fatal: model weights not found');
  expect(copied).toContain('app → agent');
  await session.getByRole('button', { name: 'Show log' }).click();
  await expect(page.getByRole('dialog', { name: 'Protocol log of Crasher' })).toContainText('exit code 3');
});

test('the check of the bundled agent fills its table and leaves nothing behind', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const { app, page } = await openApp({});
  await openFolder(page, folder.path);
  await page.keyboard.press('Control+Comma');
  await page.getByRole('button', { name: 'Agents', exact: true }).click();
  await page.getByRole('button', { name: 'Check Switchyard' }).click();
  const check = page.getByRole('dialog', { name: 'Check of Switchyard' });
  const row = (name: string) => check.locator(`[data-check="${name}"]`);
  await expect(row('prompt')).toHaveAttribute('data-status', 'ok', { timeout: 30_000 });
  const started = processTree(app.process().pid ?? 0);
  await expect(check.getByText(/^Done/)).toBeVisible({ timeout: 60_000 });
  for (const name of ['start', 'initialize', 'new', 'terminals', 'load', 'stop']) {
    await expect(row(name)).toHaveAttribute('data-status', 'ok');
  }
  await expect(check.locator('[data-status="failed"]')).toHaveCount(0);
  const agents = started.filter(({ command }) => command.includes('agent.js'));
  await expect.poll(() => leftovers(agents), { timeout: 20_000 }).toEqual([]);
  await check.getByRole('button', { name: 'Copy as Markdown' }).click();
  const copied = await app.evaluate(({ clipboard }) => clipboard.readText());
  expect(copied).toContain('| Prompt | works |');
});

test('a command of an agent runs only when the person allows it, shows its output and can be stopped', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const forever = 'echo started; while true; do sleep 0.1; done';
  const runner = scripted('Runner', {
    turns: [[{ terminal: { command: 'touch', args: ['made.txt'] } }], [{ terminal: { command: forever } }]],
  });
  const { page } = await openApp({ agents: [runner] });
  await openFolder(page, folder.path);
  const session = await startSession(page, 'Runner');

  await send(session, 'Make it');
  await expect(permission(session)).toContainText('touch made.txt');
  await focusPermission(page, session);
  await page.keyboard.press('2');
  await expect(session.getByText(/error -32003/)).toBeVisible();
  await expect(readFile(join(folder.path, 'made.txt'))).rejects.toThrow('ENOENT');

  await send(session, 'Run it');
  await expect(permission(session)).toContainText('echo started');
  await focusPermission(page, session);
  await page.keyboard.press('1');
  const card = session.locator('article').filter({ hasText: 'started' }).last();
  await expect(card.getByText('started', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Stop this command' }).click();
  await expect(session.getByText(/exit SIGTERM: started/)).toBeVisible();
  await expect(card).toContainText('SIGTERM');
  await expect(card.getByRole('button', { name: 'Stop this command' })).toBeHidden();
});
