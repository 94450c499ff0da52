import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { root } from './folders.mjs';
import { runProgram } from './program.mjs';

/**
 * Runs a command of an installed package with this Node, without a shell: the same on every platform.
 *
 * @param {string} command such as `vitest`; `package:command` where the names differ (`typescript:tsc`)
 * @param {string[]} args
 * @param {import('./program.mjs').ProgramOptions} [options]
 */
export async function runTool(command, args, options = {}) {
  const project = options.cwd ?? root;
  return runProgram(process.execPath, [await toolPath(command, project), ...args], {
    cwd: project,
    ...options,
  });
}

async function toolPath(command, project) {
  const [packageName, binName = packageName] = command.split(':');
  const folder = join(project, 'node_modules', packageName);
  try {
    const { bin } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const path = typeof bin === 'string' ? bin : bin[binName];
    return join(folder, path);
  } catch {
    throw new Failure(`${packageName} is not installed.`, 'run `npm ci`.');
  }
}
