/** Nothing that was saved is lost when the app is killed, states are honest, and each session can go on. */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { launchApp } from '../support/electron-app.ts';
import { test } from '../support/fixtures.ts';
import { leftovers, processTree } from '../support/processes.ts';
import { scripted, type TestAgent, writeSettings } from '../support/test-agents.ts';
import { lastNumber, openFolder, permission, send, startSession } from '../support/window.ts';

const chunk = (sessionUpdate: string, text: string) => ({ sessionUpdate, content: { type: 'text', text } });

/** Can load: tells what was said up to the kill, but for the turn that was cut off. */
const loader: TestAgent = scripted('Loader', {
  turns: [[{ say: 'Loaded before.' }], [{ say: 'Half of it.\n\n' }, { tick: '- tick', everyMs: 20 }]],
  replay: [chunk('user_message_chunk', 'Load me'), chunk('agent_message_chunk', 'Loaded before.')],
});
/** Can do neither. */
const forgetful: TestAgent = scripted('Forgetful', {
  turns: [[{ say: 'Hardly said.' }], [{ say: 'More of it.\n\n' }, { tick: '- tick', everyMs: 20 }]],
});

test('a kill in mid-stream: all is there, nothing runs, and each goes on in its own way', async ({
  makeFolder,
}) => {
  test.setTimeout(240_000);
  const folder = await makeFolder({ 'README.md': '# Payments\n', 'src/a.ts': 'export const size = 3;\n' });
  const userDataDir = await mkdtemp(join(tmpdir(), 'switchyard-restore-'));
  await writeSettings(userDataDir, { language: 'en', theme: 'light', agents: [loader, forgetful] });
  const env = { SWITCHYARD_AGENT_PACE: 'instant' };
  const first = await launchApp({ userDataDir, env });
  await expect(first.page.getByRole('navigation')).toBeVisible();
  await openFolder(first.page, folder.path);
  const loading = await startSession(first.page, 'Loader');
  await send(loading, 'Load me');
  await expect(loading.getByText('Loaded before.')).toBeVisible();
  await send(loading, 'Go on loading');
  const loaded = await countedFor(loading);
  const forgetting = await startSession(first.page, 'Forgetful');
  await send(forgetting, 'Forget me');
  await expect(forgetting.getByText('Hardly said.')).toBeVisible();
  await send(forgetting, 'Go on forgetting');
  const forgotten = await countedFor(forgetting);
  const resuming = await startSession(first.page, 'Switchyard Agent');
  await send(resuming, 'Replace "size = 3" with "size = 5" in src');
  await expect(permission(resuming)).toBeVisible();

  const tree = processTree(first.app.process().pid ?? 0);
  first.app.process().kill('SIGKILL');
  // Its agents go with it.
  await expect.poll(() => leftovers(tree), { timeout: 30_000 }).toEqual([]);

  const { page, close } = await launchApp({ userDataDir, env });
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText('0 agent processes')).toBeVisible();

  const again = await open(page, 'Load me');
  expect(await lastNumber(again)).toBeGreaterThanOrEqual(loaded);
  await again.getByRole('textbox').fill('Now go on');
  await page.keyboard.press('Enter');
  await expect(again.locator('bdi').filter({ hasText: 'Now go on' })).toBeVisible();
  await expect(page.getByText('1 agent process', { exact: true })).toBeVisible();
  await expect(again.getByText('Loaded before.')).toBeVisible();

  const other = await open(page, 'Forget me');
  expect(await lastNumber(other)).toBeGreaterThanOrEqual(forgotten);
  await other.getByRole('textbox').fill('Do you remember?');
  await page.keyboard.press('Enter');
  await expect(other.getByText(/without memory/)).toBeVisible();

  const asked = await open(page, 'Replace');
  await expect(permission(asked)).toHaveCount(0);
  await asked.getByRole('textbox').fill('Replace "size = 3" with "size = 7" in src');
  await page.keyboard.press('Enter');
  await expect(permission(asked)).toBeVisible();
  await expect(asked.getByText(/without memory/)).toHaveCount(0);
  expect(await folder.read('src/a.ts')).toBe('export const size = 3;\n');
  await close();

  // The history that the agent told again stands in the record once, beside what it said after.
  const told = (await recordsOf(userDataDir)).filter((line) => line.includes('"message-chunk"'));
  expect(told.filter((line) => line.includes('"Loaded before."'))).toHaveLength(2);
  expect(told.filter((line) => line.includes('"Half of it.'))).toHaveLength(1);
  expect(told.filter((line) => line.includes('"role":"user"'))).toEqual([]);
  await rm(userDataDir, { recursive: true, force: true });
});

test('without the index all is there, and damage in the middle is a row at its place', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n' });
  const first = await openApp({ agents: [loader] });
  await openFolder(first.page, folder.path);
  const session = await startSession(first.page, 'Loader');
  await send(session, 'Load me');
  await expect(session.getByText('Loaded before.')).toBeVisible();
  await expect(session.getByText(/^Finished/)).toBeVisible();
  expect(await first.quit()).toEqual([]);

  const sessions = join(first.userDataDir, 'sessions');
  const [id = ''] = await readdir(sessions);
  const journal = join(sessions, id, '000001.jsonl');
  const text = await readFile(journal, 'utf8');
  expect(text).toContain('"Loaded before."');
  await writeFile(journal, text.replace('"Loaded before."', '"Loaded behind"!'));
  for (const name of await readdir(first.userDataDir)) {
    if (name.startsWith('index.db')) await rm(join(first.userDataDir, name), { recursive: true });
  }

  const { page, close } = await launchApp({ userDataDir: first.userDataDir });
  const again = await open(page, 'Load me');
  await expect(transcript(again).getByText('Load me', { exact: true })).toBeVisible();
  await expect(again.locator('[data-gap="damaged"]')).toBeVisible();
  await expect(again.getByText('Loaded before.')).toHaveCount(0);
  await close();
});

/** Lines of all journals. */
async function recordsOf(userDataDir: string): Promise<readonly string[]> {
  const sessions = join(userDataDir, 'sessions');
  const ids = await readdir(sessions);
  const texts = ids.map((id) => readFile(join(sessions, id, '000001.jsonl'), 'utf8'));
  return (await Promise.all(texts)).flatMap((text) => text.split('\n'));
}

function transcript(session: Locator): Locator {
  return session.getByRole('log', { name: 'Conversation' });
}

function rows(page: Page): Locator {
  return page.locator('[data-session-row]');
}

async function open(page: Page, title: string): Promise<Locator> {
  await rows(page).filter({ hasText: title }).click();
  const session = page.locator('[data-session]');
  await expect(session.getByText(title).first()).toBeVisible();
  return session;
}

/** A number that the session counted to a while ago: all up to it is saved by now. */
async function countedFor(session: Locator): Promise<number> {
  await expect.poll(() => lastNumber(session)).toBeGreaterThan(5);
  const counted = await lastNumber(session);
  await expect.poll(() => lastNumber(session)).toBeGreaterThan(counted + 20);
  return counted;
}
