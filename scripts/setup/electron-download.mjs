import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onEnd } from './endings.mjs';
import { cacheFolder } from './folders.mjs';
import { lastLines, runProgram } from './program.mjs';
import { step } from './step.mjs';

const STALLED_AFTER_MS = 60_000;
const LOOK_EVERY_MS = 2_000;
const REMEMBER_FAILURE_MS = 6 * 60 * 60 * 1000;

/**
 * Runs the electron package's own download. A slow line may take as long as it needs; a line on which nothing
 * arrives for a minute is given up.
 *
 * @param {string} packageFolder node_modules/electron
 * @param {string} version
 * @returns {Promise<{ ok: boolean, reason: string }>}
 */
export async function downloadElectron(packageFolder, version, env = process.env) {
  const temp = await mkdtemp(join(tmpdir(), 'switchyard-electron-'));
  const forget = onEnd(() => rm(temp, { recursive: true, force: true }));
  try {
    const result = await step(`Downloading Electron ${version}`, () =>
      runProgram(process.execPath, [join(packageFolder, 'install.js')], {
        env: { ...env, TMPDIR: temp, TEMP: temp, TMP: temp, ELECTRON_GET_NO_PROGRESS: '1' },
        watch: (stop) => stopWhenStalled([temp, packageFolder], stop),
      }),
    );
    if (result.stopped) return { ok: false, reason: 'nothing arrived for a minute' };
    return { ok: result.code === 0, reason: lastLines(result, 1) };
  } finally {
    await rm(temp, { recursive: true, force: true });
    forget();
  }
}

function stopWhenStalled(folders, stop) {
  let size = -1;
  let grewAt = Date.now();
  const look = async () => {
    const sizes = await Promise.all(folders.map(sizeOf));
    const now = sizes.reduce((sum, each) => sum + each, 0);
    if (now !== size) grewAt = Date.now();
    size = now;
    if (Date.now() - grewAt > STALLED_AFTER_MS) stop();
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

async function sizeOf(folder) {
  let sum = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    sum += await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
  }
  return sum;
}

/** Where a machine cannot reach the download, asking anew on every start would cost seconds each time. */
export async function failedLately(version, env = process.env) {
  const at = await stat(failureMark(version, env)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  return Date.now() - at < REMEMBER_FAILURE_MS;
}

export async function rememberFailure(version, reason, env = process.env) {
  await mkdir(cacheFolder(env), { recursive: true });
  await writeFile(failureMark(version, env), `${reason}\n`);
}

function failureMark(version, env) {
  return join(cacheFolder(env), `no-download-of-electron-${version}`);
}
