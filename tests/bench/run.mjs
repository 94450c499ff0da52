/**
 * `node tests/bench/run.mjs [NAME…] [--json]`, through `npm run bench`, which does the set-up. Measures run in a
 * process of their own, without the builder's threads.
 */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildNodeBundle } from './bundles.mjs';

const project = join(dirname(fileURLToPath(import.meta.url)), '../..');
const bundles = join(project, 'artifacts/bench');

await buildNodeBundle(project, join(bundles, 'node'));
const child = spawn(
  process.execPath,
  ['--expose-gc', join(bundles, 'node/main.mjs'), ...process.argv.slice(2), '--project', project],
  { stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
