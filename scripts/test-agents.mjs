/**
 * `npm run test:agents [-- ID…] [--record FOLDER]`: installs real agents into a cache outside the project and drives
 * each through the session engine against a mock model. Needs large downloads the first time.
 */
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { asProgram } from './setup/as-program.mjs';
import { Failure } from './setup/failure.mjs';
import { cacheFolder, root } from './setup/folders.mjs';
import { requireNode } from './setup/node-version.mjs';
import { runNpm } from './setup/npm.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { lastLines } from './setup/program.mjs';
import { step } from './setup/step.mjs';

const INSTALL_LIMIT_MS = 15 * 60_000;

requireNode();
await asProgram(import.meta.url, testAgents);

/** @param {string[]} args */
async function testAgents(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { record: { type: 'string' } },
  });
  const packages = JSON.parse(await readFile(join(root, 'tests/real-agents/packages.json'), 'utf8'));
  const { node, ...agents } = packages;
  const known = Object.keys(agents);
  const unknown = positionals.filter((id) => !known.includes(id));
  if (unknown.length > 0) {
    throw new Failure(`There is no agent ${unknown.join(', ')}.`, `There are ${known.join(', ')}.`);
  }
  const wanted = positionals.length > 0 ? positionals : known;
  await ensurePackages();
  const cache = join(cacheFolder(), 'agents');
  const nodePrefix = await ensureInstalled(cache, 'node', node);
  for (const id of wanted) await ensureInstalled(cache, id, agents[id]);
  const { runHarness } = await import('../tests/real-agents/run.mjs');
  return runHarness(root, [
    ...['--cache', cache],
    ...['--node', join(nodePrefix, 'node_modules/node/bin/node')],
    ...(values.record === undefined ? [] : ['--record', values.record]),
    ...wanted,
  ]);
}

/**
 * Into a folder of its own that gets its name when it is complete: an interrupted download leaves nothing that
 * could be taken for an agent.
 *
 * @param {string} cache
 * @param {string} id
 * @param {{ package: string, version: string }} wanted
 */
async function ensureInstalled(cache, id, { package: name, version }) {
  const prefix = join(cache, `${id}-${version}`);
  const isThere = await access(prefix).then(
    () => true,
    () => false,
  );
  if (isThere) return prefix;
  const partial = `${prefix}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  await step(`Installing ${name} ${version}`, async () => {
    const args = ['install', '--prefix', partial, '--no-audit', '--no-fund', `${name}@${version}`];
    const result = await runNpm(args, { cwd: partial, limitMs: INSTALL_LIMIT_MS });
    if (result.code !== 0) {
      throw new Failure(`npm could not install ${name} ${version}.`, lastLines(result));
    }
    await rename(partial, prefix);
  });
  return prefix;
}
