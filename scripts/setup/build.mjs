import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Failure } from './failure.mjs';
import { root } from './folders.mjs';
import { lastLines } from './program.mjs';
import { step } from './step.mjs';
import { runTool } from './tool.mjs';

const inputs = [
  'src',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.node.json',
  'tsconfig.web.json',
];
const outputs = ['out/main/index.js', 'out/main/agent.js', 'out/preload/index.js', 'out/renderer/index.html'];

/**
 * Builds the application unless what stands in `out` was built from these very sources.
 *
 * @param {{ project?: string, always?: boolean }} [options]
 * @throws {Failure} when the build fails
 */
export async function ensureBuilt({ project = root, always = false } = {}) {
  const wanted = await fingerprint(project, inputs);
  if (!always && (await builtFrom(project)) === wanted) return;
  await forgetBuild(project);
  const result = await step('Building the app', () => runTool('electron-vite', ['build'], { cwd: project }));
  if (result.code !== 0) {
    throw new Failure(
      `The app could not be built:\n${lastLines(result, 30)}`,
      'mend the source named above, then run the command again.',
    );
  }
  await mkdir(join(project, 'out'), { recursive: true });
  await writeFile(stampPath(project), wanted);
}

/** What stands in `out` is about to become something else than a plain build. */
export async function forgetBuild(project = root) {
  await rm(stampPath(project), { force: true });
}

/** The fingerprint of the sources that `out` was built from; null when it is not complete. */
async function builtFrom(project) {
  try {
    await Promise.all(outputs.map((path) => access(join(project, path))));
    return await readFile(stampPath(project), 'utf8');
  } catch {
    return null;
  }
}

function stampPath(project) {
  return join(project, 'out', '.stamp');
}

/**
 * A digest of names and contents of files and folders; tests beside the source do not count.
 *
 * @param {string} project
 * @param {string[]} paths relative to it; missing ones are skipped
 */
export async function fingerprint(project, paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of await filesUnder(join(project, path))) {
      hash.update(`${relative(project, file).split(sep).join('/')}\0`);
      hash.update(
        createHash('sha256')
          .update(await readFile(file))
          .digest(),
      );
    }
  }
  return hash.digest('hex');
}

async function filesUnder(path) {
  let entries;
  try {
    entries = await readdir(path, { withFileTypes: true });
  } catch (error) {
    return error.code === 'ENOTDIR' ? [path] : [];
  }
  const nested = await Promise.all(
    entries.map((entry) => {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) return filesUnder(inner);
      return entry.isFile() && !/\.test\.[cm]?tsx?$/.test(entry.name) ? [inner] : [];
    }),
  );
  return nested.flat().sort();
}
