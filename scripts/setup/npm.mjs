import { runProgram } from './program.mjs';

/**
 * Runs the npm that started this script when there is one, else the npm on the PATH.
 *
 * @param {string[]} args
 * @param {import('./program.mjs').ProgramOptions} options
 */
export function runNpm(args, options) {
  const own = process.env.npm_execpath;
  if (own !== undefined && /npm-cli\.c?js$/.test(own))
    return runProgram(process.execPath, [own, ...args], options);
  if (process.platform === 'win32') return runProgram('cmd.exe', ['/d', '/s', '/c', 'npm', ...args], options);
  return runProgram('npm', args, options);
}
