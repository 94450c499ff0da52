/** A session of 50,000 entries in the real window, over the stage: opened, read to its beginning, left and come back to. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { _electron, expect, test, type ElectronApplication, type Page } from '@playwright/test';

const project = join(__dirname, '../..');

let server: ChildProcess;
let app: ElectronApplication;
let page: Page;
let url: string;

test.beforeAll(async () => {
  server = spawn(process.execPath, [join(project, 'tests/stage/serve.mjs'), '--until-stdin-ends'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  url = await new Promise((resolve, reject) => {
    server.stdout?.once('data', (data: Buffer) => resolve(data.toString().trim()));
    server.once('exit', (code) => reject(new Error(`the stage ended with ${code}`)));
  });
  app = await _electron.launch({ args: [join(project, 'tests/shots/window.cjs')], colorScheme: null });
  page = await app.firstWindow();
});

test.afterAll(async () => {
  await app.close();
  server.kill();
});

async function open(query = ''): Promise<void> {
  await page.goto(`${url}/?scenario=fifty-thousand&theme=dark${query}`);
  await page.locator('[role="log"] [data-row]').first().waitFor();
}

const log = () => page.locator('[role="log"]');

/** Scrolls and tells how far, in CSS pixels, what was in view then moved by itself while older turns came. */
function scrollAndWatch(by: number): Promise<{ readonly moved: number; readonly atTop: boolean }> {
  return log().evaluate(async (scroller, delta) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    scroller.scrollTop += delta;
    await frame();
    await frame();
    const edge = scroller.getBoundingClientRect();
    const tops = () =>
      new Map(
        [...scroller.querySelectorAll<HTMLElement>('[data-row]')].map((row) => [
          row.dataset['row'] ?? '',
          row.getBoundingClientRect().top,
        ]),
      );
    const middle = edge.top + edge.height / 2;
    const [anchor, before] = [...tops()].sort(
      ([, one], [, other]) => Math.abs(one - middle) - Math.abs(other - middle),
    )[0] ?? ['', 0];
    for (let count = 0; count < 5; count += 1) await frame();
    const after = tops().get(anchor);
    return { moved: Math.abs((after ?? Infinity) - before), atTop: scroller.scrollTop === 0 };
  }, by);
}

test('opens at its end with a part of it, and what is read stays in its place while the rest comes', async () => {
  await open();
  await expect(log().getByText('Explain what you did')).toBeInViewport();
  const first = await log().evaluate((scroller) => scroller.scrollHeight);
  // All of it would be some hundred times as high.
  expect(first).toBeLessThan(200_000);
  const moves: number[] = [];
  await log().hover();
  await page.mouse.wheel(0, -400);
  for (let step = 0; step < 25; step += 1) moves.push((await scrollAndWatch(-700)).moved);
  expect(Math.max(...moves)).toBeLessThan(2);
  expect(await log().evaluate((scroller) => scroller.scrollHeight)).toBeGreaterThan(first);
});

test('has a beginning, and nothing jumps on the way there', async () => {
  test.setTimeout(180_000);
  await open();
  await log().hover();
  await page.mouse.wheel(0, -400);
  const beginning = log().getByText('Beginning of the session');
  const moves: number[] = [];
  for (let step = 0; step < 400 && (await beginning.count()) === 0; step += 1) {
    moves.push((await scrollAndWatch(-1e9)).moved);
  }
  // What is measured on the way takes its room: it may take more than one step.
  for (let step = 0; step < 10 && !(await scrollAndWatch(-1e9)).atTop; step += 1);
  await expect(beginning).toBeVisible();
  await expect(log().getByText('Round 0: make deliveries that fail wait')).toBeInViewport();
  expect(Math.max(...moves)).toBeLessThan(2);
});

test('is opened where it was left, also after a start', async () => {
  await open();
  await log().hover();
  await page.mouse.wheel(0, -300);
  for (let step = 0; step < 12; step += 1) await scrollAndWatch(-900);
  const topRow = () =>
    log().evaluate((scroller) => {
      const edge = scroller.getBoundingClientRect().top;
      const row = [...scroller.querySelectorAll<HTMLElement>('[data-row]')]
        .filter((each) => each.getBoundingClientRect().bottom > edge)
        .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)[0];
      return { key: row?.dataset['row'], top: Math.round((row?.getBoundingClientRect().top ?? 0) - edge) };
    });
  const left = await topRow();
  await page.locator('[data-session-row]').nth(1).click();
  await expect(log().getByText('Explain what you did')).toHaveCount(0);
  await page.locator('[data-session-row="50000000-0000-4000-8000-000000000000"]').click();
  await expect.poll(topRow).toEqual(left);
  await open('&keep');
  await expect.poll(topRow).toEqual(left);
});

test('is searched as a whole from the keyboard, and what is found is shown and marked', async () => {
  test.setTimeout(120_000);
  await open();
  await page
    .getByRole('textbox', { name: /message/i })
    .first()
    .focus();
  await page.keyboard.press('Control+f');
  const bar = page.locator('[data-find]');
  await expect(bar.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('Round 12:');
  await expect(bar.locator('output')).toHaveText('1 of 1');
  await expect(log().getByText('Round 12: make deliveries that fail wait')).toBeInViewport({
    timeout: 60_000,
  });
  const marked = () =>
    page.evaluate(() =>
      [...(CSS.highlights.get('find-current') ?? [])].map(
        (range) => (range as Range).cloneContents().textContent,
      ),
    );
  await expect.poll(marked).toEqual(['Round 12:']);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Round 4');
  await expect(bar.locator('output')).toHaveText('1111 of 1111');
  await expect(log().getByText('Round 4999: make')).toBeInViewport();
  await page.keyboard.press('Shift+Enter');
  await expect(bar.locator('output')).toHaveText('1110 of 1111');
  await expect(log().getByText('Round 4998: make')).toBeInViewport();
  await page.keyboard.press('F3');
  await expect(bar.locator('output')).toHaveText('1111 of 1111');
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: /message/i }).first()).toBeFocused();
});

test('is walked through from prompt to prompt, and back to the end', async () => {
  await open();
  await log().focus();
  await page.keyboard.press('Control+ArrowUp');
  await expect(log().getByText('Round 4999: make')).toBeInViewport();
  await page.keyboard.press('Control+ArrowUp');
  await expect(log().getByText('Round 4998: make')).toBeInViewport();
  await page.keyboard.press('Control+ArrowDown');
  await expect(log().getByText('Round 4999: make')).toBeInViewport();
  await page.keyboard.press('Control+End');
  await expect(log().getByText('Explain what you did')).toBeInViewport();
});
