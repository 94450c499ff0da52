/** `npm run bench [-- NAME…] [--json]` */
import { join } from 'node:path';
import { asProgram } from './setup/as-program.mjs';
import { root } from './setup/folders.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { runProgram } from './setup/program.mjs';
import { runPrepared } from './setup/run-prepared.mjs';

const program = 'tests/bench/run.mjs';

await asProgram(import.meta.url, (args) =>
  needsWindow(args) ? runPrepared(program, args, { display: { width: 1400, height: 900 } }) : runInNode(args),
);

/** The measures of the transport, T1 and on, are plain Node: no runtime, no display, no build of the app. */
function needsWindow(args) {
  const names = args.filter((arg) => !arg.startsWith('--'));
  return names.length === 0 || names.some((name) => !/^t\d/i.test(name));
}

async function runInNode(args) {
  await ensurePackages();
  const { code } = await runProgram(process.execPath, [join(root, program), ...args], {
    cwd: root,
    output: 'inherit',
    graceMs: 15_000,
  });
  return code ?? 1;
}
