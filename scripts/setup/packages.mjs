import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { root } from './folders.mjs';
import { runNpm } from './npm.mjs';
import { lastLines } from './program.mjs';
import { step } from './step.mjs';

/**
 * Installs the packages when node_modules is missing or does not hold what package-lock.json says.
 *
 * @throws {Failure} when npm could not
 */
export async function ensurePackages({ project = root, env = process.env } = {}) {
  const [wanted, installed] = await Promise.all([
    readLock(join(project, 'package-lock.json')),
    // npm's own record of what it installed, written last: an interrupted install leaves none.
    readLock(join(project, 'node_modules', '.package-lock.json')),
  ]);
  if (wanted === null) {
    throw new Failure(
      'package-lock.json is missing or unreadable.',
      'restore it with `git checkout package-lock.json`.',
    );
  }
  const why = installed === null ? 'they are not installed yet' : staleness(wanted, installed, thisMachine());
  if (why === null) return;
  await refuseLink(join(project, 'node_modules'));
  // Electron's own download is a separate step (electron-runtime.mjs): older releases would do it in here.
  const installEnv = { ...env, ELECTRON_SKIP_BINARY_DOWNLOAD: '1' };
  const result = await step(`Installing packages (${why})`, () =>
    runNpm(['ci', '--no-progress', '--loglevel=error'], { cwd: project, env: installEnv, graceMs: 10_000 }),
  );
  if (result.code === 0) return;
  throw new Failure(
    `The packages could not be installed:\n${lastLines(result, 12)}`,
    'mend what npm names above (`npm ping` tells whether it reaches the registry), then run the command again.',
  );
}

/**
 * npm empties the folder before it installs, and a link leads into that of another checkout.
 *
 * @throws {Failure} when `folder` is a link
 */
async function refuseLink(folder) {
  const found = await lstat(folder).catch(() => null);
  if (found === null || !found.isSymbolicLink()) return;
  throw new Failure(
    'node_modules is a link, and installing would empty the folder it leads to.',
    'remove the link, then run the command again.',
  );
}

/**
 * Why the installed packages do not fit the lock file, or null when they do. Packages that npm skips on this machine
 * are not missed; packages that are there beyond the lock file do no harm.
 *
 * @param {Record<string, LockedPackage>} wanted
 * @param {Record<string, LockedPackage>} installed
 * @param {{ os: string, cpu: string, libc: string | null }} machine
 * @returns {string | null}
 *
 * @typedef {{ version?: string, resolved?: string, link?: boolean, optional?: boolean, os?: string[],
 *   cpu?: string[], libc?: string[] }} LockedPackage
 */
export function staleness(wanted, installed, machine) {
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const found = installed[path];
    if (found === undefined) {
      if (isExpected(entry, machine)) return `${name} is missing`;
    } else if (found.version !== entry.version) {
      return `${name} is ${found.version}, not ${entry.version}`;
    }
  }
  return null;
}

/**
 * Optional packages are expected only as prebuilt parts for exactly this machine.
 *
 * @param {LockedPackage} entry
 */
function isExpected({ optional = false, os, cpu, libc }, machine) {
  if (!optional) return true;
  if (os === undefined || cpu === undefined) return false;
  return os.includes(machine.os) && cpu.includes(machine.cpu) && (libc?.includes(machine.libc) ?? true);
}

function thisMachine() {
  const glibc =
    process.platform === 'linux' &&
    /** @type {any} */ (process.report.getReport()).header.glibcVersionRuntime;
  const libc = process.platform === 'linux' ? (glibc ? 'glibc' : 'musl') : null;
  return { os: process.platform, cpu: process.arch, libc };
}

async function readLock(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8')).packages ?? null;
  } catch {
    return null;
  }
}
