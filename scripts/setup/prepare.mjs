import { lacksDisplay, startVirtualDisplay } from './display.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureElectronRuntime, runtimeEnvironment } from './electron-runtime.mjs';
import { root } from './folders.mjs';
import { ensurePackages } from './packages.mjs';
import { ensureSystemLibraries } from './system-libraries.mjs';

/**
 * All the set-up that opening a window needs: packages, runtime, system libraries, display and, unless told
 * otherwise, the build.
 *
 * @param {{ build?: 'stale' | 'none', display?: { width: number, height: number } }} [options]
 * @returns {Promise<{ project: string, runtime: import('./electron-runtime.mjs').Runtime, env: NodeJS.ProcessEnv }>}
 *   `env` is what every child gets that starts Electron
 */
export async function prepare({ build = 'stale', display } = {}) {
  await ensurePackages();
  const runtime = await ensureElectronRuntime();
  const virtual = lacksDisplay();
  await ensureSystemLibraries(runtime.executable, { virtualDisplay: virtual });
  if (build === 'stale') await ensureBuilt();
  const env = runtimeEnvironment(runtime);
  if (virtual) env.DISPLAY = await startVirtualDisplay(display);
  return { project: root, runtime, env };
}
