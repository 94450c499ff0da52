import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rememberFailure } from './electron-download.mjs';
import { ensureElectronRuntime, executableName, runtimeEnvironment } from './electron-runtime.mjs';
import { testRuntimeFolder, testRuntimeVersion } from './test-runtime.mjs';

let project;
let env;
const linux = { platform: 'linux', arch: 'x64' };
const mac = { platform: 'darwin', arch: 'arm64' };

async function plant(path, content = '') {
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), content);
}

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'switchyard-runtime-'));
  env = { ...process.env, XDG_CACHE_HOME: join(project, 'cache') };
  delete env.ELECTRON_OVERRIDE_DIST_PATH;
  await plant('node_modules/electron/package.json', '{"version":"45.5.0"}');
  // What the package's own download does on a machine that cannot reach its host.
  await plant('node_modules/electron/install.js', 'console.error("fetch failed"); process.exit(1);');
});
afterEach(() => rm(project, { recursive: true, force: true }));

async function plantTestRuntime() {
  const folder = await testRuntimeFolder(env);
  for (const [name, content] of [
    ['electron', ''],
    ['resources/default_app.asar', ''],
    ['version', testRuntimeVersion],
  ]) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

test('the override wins over everything', async () => {
  await plant('mine/electron');
  await plant('node_modules/electron/dist/version', '45.5.0');
  await plant('node_modules/electron/dist/electron');
  env.ELECTRON_OVERRIDE_DIST_PATH = join(project, 'mine');
  expect(await ensureElectronRuntime({ project, env, machine: linux })).toEqual({
    folder: join(project, 'mine'),
    executable: join(project, 'mine/electron'),
    origin: 'override',
  });
});

test('an override without an Electron is refused rather than passed over', async () => {
  env.ELECTRON_OVERRIDE_DIST_PATH = join(project, 'nowhere');
  await expect(ensureElectronRuntime({ project, env, machine: linux })).rejects.toThrow(/holds no electron/);
});

test('the runtime in the package is used where its version is the wanted one', async () => {
  await plant('node_modules/electron/dist/version', 'v45.5.0\n');
  await plant(`node_modules/electron/dist/${executableName('darwin')}`);
  expect(await ensureElectronRuntime({ project, env, machine: mac })).toMatchObject({
    folder: join(project, 'node_modules/electron/dist'),
    origin: 'package',
  });
});

test('a runtime of another version in the package makes way for a download', async () => {
  await plant('node_modules/electron/dist/version', '44.0.0');
  await plant('node_modules/electron/dist/electron');
  const download = `require('node:fs').writeFileSync(__dirname + '/dist/version', '45.5.0');`;
  await plant('node_modules/electron/install.js', download);
  expect(await ensureElectronRuntime({ project, env, machine: linux })).toMatchObject({ origin: 'package' });
});

test('where nothing can be downloaded, the test runtime stands in', async () => {
  const folder = await plantTestRuntime();
  expect(await ensureElectronRuntime({ project, env, machine: linux })).toEqual({
    folder,
    executable: join(folder, 'electron'),
    origin: 'test',
  });
});

test('a download that failed lately is not tried again on every start', async () => {
  await plantTestRuntime();
  await rememberFailure('45.5.0', 'fetch failed', env);
  await plant(
    'node_modules/electron/install.js',
    `require('node:fs').writeFileSync(__dirname + '/tried', '');`,
  );
  expect(await ensureElectronRuntime({ project, env, machine: linux })).toMatchObject({ origin: 'test' });
  await expect(rm(join(project, 'node_modules/electron/tried'))).rejects.toThrow(/ENOENT/);
});

test('where there is no test runtime, the reason and a way out are told', async () => {
  const error = await ensureElectronRuntime({ project, env, machine: mac }).catch((failure) => failure);
  expect(error.message).toContain('Electron 45.5.0 could not be downloaded (fetch failed)');
  expect(error.next).toContain('npx install-electron');
});

test('children find the same runtime, and start it as Electron', () => {
  const runtime = { folder: '/rt', executable: '/rt/electron', origin: /** @type {const} */ ('test') };
  expect(runtimeEnvironment(runtime, { PATH: '/bin', ELECTRON_RUN_AS_NODE: '1' })).toEqual({
    PATH: '/bin',
    ELECTRON_OVERRIDE_DIST_PATH: '/rt',
    ELECTRON_EXEC_PATH: '/rt/electron',
  });
});
