import { runProgram } from './program.mjs';
import { sandboxFlags } from './sandbox.mjs';

/**
 * Opens the application and waits until it ends. The application gets ten seconds to stop its agents when asked to.
 *
 * @param {import('./electron-runtime.mjs').Runtime} runtime
 * @param {string} project
 * @param {string[]} args for the application
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} its exit code
 */
export async function runApp(runtime, project, args, env) {
  const flags = [...(await sandboxFlags(runtime.folder)), ...displayFlags(env)];
  const result = await runProgram(runtime.executable, [...flags, project, ...args], {
    env,
    output: 'inherit',
    graceMs: 10_000,
  });
  return result.code ?? 1;
}

/** Older Electron looks for X only. */
function displayFlags(env) {
  return process.platform === 'linux' && env.WAYLAND_DISPLAY && !env.DISPLAY
    ? ['--ozone-platform=wayland']
    : [];
}
