/** Runs the fault runs that are asked for, a line each. Called by run.mjs from its bundle. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { FaultContext, FaultRun } from './fault-run.ts';
import { g14 } from './g14.ts';
import { g23 } from './g23.ts';
import { g24 } from './g24.ts';
import { g25 } from './g25.ts';
import { g26 } from './g26.ts';
import { g27 } from './g27.ts';
import { g28 } from './g28.ts';
import { g29 } from './g29.ts';
import { g35 } from './g35.ts';
import { processRuns } from './process-runs.ts';
import { protocolRuns } from './protocol-runs.ts';

const runs: readonly FaultRun[] = [
  ...protocolRuns,
  g14,
  ...processRuns,
  g23,
  g24,
  g25,
  g26,
  g27,
  g28,
  g29,
  g35,
];
/** Of what went wrong so much is shown. */
const SHOWN_FAILURES = 5;

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: '42' },
    /** Where to write how each went, as JSON. */
    report: { type: 'string' },
    /** For the process that was started for one run. */
    'in-process': { type: 'boolean', default: false },
  },
});

type How = 'ok' | 'failed' | 'skipped';

const code = await main();
// Whatever an own process still waits for is over with its run.
if (options['in-process']) process.exit(code);
process.exitCode = code;

async function main(): Promise<number> {
  const names = wanted.map((name) => name.toUpperCase());
  const unknown = names.find((name) => !runs.some((run) => run.name === name));
  const seed = Number(options.seed);
  if (unknown !== undefined || !Number.isSafeInteger(seed)) {
    const problem = unknown === undefined ? `${options.seed} is no seed` : `There is no ${unknown}`;
    process.stderr.write(`${problem}; there are ${runs.map(({ name }) => name).join(', ')}.\n`);
    return 1;
  }
  const bundles = dirname(fileURLToPath(import.meta.url));
  const scratch = await mkdtemp(join(tmpdir(), 'switchyard-faults-'));
  const undos: (() => Promise<unknown>)[] = [];
  const cleanUp = async () => {
    for (const undo of undos.splice(0).reverse()) await undo();
    await rm(scratch, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
  }
  const said: { readonly name: string; readonly how: How }[] = [];
  const chosen = runs.filter((run) => names.length === 0 || names.includes(run.name));
  const inLane = async (lane: readonly FaultRun[]) => {
    for (const run of lane) {
      const context = {
        quick: options.quick,
        seed,
        scratch: join(scratch, run.name),
        bundles,
        atEnd: (undo: () => Promise<unknown>) => undos.push(undo),
      };
      await mkdir(context.scratch);
      const alone = run.alone === true && !options['in-process'];
      said.push({ name: run.name, how: await (alone ? runAlone : report)(run, context) });
    }
  };
  try {
    const own = chosen.filter((run) => run.alone === true);
    const others = chosen.filter((run) => run.alone !== true);
    // The others mostly wait. Figures are measured without anything beside them.
    if (options.quick) await Promise.all([inLane(own), inLane(others)]);
    else await inLane(chosen);
    if (options.report !== undefined) await writeFile(options.report, JSON.stringify({ runs: said }));
  } finally {
    await cleanUp();
  }
  return said.some(({ how }) => how === 'failed') ? 1 : 0;
}

/** In a process of its own, which says its line by itself. */
async function runAlone({ name }: FaultRun, context: FaultContext): Promise<How> {
  const { bundles, quick, seed, scratch, atEnd } = context;
  const file = join(scratch, 'report.json');
  const words = ['--expose-gc', join(bundles, 'main.mjs'), name, '--in-process', '--report', file];
  const child = spawn(process.execPath, [...words, '--seed', String(seed), ...(quick ? ['--quick'] : [])], {
    stdio: 'inherit',
  });
  const exited = once(child, 'exit');
  atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await exited;
  });
  await exited;
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text !== null && child.exitCode !== null) {
    const { runs: said } = JSON.parse(text) as { readonly runs: readonly { readonly how: How }[] };
    return said[0]?.how ?? 'failed';
  }
  process.stdout.write(
    `${name} FAILED its process ended: ${child.exitCode ?? child.signalCode}, seed ${seed}\n`,
  );
  return 'failed';
}

async function report(run: FaultRun, context: FaultContext): Promise<How> {
  try {
    const outcome = await run.run(context);
    if (outcome.type === 'skipped') {
      process.stdout.write(`${run.name} skipped: ${outcome.reason}\n`);
      return 'skipped';
    }
    const { failures, figure } = outcome;
    const word = failures.length === 0 ? 'ok' : 'FAILED';
    process.stdout.write(`${run.name} ${word} ${figure}, seed ${context.seed}\n`);
    for (const failure of failures.slice(0, SHOWN_FAILURES)) process.stderr.write(`  ${failure}\n`);
    return failures.length === 0 ? 'ok' : 'failed';
  } catch (error) {
    process.stdout.write(`${run.name} FAILED could not be run, seed ${context.seed}\n`);
    process.stderr.write(`  ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return 'failed';
  }
}
