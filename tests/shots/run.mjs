/**
 * Screenshots of every main view from scripted states: `node tests/shots/run.mjs [VIEW…]`, through
 * `npm run shots`. Uses the Electron runtime of ELECTRON_OVERRIDE_DIST_PATH, or with SHOTS_BROWSER=PATH a
 * Chromium, which is quicker to look at while working on a view. Fails when a page complains.
 */
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, chromium } from 'playwright';
import { build } from 'vite';
import { serveFolder } from './serve-folder.mjs';

const project = join(dirname(fileURLToPath(import.meta.url)), '../..');
const target = join(project, 'artifacts/shots');

export const views = [
  'first-run',
  'start',
  'two-streaming',
  'permission',
  'permission-edit',
  'permission-always',
  'permission-odd',
  'permission-mode',
  'decided',
  'rules',
  'rules-form',
  'rules-text',
  'rules-try',
  'rules-zh',
  'decisions',
  'trust',
  'trust-banner',
  'diff',
  'error',
  'error-start',
  'protocol',
  'protocol-detail',
  'terminal',
  'doctor',
  'question',
  'question-page',
  'sign-in',
  'sign-in-program',
  'subagents',
  'starting',
  'empty',
  'grid',
  'attention',
  'palette',
  'help',
  'settings',
  'settings-agents',
  'settings-agents-open',
  'settings-agents-available',
  'settings-agent',
  'settings-mcp',
  'settings-mcp-below',
  'settings-mcp-form',
  'settings-mcp-empty',
  'settings-mcp-zh',
  'mcp-tools',
  'mcp-session',
  'settings-problem',
  'terminals',
  'terminals-ended',
  'search',
  'search-empty',
  'search-nothing',
  'search-reading',
  'search-off',
  'verify',
  'verify-running',
  'zh-CN',
  'long',
  'sessions-200',
  'sessions-filter',
  'interrupted',
  'trash',
  'usage',
  'gap',
  'read-only',
  'queue',
  'queue-held',
];
const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const themes = /** @type {const} */ (['dark', 'light']);

const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith('--'));
const onlySizes = optionOf('--width');
const onlyTheme = optionOf('--theme');

await build({ configFile: join(project, 'tests/stage/vite.config.mts'), logLevel: 'warn' });
await mkdir(target, { recursive: true });
const server = await serveFolder(join(project, 'out/stage'));
const stage = await openStage();
const complaints = [];
try {
  for (const view of wanted.length > 0 ? wanted : views) {
    for (const theme of themes.filter((each) => onlyTheme === null || each === onlyTheme)) {
      for (const size of sizes.filter(({ width }) => onlySizes === null || String(width) === onlySizes)) {
        const name = `${view}-${theme}-${size.width}.png`;
        const heard = await stage.shoot(
          `${server.url}/?scenario=${view}&theme=${theme}`,
          size,
          join(target, name),
        );
        complaints.push(...heard.map((line) => `${name}: ${line}`));
        process.stdout.write(`artifacts/shots/${name}\n`);
      }
    }
  }
} finally {
  await stage.close();
  server.close();
}
for (const line of complaints) process.stderr.write(`${line}\n`);
process.exitCode = complaints.length === 0 ? 0 : 1;

function optionOf(name) {
  return args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}

async function openStage() {
  const browserPath = process.env.SHOTS_BROWSER;
  if (browserPath !== undefined && browserPath !== '') {
    const browser = await chromium.launch({
      executablePath: browserPath,
      args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
    });
    const page = await browser.newPage();
    return {
      shoot: (url, size, path) => shoot(page, () => page.setViewportSize(size), url, path),
      close: () => browser.close(),
    };
  }
  const app = await _electron.launch({
    args: [join(project, 'tests/shots/window.cjs'), '--force-color-profile=srgb'],
    colorScheme: null,
  });
  const page = await app.firstWindow();
  const resize = async (size) => {
    await app.evaluate(({ BrowserWindow }, { width, height }) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(width, height);
    }, size);
    await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size);
  };
  return {
    shoot: (url, size, path) => shoot(page, () => resize(size), url, path),
    close: () => app.close(),
  };
}

/** One picture once fonts are there and nothing moves any more. Returns what the page complained about. */
async function shoot(page, resize, url, path) {
  const heard = [];
  const onConsole = (message) => {
    if (message.type() === 'error') heard.push(message.text());
  };
  const onError = (error) => heard.push(String(error));
  page.on('console', onConsole);
  page.on('pageerror', onError);
  await resize();
  await page.goto(url);
  await page.waitForSelector('[data-region="sessions"]');
  await page.evaluate(() => document.fonts.ready);
  if (url.includes('scenario=diff'))
    await page.waitForSelector('.monaco-diff-editor .view-line', { timeout: 20_000 });
  await page.waitForTimeout(1600);
  await page.screenshot({ path, animations: 'disabled' });
  page.off('console', onConsole);
  page.off('pageerror', onError);
  return heard;
}
