import { join } from 'node:path';
import { prepare } from './prepare.mjs';
import { runProgram } from './program.mjs';

/**
 * Does all the set-up, then runs a program of the project that opens the app by itself.
 *
 * @param {string} path relative to the project
 * @param {string[]} args
 * @param {{ display?: { width: number, height: number } }} [options]
 * @returns {Promise<number>} its exit code
 */
export async function runPrepared(path, args, { display } = {}) {
  const { project, env } = await prepare({ display });
  const { code } = await runProgram(process.execPath, [join(project, path), ...args], {
    cwd: project,
    env,
    output: 'inherit',
    graceMs: 15_000,
  });
  return code ?? 1;
}
