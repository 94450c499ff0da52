/** Linux only: sees that the shared libraries and programs are there which Electron needs and npm cannot bring. */
import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { Failure } from './failure.mjs';
import {
  choosePackages,
  debianCandidates,
  installable,
  installCommand,
  linuxFamily,
} from './linux-packages.mjs';
import { lastLines, runProgram } from './program.mjs';
import { say, step } from './step.mjs';

const plain = { ...process.env, LC_ALL: 'C' };
/** Opened by Electron at run time, so the loader does not list it; without it there are no notifications. */
const optional = 'libnotify.so.4';

/**
 * @param {string} executable Electron's
 * @param {{ virtualDisplay: boolean }} needs whether Xvfb is needed too
 * @throws {Failure} with the one command that installs what is missing
 */
export async function ensureSystemLibraries(executable, { virtualDisplay }) {
  if (process.platform !== 'linux') return;
  const required = await missingLibraries(executable);
  if (virtualDisplay && !(await onPath('Xvfb'))) required.push('Xvfb');
  const extra = (await isLoadable(optional)) ? [] : [optional];
  if (required.length + extra.length === 0) return;

  const family = linuxFamily(await readFile('/etc/os-release', 'utf8').catch(() => ''));
  const root = process.getuid?.() === 0;
  if (family === 'debian') return provideOnDebian({ required, extra, root });
  refuse({ required, extra, command: installCommand(family, [...required, ...extra]) });
}

/**
 * Reads `ldd FILE`: the libraries the loader does not find.
 *
 * @param {string} listing
 * @returns {string[]}
 */
export function notFound(listing) {
  const names = [...listing.matchAll(/^\s*(\S+) => not found$/gm)].map((match) => match[1]);
  return [...new Set(names)];
}

async function missingLibraries(executable) {
  const { code, stdout, startError } = await runProgram('ldd', [executable], { env: plain });
  if (startError !== null) return []; // no ldd here: Electron itself will tell
  if (code !== 0 && !stdout.includes('=>')) {
    throw new Failure(
      `This system cannot run the Electron in ${executable}.`,
      'use a glibc-based 64-bit Linux, macOS or Windows, or set ELECTRON_OVERRIDE_DIST_PATH to an Electron for this one.',
    );
  }
  return notFound(stdout);
}

async function isLoadable(soname) {
  const { code, stdout } = await runProgram('/sbin/ldconfig', ['-p'], { env: plain });
  return code !== 0 || stdout.includes(`${soname} `);
}

export async function onPath(program) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const found = await access(join(folder, program), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return true;
  }
  return false;
}

async function provideOnDebian({ required, extra, root }) {
  const { candidates, unknown } = debianCandidates([...required, ...extra]);
  let chosen = choosePackages(candidates, await available(candidates));
  if (root && chosen.absent.length > 0) {
    // Container images ship without package lists.
    await aptGet('Updating the package lists', ['update', '-q']);
    chosen = choosePackages(candidates, await available(candidates));
  }
  const packages = [...chosen.packages, ...chosen.absent.map((names) => names.at(-1))];
  if (!root) return refuse({ required, extra, command: installCommand('debian', [], packages) });
  if (packages.length > 0) {
    await aptGet(`Installing what Electron needs of the system: ${packages.join(' ')}`, [
      'install',
      '-q',
      '-y',
      '--no-install-recommends',
      ...packages,
    ]);
  }
  const lacking = unknown.filter((name) => required.includes(name));
  if (lacking.length > 0) refuse({ required: lacking, extra: [], command: null });
}

async function available(candidates) {
  const { stdout } = await runProgram('apt-cache', ['policy', ...candidates.flat()], { env: plain });
  return installable(stdout);
}

async function aptGet(title, args) {
  const env = { ...plain, DEBIAN_FRONTEND: 'noninteractive' };
  const wait = ['-o', 'DPkg::Lock::Timeout=120'];
  const result = await step(title, () => runProgram('apt-get', [...wait, ...args], { env, graceMs: 30_000 }));
  if (result.code === 0) return;
  throw new Failure(
    `apt-get ${args[0]} failed:\n${lastLines(result)}`,
    `run \`apt-get ${args.join(' ')}\` by hand to see why.`,
  );
}

function refuse({ required, extra, command }) {
  const next = command === null ? 'install the packages of your system that hold them.' : `run: ${command}`;
  if (required.length === 0) {
    say(`Notifications will not show, for want of ${extra.join(', ')}. To have them, ${next}`);
    return;
  }
  throw new Failure(
    `Electron needs parts of the system that are missing here: ${required.join(', ')}.`,
    next,
  );
}
