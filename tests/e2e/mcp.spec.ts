/** MCP servers: defined in the settings, tried, given to agents, explained in cards; those of a workspace only with trust. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { scripted } from '../support/test-agents.ts';
import { openFolder, runCommand, send, startSession } from '../support/window.ts';

const server = join(__dirname, '../fixtures/mcp/stdio-server.mjs');
const SECRET = 'tracker-value-1357924680';

const call = (toolCallId: string, name: string) => ({
  update: {
    sessionUpdate: 'tool_call',
    toolCallId,
    title: 'Look it up',
    name,
    kind: 'other',
    status: 'completed',
    rawInput: { q: 'open' },
  },
});
const agent = (name: string) =>
  scripted(name, {
    turns: [[{ mcp: true }, call('c1', 'mcp__tracker__search'), call('c2', 'mcp__stranger__search')]],
  });

async function openServers(page: Page): Promise<Locator> {
  await runCommand(page, 'Settings');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('button', { name: 'MCP servers' }).click();
  return settings;
}

/** All that the app has written. */
async function written(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: false });
  const texts = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return written(path);
      return entry.isFile() ? readFile(path, 'latin1') : '';
    }),
  );
  return texts.join('\n');
}

test('a server is added, tried and given to an agent, and its tools are known by it', async ({
  openApp,
  makeFolder,
}, testInfo) => {
  const folder = await makeFolder({ 'README.md': '# A\n' });
  const { page, userDataDir } = await openApp({ agents: [agent('Tool user')] });
  await openFolder(page, folder.path);
  const shot = async (name: string) =>
    testInfo.attach(name, { body: await page.screenshot(), contentType: 'image/png' });

  const settings = await openServers(page);
  await expect(settings.getByText('No servers yet.')).toBeVisible();
  await settings.getByRole('button', { name: 'Add server' }).click();
  await settings.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(settings.getByText('Give it a name.')).toBeVisible();
  await settings.getByRole('textbox', { name: 'Name', exact: true }).fill('tracker');
  await settings.getByRole('textbox', { name: 'Program' }).fill(process.execPath);
  await settings.getByRole('textbox', { name: 'Arguments' }).fill(server);
  await settings.getByRole('button', { name: 'Add one' }).click();
  await settings.getByRole('textbox', { name: 'Name 1' }).fill('TRACKER_TOKEN');
  await expect(settings.getByRole('checkbox', { name: 'TRACKER_TOKEN is a secret' })).toBeChecked();
  await settings.getByLabel('Value 1').fill(SECRET);
  // Machines without an open keyring say so, and the person decides.
  const runOnly = settings.getByRole('checkbox', { name: 'Keep secrets until the app quits' });
  if (await runOnly.isVisible()) await runOnly.check();
  await shot('form');
  await settings.getByRole('button', { name: 'Add', exact: true }).click();

  await settings.getByRole('button', { name: 'Test tracker' }).click();
  const result = settings.getByRole('region', { name: 'Test of tracker' });
  await expect(result).toContainText('Works: test-tracker 3.2.1 · 2 tools', { timeout: 30_000 });
  await expect(result).toContainText('Find issues by their words');
  await expect(result).toContainText('TRACKER_TOKEN');
  await shot('tested');
  await page.keyboard.press('Escape');

  const session = await startSession(page, 'Tool user');
  await send(session, 'What do you have?');
  await expect(
    session.getByText(`tracker stdio ${process.execPath} TRACKER_TOKEN (${SECRET.length})`),
  ).toBeVisible();
  await expect(session.locator('[data-mcp-origin="known"]')).toHaveText('from MCP server tracker');
  await expect(session.locator('[data-mcp-origin="unknown"]')).toHaveText(
    'says it is from MCP server stranger',
  );
  await session.getByRole('button', { name: '1 MCP server' }).click();
  await expect(page.getByRole('region', { name: 'Passed to the agent' })).toContainText(
    'tracker · yours · Program',
  );
  await shot('session');
  await page.keyboard.press('Escape');

  // It was sent to the agent, and stands nowhere else.
  await runCommand(page, 'Show protocol log');
  const log = page.getByRole('dialog', { name: 'Protocol log of Tool user' });
  await log.getByRole('option').filter({ hasText: 'session/new' }).first().click();
  await expect(log.getByText('"TRACKER_TOKEN"')).toBeVisible();
  await expect(log.getByText('[redacted]').first()).toBeVisible();
  expect(await page.content()).not.toContain(SECRET);
  await page.keyboard.press('Escape');
  expect(await written(userDataDir)).not.toContain(SECRET);

  // Gone, and back again.
  const again = await openServers(page);
  await again.getByRole('button', { name: 'Remove tracker' }).click();
  await expect(again.getByText('No servers yet.')).toBeVisible();
  await again.getByRole('button', { name: 'Undo' }).click();
  await expect(again.getByRole('listitem', { name: 'tracker' })).toContainText(process.execPath);
});

test('the servers of a workspace are given only with trust, and a change is shown first', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({
    'README.md': '# A\n',
    '.switchyard/mcp.json': `{ "mcpServers": { "local": { "command": "${process.execPath}" } } }`,
  });
  const { page } = await openApp({ agents: [agent('First'), agent('Second'), agent('Third')] });
  await openFolder(page, folder.path);
  const ask = async (name: string) => {
    const session = await startSession(page, name);
    await send(session, 'What do you have?');
    return session;
  };
  const first = await ask('First');
  await expect(first.getByText('no MCP servers', { exact: true })).toBeVisible();
  await first.getByRole('button', { name: 'No MCP servers' }).click();
  await expect(page.getByRole('region', { name: 'Not passed' })).toContainText(
    'the workspace is not trusted',
  );
  await page.getByRole('button', { name: 'Change in Settings' }).click();

  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('button', { name: /^Trust .*…$/ }).click();
  await expect(settings.getByText('with your rights')).toBeVisible();
  await settings.getByRole('button', { name: /^Trust .*[^…]$/ }).click();
  await expect(settings.getByRole('listitem', { name: 'local' })).toContainText(process.execPath);
  await page.keyboard.press('Escape');
  await expect((await ask('Second')).getByText(`local stdio ${process.execPath}`)).toBeVisible();

  // What somebody writes into the file later is not given before a person has seen it.
  await folder.write(
    '.switchyard/mcp.json',
    `{ "mcpServers": { "local": { "command": "${process.execPath}", "args": ["--evil"] } } }`,
  );
  await expect((await ask('Third')).getByText('no MCP servers', { exact: true })).toBeVisible();
  const later = await openServers(page);
  const row = later.getByRole('listitem', { name: 'local' });
  await expect(row).toContainText('--evil');
  await expect(row.getByRole('checkbox', { name: 'Use local' })).not.toBeChecked();
  await row.getByRole('button', { name: 'Use local as it is now' }).click();
  await expect(row.getByRole('checkbox', { name: 'Use local' })).toBeChecked();
});
