/** `npm run dev`: the app with hot reload of the window and restart of main. */
import { asProgram } from './setup/as-program.mjs';
import { forgetBuild } from './setup/build.mjs';
import { prepare } from './setup/prepare.mjs';
import { sandboxFlags } from './setup/sandbox.mjs';
import { runTool } from './setup/tool.mjs';

await asProgram(import.meta.url, async (args) => {
  const { env, runtime } = await prepare({ build: 'none' });
  await forgetBuild(); // its output replaces the plain build in `out`
  const flags = await sandboxFlags(runtime.folder);
  const { code } = await runTool('electron-vite', ['dev', '--watch', ...args], {
    env: { ...env, ...(flags.includes('--no-sandbox') ? { NO_SANDBOX: '1' } : {}) },
    output: 'inherit',
    graceMs: 10_000,
  });
  return code ?? 1;
});
