import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { runProgram } from './program.mjs';
import { say } from './step.mjs';

/**
 * The flags Electron needs about Chromium's sandbox. Root cannot have it; anyone else has it, through user namespaces
 * or the helper with the setuid bit, or gets told how to.
 *
 * @param {string} runtimeFolder
 * @returns {Promise<string[]>}
 * @throws {Failure} when the sandbox cannot work here
 */
export async function sandboxFlags(runtimeFolder) {
  if (process.platform !== 'linux') return [];
  if (process.getuid?.() === 0) {
    say('Running as root: Chromium’s sandbox is off.');
    return ['--no-sandbox'];
  }
  const helper = join(runtimeFolder, 'chrome-sandbox');
  const found = await stat(helper).catch(() => null);
  if (found !== null && found.uid === 0 && (found.mode & 0o4000) !== 0) return [];
  const probe = await runProgram('unshare', ['--user', '--map-root-user', 'true']);
  if (probe.code === 0 || probe.startError !== null) return [];
  throw new Failure(
    'Chromium’s sandbox cannot start: this system does not let ordinary users make user namespaces.',
    found === null
      ? 'run: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0'
      : `run: sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
  );
}
