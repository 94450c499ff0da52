/** Runs the measures that are asked for, prints a line for each figure. Called by run.mjs from its bundle. */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { a1 } from '../app/a1.ts';
import { a2 } from '../app/a2.ts';
import { m1 } from '../memory/m1.ts';
import { o1 } from '../renderer/o1.ts';
import { r1r2 } from '../renderer/r1-r2.ts';
import { r3 } from '../renderer/r3.ts';
import { r4 } from '../renderer/r4.ts';
import { r5 } from '../renderer/r5.ts';
import { r6 } from '../renderer/r6.ts';
import { t1 } from '../transport/t1.ts';
import { t2 } from '../transport/t2.ts';
import { t3 } from '../transport/t3.ts';
import { t4 } from '../transport/t4.ts';
import { t5 } from '../transport/t5.ts';
import { p1 } from '../permission/p1.ts';
import { s1 } from '../storage/s1.ts';
import { s2 } from '../storage/s2.ts';
import { s3 } from '../storage/s3.ts';
import { s4 } from '../storage/s4.ts';
import { lineOf, verdictOf } from './figure.ts';
import type { Figure } from './figure.ts';
import type { Measure, MeasureContext } from './measure.ts';

const measures: readonly Measure[] = [
  t1,
  t2,
  t3,
  t4,
  t5,
  r1r2,
  r3,
  r4,
  r5,
  r6,
  o1,
  m1,
  s1,
  s2,
  s3,
  s4,
  p1,
  a1,
  a2,
];

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, project: { type: 'string', default: process.cwd() } },
});

/** Whatever hangs, the run ends. */
const limitMs = 5 * 60_000;

process.exit(await main());

/** 0 also when a figure is short; 1 when one could not be taken. */
async function main(): Promise<number> {
  const chosen = choose(wanted);
  if (typeof chosen === 'string') {
    process.stderr.write(`${chosen}\n`);
    return 1;
  }
  const scratch = await mkdtemp(join(tmpdir(), 'switchyard-bench-'));
  const context: MeasureContext = {
    project: options.project,
    bundles: join(options.project, 'artifacts/bench'),
    scratch,
    say: (text) => void process.stderr.write(`  ${text}\n`),
  };
  const figures: Figure[] = [];
  let failed = 0;
  try {
    for (const measure of chosen) {
      const label = measure.names.join(', ');
      try {
        if (options.json) context.say(`${label}: ${measure.title}`);
        for (const figure of await inTime(measure.run(context))) {
          figures.push(figure);
          if (!options.json) process.stdout.write(`${lineOf(figure)}\n`);
        }
      } catch (error) {
        failed += 1;
        process.stderr.write(`${label} could not be measured: ${describe(error)}\n`);
      }
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  if (options.json) process.stdout.write(`${JSON.stringify(report(figures), null, 2)}\n`);
  return failed === 0 ? 0 : 1;
}

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took over ${limitMs / 60_000} minutes`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** By number, also by that of a part: `T1.small` runs all of T1. A text is what is wrong with the names. */
function choose(names: readonly string[]): readonly Measure[] | string {
  if (names.length === 0) return measures;
  const chosen = new Set<Measure>();
  for (const name of names) {
    const number = name.split('.', 1)[0]?.toUpperCase() ?? '';
    const found = measures.find((measure) => measure.names.includes(number));
    if (found === undefined) {
      return `There is no measure ${name}; there are ${measures.flatMap(({ names: all }) => all).join(', ')}.`;
    }
    chosen.add(found);
  }
  return measures.filter((measure) => chosen.has(measure));
}

function report(figures: readonly Figure[]) {
  return {
    at: new Date().toISOString(),
    platform: `${process.platform}-${process.arch}`,
    node: process.version,
    cores: availableParallelism(),
    figures: figures.map((figure) => ({ ...figure, verdict: verdictOf(figure) })),
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
