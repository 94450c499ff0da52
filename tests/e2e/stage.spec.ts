/** The real window over scripted sessions, in the real runtime: accessibility of every view, and the keyboard. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { waitUntilArmed } from '../support/window.ts';
import { _electron, expect, test, type ElectronApplication, type Page } from '@playwright/test';

const project = join(__dirname, '../..');

let server: ChildProcess;
let app: ElectronApplication;
let page: Page;
let url: string;
let complaints: string[] = [];

test.beforeAll(async () => {
  server = spawn(process.execPath, [join(project, 'tests/stage/serve.mjs'), '--until-stdin-ends'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  url = await firstLine(server);
  app = await _electron.launch({ args: [join(project, 'tests/shots/window.cjs')], colorScheme: null });
  page = await app.firstWindow();
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
});

test.afterAll(async () => {
  await app.close();
  server.kill();
});

test.beforeEach(() => {
  complaints = [];
});
test.afterEach(() => {
  expect(complaints).toEqual([]);
});

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (data: Buffer) => resolve(data.toString().trim()));
    child.once('exit', (code) => reject(new Error(`the stage ended with ${code}`)));
  });
}

async function open(scenario: string, theme = 'dark'): Promise<void> {
  await page.goto(`${url}/?scenario=${scenario}&theme=${theme}`);
  // Not by its role: behind a dialog it has none.
  await page.locator('[data-region="sessions"]').waitFor();
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
}

async function resize(width: number, height: number): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height),
    { width, height },
  );
  await page.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, height]);
}

const selectedRow = () => page.locator('[data-session-row][aria-current]');

const views = [
  ['first-run', 'Open a folder to begin'],
  ['start', 'No session yet in payments-api'],
  ['permission', 'Wants to run a command'],
  ['permission-edit', 'notBefore'],
  ['permission-always', 'What to allow from now on'],
  ['decided', 'Allowed by your rule'],
  ['rules', 'You allowed this again and again'],
  ['rules-form', 'would have been decided otherwise'],
  ['rules-text', 'would have been decided otherwise'],
  ['rules-try', 'It would be allowed'],
  ['decisions', 'Allowed by the mode'],
  ['trust', 'Opening a folder runs nothing'],
  ['error', 'OpenCode stopped in the middle'],
  ['starting', 'Waiting for its first answer'],
  ['grid', 'Find the slow query in reports'],
  ['attention', '2 need you'],
  ['settings', 'Takes effect at once'],
  ['settings-agents', 'Agent Client Protocol'],
  ['settings-agents-open', 'Change how it runs'],
  ['settings-agent', 'One NAME=value a line'],
  ['settings-problem', 'The settings file has a mistake'],
  ['help', 'Go to the next session that needs you'],
  ['confirm-stop', 'still works. Stop it?'],
  ['sessions-200', 'The one about flags'],
  ['sessions-filter', 'Interrupted; can go on'],
  ['interrupted', 'Switchyard ended in the middle of this turn'],
  ['gap', '12 events are lost'],
  ['trash', 'Deleted sessions stay here'],
  ['usage', 'What an agent does not tell is unknown'],
  ['read-only', 'A newer version of Switchyard wrote this session'],
  ['queue-held', 'so these wait'],
] as const;

/** The light theme differs in its colours alone: a few views with all of them are enough. */
const lightViews: readonly string[] = [
  'sessions-filter',
  'permission',
  'permission-always',
  'rules-form',
  'decisions',
  'error',
  'grid',
  'attention',
  'settings-agents-open',
];

for (const theme of ['dark', 'light']) {
  for (const [view, words] of views) {
    if (theme === 'light' && !lightViews.includes(view)) continue;
    test(`${view} in ${theme} has no serious accessibility problem`, async () => {
      await open(view, theme);
      await expect(page.getByText(words).first()).toBeVisible();
      // Electron has no second page for the builder's own frame handling.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(serious.map(({ id, nodes }) => ({ id, html: nodes.map((node) => node.html) }))).toEqual([]);
    });
  }
}

test('axe does find a control without a name', async () => {
  await open('permission');
  await page.evaluate(() => {
    document.querySelector('main')?.append(document.createElement('button'));
  });
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id }) => id)).toContain('button-name');
});

test('a waiting edit of three places is whole in a large window, and waits to be read in a small one', async () => {
  const allow = page.getByRole('button', { name: /^Allow once/ });
  const prompt = page.locator('[data-request-id="req-queue"]');
  try {
    await resize(1920, 1080);
    await open('permission-edit');
    await expect(allow).toHaveAttribute('aria-disabled', 'false');
    await expect(prompt.getByText('places: 3 · encoding: "utf-8"')).toBeInViewport();
    // In the middle of a type: only the lines before tell what it is.
    await expect(prompt.locator('.text-code-kw', { hasText: 'readonly' })).toHaveCount(6);

    await resize(1280, 700);
    await open('permission-edit');
    await expect(allow).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Control+Shift+K');
    await expect(prompt).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('PageDown');
    await expect(allow).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('End');
    await expect(allow).toHaveAttribute('aria-disabled', 'false');
  } finally {
    await resize(1280, 800);
  }
});

test('the palette goes to a session by a word of its title', async () => {
  await open('permission');
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox').fill('cart');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explain the cart reducer');
});

test('the attention queue is walked with J and K and opens a session at its prompt, answering nothing', async () => {
  await open('running');
  await page.keyboard.press('Control+J');
  await expect(page.getByRole('button', { name: /Checkout in two steps/ }).last()).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Retry webhooks with backoff');
  await expect(page.locator('[data-request-id="req-webhooks"]')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-request-id="req-webhooks"]')).toBeVisible();
  await expect(page).toHaveTitle(/^\(2\)/);
});

test('a request is answered from the queue by its own prompt; what has been seen is dismissed', async () => {
  await open('running');
  await page.keyboard.press('Control+J');
  const queue = page.getByRole('dialog', { name: 'What needs you' });
  await expect(queue.getByRole('button', { name: /Checkout in two steps/ })).toBeFocused();
  await page.keyboard.press('a');
  const prompt = queue.locator('[data-request-id="req-checkout"]');
  await expect(prompt).toBeFocused();
  // A queued Return is not consent.
  await page.keyboard.press('Enter');
  await expect(prompt).toBeVisible();
  await waitUntilArmed(page);
  await prompt.getByRole('button', { name: /^Reject/ }).click();
  await expect(queue.getByRole('button', { name: /Checkout in two steps/ })).toHaveCount(0);

  await queue.getByRole('button', { name: /Upgrade React/ }).focus();
  await page.keyboard.press('d');
  await expect(queue.getByRole('button', { name: /Upgrade React/ })).toHaveCount(0);
  await queue.getByRole('button', { name: 'Dismiss 1 finished' }).click();
  await expect(queue.getByRole('button', { name: /Typed errors/ })).toHaveCount(0);
});

test('arrows move in the session list, and one Tab stop leads into it', async () => {
  await open('permission');
  await page.keyboard.press('Control+Shift+E');
  await expect(selectedRow()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('[data-session-row]').nth(0)).toBeFocused();
  await expect(page.locator('[data-session-list] [tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(selectedRow()).toContainText('Explain the cart reducer');
});

test('two hundred sessions are one short list of elements that the keyboard reaches the end of', async () => {
  await open('sessions-200');
  const rows = page.locator('[data-session-row]');
  expect(await rows.count()).toBeLessThan(60);
  await page.locator('[data-session-list] [tabindex="0"]').focus();
  await page.keyboard.press('End');
  await expect(page.locator('[data-session-row]:focus')).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(page.getByRole('button', { name: /^billing, / })).toBeFocused();
  // Folding leaves one line that says what it hides.
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('button', { name: /^billing, / })).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.type('write');
  await expect(page.locator('[data-session-row]:focus')).toContainText('Write the changelog');
});

test('the list is narrowed by a text and by a state, and shows all again', async () => {
  await open('sessions-200');
  await page.keyboard.press('/');
  await expect(page.getByLabel('Filter the session list')).toBeFocused();
  await page.keyboard.type('nowhere at all');
  // What is looked at is never filtered out.
  await expect(page.locator('[data-session-row]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /need you$/, pressed: false }).click();
  await expect(page.locator('[data-session-row]').first()).toContainText('Asks to run');
  await page.getByRole('button', { name: /need you$/, pressed: true }).click();
  await expect(page.getByRole('button', { name: /^billing, / })).toBeVisible();
});

test('a session goes into the archive and comes back by the button that says so', async () => {
  await open('permission');
  await page
    .getByRole('button', { name: /Upgrade React to 19.3/ })
    .first()
    .click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(page.getByRole('button', { name: /Upgrade React/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: /Upgrade React/ }).first()).toBeVisible();
});

test('a pinned session stands at the top of its group; the own name gives way to the title of the agent', async () => {
  await open('permission');
  await page
    .getByRole('button', { name: /Typed errors for the client/ })
    .first()
    .click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Pin to the top' }).click();
  await expect(page.locator('[data-session-row]').first()).toContainText('Typed errors for the client');
  await page.locator('[data-session-row]').first().focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('Mine');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mine');
  await page.keyboard.press('F2');
  await page.getByRole('button', { name: /Use the agent/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Typed errors for the client');
});

test('Esc stops the turn from the page, but not while a menu is open', async () => {
  await open('running');
  await page.getByRole('log').click({ position: { x: 5, y: 5 } });
  await page.keyboard.press('Control+K');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await expect(selectedRow()).toContainText('Editing');
  await page.getByRole('log').focus();
  await page.keyboard.press('Escape');
  await expect(selectedRow()).toContainText('Stopped by you');
});

test('the grid shows four sessions and the keyboard moves between its tiles', async () => {
  await open('grid');
  const selectedTile = page.locator('section[data-session][aria-current] > header h2');
  await expect(selectedTile).toHaveText('Retry webhooks with backoff');
  await expect(page.getByRole('region', { name: 'Upgrade React to 19.3', exact: true })).toBeVisible();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(selectedTile).toHaveText('Move invoices to Postgres 17');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(selectedTile).toHaveText('Upgrade React to 19.3');
});

test('theme and language change at once', async () => {
  await open('settings');
  await page.getByText('Light', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.getByText('简体中文').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.getByRole('dialog', { name: '设置' })).toBeVisible();
});

test('a custom agent without a command is refused with words beside the field', async () => {
  await open('settings-agents');
  await page.getByRole('button', { name: 'Add agent' }).click();
  await page.getByLabel('Name', { exact: true }).fill('My agent');
  await expect(page.getByLabel('Id', { exact: true })).toHaveValue('my-agent');
  await page.getByLabel('Environment', { exact: true }).fill('NOT A VARIABLE');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByLabel('Command', { exact: true })).toBeFocused();
  await expect(page.getByText('Say which command starts it.')).toBeVisible();
  await expect(page.getByText('Line 1: write NAME=value.')).toBeVisible();
});

test('a session is renamed in place, and Esc leaves its name', async () => {
  await open('permission');
  await page.keyboard.press('F2');
  await page.keyboard.type('Left as it was');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Retry webhooks with backoff');
  await page.keyboard.press('F2');
  await page.keyboard.type('My own name');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My own name');
});

test('putting a session away that works asks first', async () => {
  await open('running');
  await page.keyboard.press('Control+Shift+W');
  await expect(page.getByRole('dialog')).toContainText('Move invoices to Postgres 17');
  await page.getByRole('button', { name: 'Stop and archive' }).click();
  await expect(page.locator('[data-session-row]')).toHaveCount(6);
});

test('a deleted session is back with Undo, and from the trash; emptying it asks first', async () => {
  await open('permission');
  await page
    .getByRole('button', { name: /Explain the cart reducer/ })
    .first()
    .focus();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('button', { name: /Explain the cart reducer/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explain the cart reducer');
  await open('trash');
  await page
    .getByRole('button', { name: /^Put “Cover the parser/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await open('trash');
  await page.getByRole('button', { name: 'Empty the trash…' }).click();
  await expect(page.getByRole('alert')).toContainText('Delete 5 sessions for good?');
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByRole('dialog')).toContainText('The trash is empty.');
});

test('queued prompts are changed in place, ordered by key and by hand, and one is sent at once', async () => {
  await open('queue');
  const rows = page.getByRole('list', { name: 'Messages that wait' }).getByRole('listitem');
  const order = () =>
    rows.allTextContents().then((texts) => texts.map((text) => text.replace(/^.*?\.\s*/, '')));
  await expect(rows).toHaveCount(3);
  await rows
    .nth(0)
    .getByRole('button', { name: /^Message 1 of 3/ })
    .focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(order).toEqual(['Write the changelog entry', 'Run the tests', 'Fix the docs']);
  await expect(page.getByRole('button', { name: /^Message 2 of 3/ })).toBeFocused();

  await page
    .getByRole('button', { name: /^Message 3 of 3/ })
    .dragTo(rows.nth(0), { targetPosition: { x: 60, y: 2 } });
  await expect.poll(order).toEqual(['Fix the docs', 'Write the changelog entry', 'Run the tests']);

  await rows.nth(1).getByRole('button', { name: 'Change' }).first().click();
  await page.getByLabel('Queued message').fill('Write two changelog entries');
  await page.keyboard.press('Enter');
  await expect.poll(order).toEqual(['Fix the docs', 'Write two changelog entries', 'Run the tests']);
  await rows.nth(2).getByRole('button', { name: 'Stop the turn and send this now' }).click();
  await expect(rows.nth(0)).toContainText('Run the tests');
  await rows.nth(2).getByRole('button', { name: 'Remove' }).click();
  await expect(rows).toHaveCount(2);
});

test('an interrupted session goes on with one press, and its card can be put away', async () => {
  await open('interrupted');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.locator('[data-interrupted]')).toHaveCount(0);
  await open('interrupted');
  await page.getByRole('button', { name: 'Go on', exact: true }).click();
  await expect(page.locator('[data-interrupted]')).toHaveCount(0);
  await expect(page.getByRole('log')).toContainText('Go on where you were interrupted.');
});

test('nothing in a window with running sessions animates without end', async () => {
  await open('two-streaming');
  const endless = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations === Infinity)
      .map(({ id, playState }) => `${id} ${playState}`),
  );
  expect(endless).toEqual([]);
});
