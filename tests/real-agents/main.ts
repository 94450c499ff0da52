/** Drives the agents that are named, one after the other, and prints a table. Called by scripts/test-agents.mjs. */
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { drive } from './drive.ts';
import type { Row } from './drive.ts';
import packages from './packages.json';
import { RECIPES } from './recipes.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cache: { type: 'string' }, node: { type: 'string' }, record: { type: 'string' } },
});

process.exitCode = await main();

async function main(): Promise<number> {
  const { cache, node, record = null } = values;
  if (cache === undefined || node === undefined) throw new Error('--cache and --node are needed');
  const rows: Row[] = [];
  for (const recipe of RECIPES.filter(({ id }) => positionals.includes(id))) {
    const { version } = packages[recipe.id as keyof typeof packages];
    const began = performance.now();
    process.stderr.write(`${recipe.id} ${version} …`);
    const place = { prefix: join(cache, `${recipe.id}-${version}`), node };
    const row = await drive(recipe, place, { version, record });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stderr.write(` ${row.failures.length === 0 ? 'ok' : 'FAILED'}, ${seconds} s\n`);
    rows.push(row);
  }
  process.stdout.write(`${table(rows)}\n`);
  const failed = rows.filter(({ failures }) => failures.length > 0);
  for (const { agent, failures, evidence } of failed) {
    process.stdout.write(`\n${agent} failed:\n${failures.map((text) => `  - ${text}`).join('\n')}\n`);
    process.stdout.write(`${evidence.map((text) => `    ${text}`).join('\n')}\n`);
  }
  process.stdout.write(`${rows.length - failed.length} passed, ${failed.length} failed\n`);
  return failed.length === 0 && rows.length > 0 ? 0 : 1;
}

function table(rows: readonly Row[]): string {
  const head = [
    'agent',
    'version',
    'init ms',
    'new ms',
    'edit',
    'command',
    'permission',
    'cancel',
    'reopen',
    'close',
    'left',
    'notes',
  ];
  const cells = rows.map((row) => [
    row.agent,
    row.version,
    String(row.initMs ?? '-'),
    String(row.newMs ?? '-'),
    row.edit,
    row.command,
    row.permission,
    row.cancel,
    row.reopen,
    row.close,
    String(row.left),
    row.notes.join('; '),
  ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...cells].map((line) => line[column]?.length ?? 0)),
  );
  return [head, ...cells]
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
