/** Agents from a registry: installed, updated, kept when an update fails, used, removed. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { serveFiles, sha256, tarGz } from '../../src/main/agents/install/testing/archives.ts';
import type { FileServer } from '../../src/main/agents/install/testing/archives.ts';
import { platformName } from '../../src/main/agents/registry/distribution.ts';
import { test } from '../support/fixtures.ts';
import { openFolder, runCommand, send, sessionOf } from '../support/window.ts';

/** As little as an agent can be: one file without packages, which says its version and what it was given. */
const program = (version: string) => `#!${process.execPath}
const lines = require('node:readline').createInterface({ input: process.stdin });
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
lines.on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  if (method === 'initialize') return send({ id, result: { protocolVersion: 1, agentCapabilities: {}, authMethods: [] } });
  if (method === 'session/new') return send({ id, result: { sessionId: 's' } });
  if (method !== 'session/prompt') return send({ id, error: { code: -32601, message: 'no such method' } });
  const text = ['Version ${version}', process.argv[2], process.env.TINY_API_KEY ?? 'no key'].join(', ');
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
  send({ method: 'session/update', params: { sessionId: 's', update } });
  send({ id, result: { stopReason: 'end_turn' } });
});
`;

function publish(server: FileServer, version: string, checksum?: string): void {
  const archive = tarGz([{ path: 'tiny/agent', body: program(version), mode: 0o755 }]);
  const platform = platformName({ platform: process.platform, arch: process.arch }) ?? '';
  server.files.set(`/tiny-${version}.tar.gz`, archive);
  const source = {
    archive: `${server.origin}/tiny-${version}.tar.gz`,
    sha256: checksum ?? sha256(archive),
    cmd: './tiny/agent',
    args: ['--acp'],
  };
  const agents = [
    { id: 'broken-entry', name: 7 },
    {
      id: 'tiny',
      name: 'Tiny agent',
      version,
      description: 'Answers in one line',
      distribution: { binary: { [platform]: source } },
    },
  ];
  server.files.set('/registry.json', Buffer.from(JSON.stringify({ version: '1.0.0', agents })));
}

async function openCatalogue(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Choose agent and workspace' }).click();
  await page.getByRole('menuitem', { name: 'More agents…' }).click();
  return page.getByRole('dialog', { name: 'Settings' });
}

async function choose(page: Page, settings: Locator, action: string): Promise<void> {
  await settings.getByRole('button', { name: 'More for Tiny agent' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('an agent is installed from a registry, used, updated, put back and removed', async ({
  openApp,
  makeFolder,
}, testInfo) => {
  const server = await serveFiles();
  try {
    publish(server, '1.0.0');
    const folder = await makeFolder({ 'README.md': '# A\n' });
    const opened = await openApp({ settings: { agentRegistry: `${server.origin}/registry.json` } });
    const { page } = opened;
    await openFolder(page, folder.path);
    const shot = async (name: string) =>
      testInfo.attach(name, { body: await page.screenshot(), contentType: 'image/png' });

    // Installed, and a session started with it from there.
    let settings = await openCatalogue(page);
    await settings.getByRole('searchbox', { name: 'Search agents' }).fill('one line');
    await settings.getByRole('button', { name: 'Install Tiny agent' }).click();
    const row = settings.getByRole('listitem', { name: 'Tiny agent' });
    await expect(row).toContainText('1.0.0');
    await settings.getByRole('button', { name: 'Start a session with Tiny agent' }).click();
    const session = sessionOf(page, 'Tiny agent');
    await send(session, 'Who are you?');
    await expect(session.getByText('Version 1.0.0, --acp, no key')).toBeVisible();

    // An update that is not what the list says leaves what was there.
    publish(server, '2.0.0', '0'.repeat(64));
    settings = await openCatalogue(page);
    await settings.getByRole('button', { name: 'Look for new agents' }).click();
    await settings.getByRole('button', { name: 'Update Tiny agent to 2.0.0' }).click();
    await expect(settings.getByRole('alert')).toContainText('Tiny agent was not updated');
    await expect(settings.getByRole('alert')).toContainText('Version 1.0.0 is still in force.');
    await shot('update-failed');

    // The right one counts for the next session, and can be undone.
    publish(server, '2.0.0');
    await settings.getByRole('button', { name: 'Look for new agents' }).click();
    await expect(settings.getByRole('button', { name: 'Look for new agents' })).toBeEnabled();
    await settings.getByRole('button', { name: 'Update Tiny agent to 2.0.0' }).click();
    await expect(settings.getByRole('listitem', { name: 'Tiny agent' })).toContainText('2.0.0');
    await expect(settings.getByRole('button', { name: /^Update Tiny agent/ })).toBeHidden();
    await choose(page, settings, 'Put 1.0.0 back');
    await expect(settings.getByRole('button', { name: 'Update Tiny agent to 2.0.0' })).toBeVisible();

    // While a session runs with it, it stays.
    await choose(page, settings, 'Remove');
    await settings.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('Sessions run with it. Stop them first.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(settings).toBeHidden();
    await runCommand(page, 'Stop agent');
    await expect(page.getByText('0 agent processes')).toBeVisible();

    settings = await openCatalogue(page);
    await choose(page, settings, 'Remove');
    await settings.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(settings.getByRole('button', { name: 'Install Tiny agent' })).toBeVisible();
    await expect(stat(join(opened.userDataDir, 'agents', 'tiny'))).rejects.toThrow('ENOENT');
  } finally {
    await server.close();
  }
});

test('what an agent is given is shown, and a key gets through only when it is let through', async ({
  openApp,
  makeFolder,
}, testInfo) => {
  const server = await serveFiles();
  process.env['TINY_API_KEY'] = 'secret-of-the-person';
  try {
    publish(server, '1.0.0');
    const folder = await makeFolder({ 'README.md': '# A\n' });
    const opened = await openApp({ settings: { agentRegistry: `${server.origin}/registry.json` } });
    const { page } = opened;
    await openFolder(page, folder.path);
    const settings = await openCatalogue(page);
    await settings.getByRole('button', { name: 'Install Tiny agent' }).click();
    await settings.getByRole('button', { name: 'Start a session with Tiny agent' }).waitFor();
    await settings.getByRole('button', { name: 'Details of Tiny agent' }).click();
    await settings.getByText('Environment', { exact: true }).click();
    const grant = settings.getByRole('checkbox', { name: 'TINY_API_KEY' });
    await expect(grant).not.toBeChecked();
    await expect(settings).not.toContainText('secret-of-the-person');
    await testInfo.attach('environment', { body: await page.screenshot(), contentType: 'image/png' });
    await grant.click();
    await expect(grant).toBeChecked();
    const kept = JSON.parse(await readFile(join(opened.userDataDir, 'settings.json'), 'utf8')) as object;
    expect(kept).toMatchObject({ agentSettings: { tiny: { granted: ['TINY_API_KEY'] } } });

    await settings.getByRole('button', { name: 'Start a session with Tiny agent' }).click();
    const session = sessionOf(page, 'Tiny agent');
    await send(session, 'Who are you?');
    await expect(session.getByText('Version 1.0.0, --acp, secret-of-the-person')).toBeVisible();
  } finally {
    delete process.env['TINY_API_KEY'];
    await server.close();
  }
});
