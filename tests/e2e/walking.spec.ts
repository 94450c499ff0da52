/** The main job, end to end: two agents side by side in a folder that was dragged in. */
import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { leftovers, processTree } from '../support/processes.ts';
import { scripted } from '../support/test-agents.ts';
import {
  changesPane,
  composer,
  focusPermission,
  lastNumber,
  openFolder,
  permission,
  send,
  sessionOf,
  startSession,
} from '../support/window.ts';

const before = `export const firstDelayMs = 250;

/** Doubles from one try to the next. */
export function delayMs(attempt: number): number {
  return firstDelayMs * 2 ** attempt;
}
`;

test('a dragged folder, two agents side by side, an edit allowed by keyboard, a turn stopped, nothing left', async ({
  openApp,
  makeFolder,
}) => {
  const folder = await makeFolder({ 'README.md': '# Payments\n', 'src/backoff.ts': before });
  const ticks = [{ say: 'On it.\n\n' }, { tick: '- tick', everyMs: 30 }];
  const opened = await openApp({ agents: [scripted('Ticker', { turns: [ticks] })], pace: 'natural' });
  const { app, page } = opened;
  const heard: string[] = [];
  page.on('console', (message) => heard.push(message.text()));

  await openFolder(page, folder.path);
  await send(await startSession(page, 'Ticker'), 'Count until I stop you');
  await startSession(page, 'Switchyard Agent');
  await page.keyboard.press('Control+G');
  const ticker = sessionOf(page, 'Ticker');
  const bundled = sessionOf(page, 'Switchyard Agent');
  await expect(page.locator('[data-session]')).toHaveCount(2);

  // Both stream side by side.
  await send(bundled, 'Rename firstDelayMs to initialDelayMs');
  await expect(permission(bundled)).toBeVisible();
  const ticked = await lastNumber(ticker);
  await expect.poll(() => lastNumber(ticker)).toBeGreaterThan(ticked + 5);

  // What is typed while the question waits goes where the person types, and answers nothing.
  await expect(composer(bundled)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('1 2 y');
  await expect(composer(bundled)).toHaveValue('1 2 y');
  await page.keyboard.press('Enter');
  const waiting = bundled.getByRole('list', { name: 'Messages that wait' });
  await expect(waiting).toContainText('1 2 y');
  await expect(permission(bundled)).toBeVisible();
  expect(await folder.read('src/backoff.ts')).toBe(before);
  await waiting.getByRole('button', { name: 'Remove' }).click();
  await expect(waiting).toBeHidden();
  await composer(bundled).focus();

  // One chord away, it takes the answer by keyboard.
  await focusPermission(page, bundled);
  await page.keyboard.press('Control+Enter');
  await expect(permission(bundled)).toBeHidden();
  await expect(bundled.getByText('Allowed once by you')).toBeVisible();
  await expect(bundled.getByText(/^Finished/)).toBeVisible();
  const after = before.replaceAll('firstDelayMs', 'initialDelayMs');
  expect(await folder.read('src/backoff.ts')).toBe(after);

  // The change in full, compared by the editor's own worker.
  await bundled.getByRole('button', { name: 'src/backoff.ts', exact: true }).click();
  const pane = changesPane(page);
  await expect(pane.getByText('The file on disk is as shown after the change.')).toBeVisible();
  await expect(pane.getByText('Loading the diff editor')).toBeHidden();
  await expect(pane.getByRole('code').last()).toContainText('export const initialDelayMs = 250;');
  expect(page.workers().map((worker) => worker.url())).toContainEqual(
    expect.stringContaining('editor.worker'),
  );
  expect(heard.filter((line) => line.includes('web worker'))).toEqual([]);
  await pane.getByRole('button', { name: 'Close' }).click();
  await expect(pane).toBeHidden();

  // The other one has gone on meanwhile, and stops when told to.
  const soFar = await lastNumber(ticker);
  await expect.poll(() => lastNumber(ticker)).toBeGreaterThan(soFar);
  await ticker.getByRole('button', { name: 'Stop the turn' }).click();
  await expect(ticker.getByText(/^Stopped by you/)).toBeVisible();
  await expect(ticker.getByRole('button', { name: 'Stop the turn' })).toBeHidden();

  const seen = processTree(app.process().pid!);
  expect(seen.filter(({ runId }) => runId !== null)).toHaveLength(2);
  expect(leftovers(seen)).toHaveLength(seen.length);
  expect(await opened.quit()).toEqual([]);
  expect(leftovers(seen)).toEqual([]);
});
