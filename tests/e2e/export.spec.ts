/** A session as files: read elsewhere, without secrets. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { openFolder, runCommand, send, startSession } from '../support/window.ts';

test('a session is written as Markdown, as JSON lines and as a support bundle, without secrets', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const { app, page } = await openApp();
  await openFolder(page, folder.path);
  const session = await startSession(page, 'Switchyard Agent');
  const secret = 'sk-ant-abcdefghij0123456789xyz';
  await send(session, `list files, the key is ${secret}`);
  await expect(session.getByText('README.md').first()).toBeVisible();

  const save = async (command: string, name: string) => {
    const file = join(folder.path, name);
    await app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath, bookmark: '' });
    }, file);
    await runCommand(page, command);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    return readFile(file, 'utf8');
  };
  const markdown = await save('Export session as Markdown', 'session.md');
  expect(markdown).toContain('## You, ');
  expect(markdown).toContain('README.md');
  const lines = (await save('Export session as JSON lines', 'session.jsonl')).trimEnd().split('\n');
  const events = lines.map((line) => JSON.parse(line) as { seq: number; type: string });
  expect(events[0]?.seq).toBe(1);
  expect(events.map(({ type }) => type)).toContain('turn-started');
  const bundle = await save('Save support bundle', 'bundle.md');
  expect(bundle).toContain('## Versions');
  expect(bundle).toContain('session/prompt');
  for (const text of [markdown, lines.join('\n'), bundle]) {
    expect(text).not.toContain(secret);
    expect(text).toContain('[redacted]');
  }
  // Nothing half-written is left beside them.
  expect((await readdir(folder.path)).filter((name) => name.endsWith('.part'))).toEqual([]);
});
