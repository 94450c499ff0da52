/** `npm start -- --demo`: the main job without a person, in the real application, with what is bundled. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { leftovers, processTree } from './demo/leftovers.mjs';
import { allowNext, endings, prompt, questions, showGrid, startSession } from './demo/person.mjs';
import { onEnd } from './setup/endings.mjs';
import { Failure } from './setup/failure.mjs';
import { formatDuration } from './setup/step.mjs';

const STEP_LIMIT_MS = 60_000;
const SIZE = { width: 1440, height: 900 };

const planPrompt =
  'Plan: 1) find firstDelayMs 2) read src/backoff.ts 3) rename firstDelayMs to initialDelayMs 4) run npm run check';
const notesPrompt =
  'Find TODO in src, then read src/queue.ts, then create docs/open-points.md with "# Open points\\n\\n- Tell a timeout from a refused connection\\n- Accept a date in retry-after\\n- Forget receivers that are idle", then run wc -l src/*.ts docs/*.md';

/**
 * A line a step on stdout, a screenshot in `artifacts/demo.png`.
 *
 * @param {object} what
 * @param {NodeJS.ProcessEnv} what.env what every child gets that starts Electron
 * @param {string} what.root the folder of the project, built
 * @returns {Promise<number>} 0: all of it happened
 * @throws {Failure} names the first step that did not
 */
export async function runDemo({ env, root }) {
  const step = stepper();
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-demo-'));
  onEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const workspace = join(folder, 'webhooks');
  const screenshot = join(root, 'artifacts', 'demo.png');

  const { app, page } = await step(
    async () => {
      await cp(join(root, 'resources', 'sample-workspace'), workspace, { recursive: true });
      return openApp({ root, env, userData: join(folder, 'profile'), workspace });
    },
    () => 'Opened a copy of the sample workspace in the application',
  );

  const [plan, notes] = await step(
    async () => {
      const sessions = [await startSession(page), await startSession(page)];
      await showGrid(page, sessions.length);
      return sessions;
    },
    () => 'Started two agents side by side',
  );

  await step(
    async () => {
      await prompt(plan, planPrompt);
      await plan.getByText('2/4').waitFor();
      await prompt(notes, notesPrompt);
      await notes.getByText('1/4').waitFor();
    },
    () => 'Gave each its task; both work at once',
  );

  await step(
    async () => {
      await questions(plan).waitFor();
      return allowNext(page);
    },
    (subject) => `Allowed by keyboard: ${subject}`,
  );
  await step(
    async () => {
      await questions(plan).waitFor();
      await mkdir(join(root, 'artifacts'), { recursive: true });
      await page.screenshot({ path: screenshot });
    },
    () => `Took a screenshot of the next question: ${relative(root, screenshot)}`,
  );
  await step(
    () => allowAllUntilFinished(page, 2),
    (subjects) => `Allowed by keyboard: ${subjects.join(', ')}; both agents finished`,
  );
  const changes = await step(
    () => changesOnDisk(workspace),
    () => 'Found their work on disk:',
  );
  process.stdout.write(changes.map((line) => `     ${line}\n`).join(''));

  await step(
    async () => {
      const seen = await processTree(app.process().pid);
      await app.close();
      const left = seen === null ? [] : await leftovers(seen);
      if (left.length > 0)
        throw new Error(`these still run: ${left.map(({ command }) => command).join('; ')}`);
      return seen;
    },
    (seen) => (seen === null ? 'Quit' : `Quit; of ${seen.length} processes none is left`),
  );
  return 0;
}

/** Runs the steps one after the other, each with a number, and says what was done. */
function stepper() {
  const startedAt = Date.now();
  let number = 0;
  /**
   * @template T
   * @param {() => Promise<T>} work
   * @param {(result: T) => string} said
   * @returns {Promise<T>}
   */
  return async function step(work, said) {
    number += 1;
    try {
      const result = await work();
      const at = formatDuration(Date.now() - startedAt);
      process.stdout.write(`${`${number}.`.padStart(3)} ${said(result)} (${at})\n`);
      return result;
    } catch (error) {
      const [reason] = String(error instanceof Error ? error.message : error).split('\n');
      throw new Failure(
        `The demo stopped at its step ${number}: ${reason}`,
        'run it again; if it stops there again, report it with this line.',
      );
    }
  };
}

async function openApp({ root, env, userData, workspace }) {
  await mkdir(userData);
  await writeFile(join(userData, 'settings.json'), JSON.stringify({ theme: 'dark', language: 'en' }));
  // Playwright looks for the runtime where its own process is told to.
  process.env.ELECTRON_OVERRIDE_DIST_PATH = env.ELECTRON_OVERRIDE_DIST_PATH;
  const { _electron } = await import('playwright');
  const app = await keepingSignals(() =>
    _electron.launch({
      args: [root, `--user-data-dir=${userData}`, workspace],
      env: withoutUndefined(env),
      // Otherwise the driver decides what theme the system has.
      colorScheme: null,
      timeout: STEP_LIMIT_MS,
    }),
  );
  const child = app.process();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  onEnd(() => endApp(child, ended));
  const page = await app.firstWindow({ timeout: STEP_LIMIT_MS });
  page.setDefaultTimeout(STEP_LIMIT_MS);
  await app.evaluate(({ BrowserWindow }, size) => {
    BrowserWindow.getAllWindows()[0].setContentSize(size.width, size.height);
  }, SIZE);
  await page.waitForFunction(({ width }) => globalThis.innerWidth === width, SIZE);
  await page.getByRole('button', { name: /^Start with / }).waitFor();
  return { app, page };
}

/** The driver would end this process at an interrupt by itself, before what has to go is gone. */
async function keepingSignals(launch) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const ours = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
  const launched = await launch();
  for (const signal of signals) {
    for (const listener of process.listeners(signal)) {
      if (!ours.get(signal).includes(listener)) process.removeListener(signal, listener);
    }
  }
  return launched;
}

/** After a failure or an interrupt: it stops its agents when asked to, and gets the time for it. */
async function endApp(child, ended) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const limit = setTimeout(() => child.kill('SIGKILL'), 8_000);
  await ended;
  clearTimeout(limit);
}

/** @returns {Promise<string[]>} what was allowed, in order */
async function allowAllUntilFinished(page, sessions) {
  const subjects = [];
  while ((await endings(page).count()) < sessions) {
    await questions(page)
      .or(endings(page).nth(sessions - 1))
      .first()
      .waitFor();
    if ((await questions(page).count()) > 0) subjects.push(await allowNext(page));
  }
  return subjects;
}

/** @returns {Promise<string[]>} the changed lines of `src/backoff.ts`, and what the new file begins with */
async function changesOnDisk(workspace) {
  const sample = new URL('../resources/sample-workspace/src/backoff.ts', import.meta.url);
  const before = (await readFile(sample, 'utf8')).split('\n');
  const after = (await readFile(join(workspace, 'src', 'backoff.ts'), 'utf8')).split('\n');
  const changed = before.flatMap((line, index) =>
    line === after[index] ? [] : [`- ${line.trim()}`, `+ ${after[index].trim()}`],
  );
  if (changed.length === 0 || after.some((line) => line.includes('firstDelayMs'))) {
    throw new Error('src/backoff.ts on disk is not what was allowed');
  }
  const notes = await readFile(join(workspace, 'docs', 'open-points.md'), 'utf8');
  return ['src/backoff.ts', ...changed, 'docs/open-points.md', `+ ${notes.split('\n')[0]}`];
}

function withoutUndefined(env) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}
