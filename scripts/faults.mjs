/** `npm run faults [-- G23…] [--quick] [--seed N]` */
import { join } from 'node:path';
import { asProgram } from './setup/as-program.mjs';
import { root } from './setup/folders.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { runProgram } from './setup/program.mjs';

await asProgram(import.meta.url, async (args) => {
  // No window is opened: packages are all the set-up there is.
  await ensurePackages();
  const { code } = await runProgram(process.execPath, [join(root, 'tests/faults/run.mjs'), ...args], {
    cwd: root,
    output: 'inherit',
    graceMs: 15_000,
  });
  return code ?? 1;
});
