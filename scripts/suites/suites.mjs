/** The suites of `npm run check` and `npm test`, in the order they run in. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ensureBuilt } from '../setup/build.mjs';
import { root } from '../setup/folders.mjs';
import { runProgram } from '../setup/program.mjs';
import { runTool } from '../setup/tool.mjs';
import { faultsTally, playwrightTally, single, vitestTally } from './tally.mjs';

const LIMIT_MS = 15 * 60 * 1000;

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {(env: NodeJS.ProcessEnv) => Promise<import('./tally.mjs').Tally>} run prints what it finds
 */

/** @type {Suite[]} */
export const checks = [
  { name: 'format', run: (env) => tool('oxfmt', ['--check'], env) },
  { name: 'lint', run: (env) => tool('oxlint', ['--type-aware'], env) },
  { name: 'types of main', run: (env) => tool('typescript:tsc', ['-p', 'tsconfig.node.json'], env) },
  { name: 'types of the window', run: (env) => tool('typescript:tsc', ['-p', 'tsconfig.web.json'], env) },
  { name: 'types of e2e tests', run: (env) => tool('typescript:tsc', ['-p', 'tsconfig.e2e.json'], env) },
  { name: 'types of scripts', run: (env) => tool('typescript:tsc', ['-p', 'tsconfig.scripts.json'], env) },
  { name: 'unit', run: unit },
];

/**
 * The reliability figures in their quick form.
 *
 * @type {Suite}
 */
export const faults = { name: 'faults', run: quickFaults };

/** @type {Suite[]} */
export const appSuites = [
  { name: 'build', run: build },
  { name: 'e2e', run: endToEnd },
];

async function tool(command, args, env) {
  const { code } = await runTool(command, args, { env, output: 'inherit', limitMs: LIMIT_MS });
  return single(code === 0);
}

async function unit(env) {
  const report = await freshReport('unit.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await runTool('vitest', args, { env, output: 'inherit', limitMs: LIMIT_MS });
  return vitestTally(await readReport(report), code);
}

async function quickFaults(env) {
  const report = await freshReport('faults.json');
  const words = [join(root, 'tests/faults/run.mjs'), '--quick', '--report', report];
  const { code } = await runProgram(process.execPath, words, {
    cwd: root,
    env,
    output: 'inherit',
    limitMs: LIMIT_MS,
    graceMs: 15_000,
  });
  return faultsTally(await readReport(report), code);
}

async function build() {
  await ensureBuilt();
  return single(true);
}

async function endToEnd(env) {
  const report = await freshReport('e2e.json');
  const { code } = await runTool('@playwright/test:playwright', ['test'], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    output: 'inherit',
    limitMs: LIMIT_MS,
    graceMs: 15_000,
  });
  return playwrightTally(await readReport(report), code);
}

/** A report of an earlier run must not pass for this one's. */
async function freshReport(name) {
  const path = join(root, 'artifacts', name);
  await mkdir(dirname(path), { recursive: true });
  await rm(path, { force: true });
  return path;
}

async function readReport(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return null;
  }
}
