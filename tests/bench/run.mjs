/**
 * `node tests/bench/run.mjs [NAME…] [--json]`, through `npm run bench`, which does the set-up. Measures run in a
 * process of their own, without the builder's threads.
 */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildHost, buildIndexThread, buildMinimal, buildNodeBundle } from './bundles.mjs';

const project = join(dirname(fileURLToPath(import.meta.url)), '../..');
const bundles = join(project, 'artifacts/bench');

const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith('--'));

const wants = (kind) => names.length === 0 || names.some((name) => name.toUpperCase().startsWith(kind));
await buildNodeBundle(project, join(bundles, 'node'));
if (wants('S')) await buildIndexThread(project, join(bundles, 'index'));
if (wants('R') || wants('O')) await buildHost(project, join(bundles, 'host'));
if (wants('A')) await buildMinimal(project, join(bundles, 'minimal'));
const child = spawn(
  process.execPath,
  ['--expose-gc', join(bundles, 'node/main.mjs'), ...args, '--project', project],
  { stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
