/**
 * Starts the real app under Playwright, in a user data folder of its own, and hears everything that must
 * never happen: console errors, page errors and violations of the content security policy.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from 'playwright';
import type { ElectronApplication, Page } from 'playwright';

/** The built app; SWITCHYARD_APP_DIR names another build of it. */
export const defaultAppDir = process.env['SWITCHYARD_APP_DIR'] ?? join(__dirname, '../..');

const maxStderr = 64 * 1024;

export type LaunchOptions = {
  /** Words after the app's path: a folder, `--agent=ID`. */
  readonly args?: readonly string[];
  /** Kept by `close`; made anew and removed by it when absent. */
  readonly userDataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly appDir?: string;
  readonly cwd?: string;
};

export type LaunchedApp = {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly userDataDir: string;
  /** Console errors, page errors and policy violations of all windows so far, in order. */
  readonly complaints: readonly string[];
  /** The last 64 KiB of what main wrote to stderr. */
  stderr(): string;
  /** Quits as a person would; throws when the process is not gone, with code 0, within 20 s. */
  close(): Promise<void>;
};

export async function launchApp(options: LaunchOptions = {}): Promise<LaunchedApp> {
  const userDataDir = options.userDataDir ?? (await mkdtemp(join(tmpdir(), 'switchyard-e2e-')));
  const app = await _electron.launch({
    args: [options.appDir ?? defaultAppDir, `--user-data-dir=${userDataDir}`, ...(options.args ?? [])],
    env: { ...inheritedEnv(), ...options.env },
    // Otherwise Playwright pins `prefers-color-scheme` to light and the app's own theme has no effect.
    colorScheme: null,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  const child = app.process();
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-maxStderr);
  });
  const complaints: string[] = [];
  app.on('window', (page) => collectComplaints(page, complaints));
  for (const page of app.windows()) collectComplaints(page, complaints);

  try {
    const page = await app.firstWindow();
    return {
      app,
      page,
      userDataDir,
      complaints,
      stderr: () => stderr,
      async close() {
        await app.close();
        const code = await Promise.race([ended, timeUp(20_000)]);
        if (code === 'time-up') child.kill('SIGKILL');
        if (options.userDataDir === undefined) await rm(userDataDir, { recursive: true, force: true });
        if (code !== 0) throw new Error(`the app ended with ${code}:\n${stderr}`);
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`no window came up:\n${stderr}`, { cause: error });
  }
}

/** Chromium reports every violation of the policy as a console error, also those before any script ran. */
function collectComplaints(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`));
}

/** Ours without what would change what Electron is. */
function inheritedEnv(): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && name !== 'ELECTRON_RUN_AS_NODE' && name !== 'NODE_OPTIONS') env[name] = value;
  }
  return env;
}

function timeUp(ms: number): Promise<'time-up'> {
  return new Promise((resolve) => {
    setTimeout(() => resolve('time-up'), ms).unref();
  });
}
