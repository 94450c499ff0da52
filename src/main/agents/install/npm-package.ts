/** Installs an agent that is an npm package, and finds out how it is run without npx. */
import { open, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { validRange } from 'semver';
import { z } from 'zod';
import type { PackageSource } from '../registry/registry-entry.ts';
import { InstallError } from './install-error.ts';
import type { Installed, InstallJob } from './install-job.ts';
import { DEFAULT_RANGE } from './node-runtime.ts';
import { npmInstall, npmRunScripts } from './npm-command.ts';

const rootSchema = z.object({ dependencies: z.record(z.string(), z.string()) });
const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
  engines: z.object({ node: z.string().optional() }).optional().catch(undefined),
  scripts: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
export type PackageManifest = z.infer<typeof manifestSchema>;

/** Rejects with InstallError or InstallCancelled. */
export async function installNpmPackage(job: InstallJob, source: PackageSource): Promise<Installed> {
  job.onStep('downloading');
  await npmInstall(job, source.package);
  const root = rootSchema.parse(await readJson(join(job.folder, 'package.json')));
  const [name] = Object.keys(root.dependencies);
  if (name === undefined) throw new InstallError('no-program', 'npm installed nothing');
  const inside = posix.join('node_modules', name);
  const manifest = manifestSchema.parse(await readJson(join(job.folder, inside, 'package.json')));
  if (hasInstallScript(manifest)) {
    job.onStep('unpacking');
    // Its own program will run as the person anyway; those of its dependencies are left out.
    await npmRunScripts(job, name);
  }
  job.onStep('checking');
  const bin = binOf(manifest, source.cmd);
  if (bin === null) throw new InstallError('no-program', `${name} has no program to run`);
  const path = posix.join(inside, bin);
  if (!path.startsWith(`${inside}/`))
    throw new InstallError('unsafe-archive', `${name} names a program outside`);
  const kind = await programKind(join(job.folder, path), bin);
  if (kind === null) throw new InstallError('no-program', `${name} lacks its program ${bin}`);
  if (kind === 'program') return { version: manifest.version, run: { type: 'program', path } };
  const range = validRange(manifest.engines?.node ?? '') === null ? DEFAULT_RANGE : manifest.engines?.node;
  const node = await job.node.provide(job, range ?? DEFAULT_RANGE);
  return {
    version: manifest.version,
    run: { type: 'node', script: path, range: range ?? DEFAULT_RANGE, node },
  };
}

/** The path of the program within the package; null when there is none, or it cannot be told which. */
export function binOf(manifest: PackageManifest, cmd: string | null): string | null {
  const { bin, name } = manifest;
  if (bin === undefined) return null;
  const short = name.slice(name.indexOf('/') + 1);
  const bins: Readonly<Record<string, string>> = typeof bin === 'string' ? { [short]: bin } : bin;
  if (cmd !== null) return Object.hasOwn(bins, cmd) ? (bins[cmd] ?? null) : null;
  // As npx chooses: the only one, or all the same one, or the one named like the package.
  if (new Set(Object.values(bins)).size === 1) return Object.values(bins)[0] ?? null;
  return Object.hasOwn(bins, short) ? (bins[short] ?? null) : null;
}

function hasInstallScript({ scripts }: PackageManifest): boolean {
  return ['preinstall', 'install', 'postinstall'].some((name) => typeof scripts?.[name] === 'string');
}

/** `node`: a script for Node, whatever it is called; `program`: anything that the system runs by itself. */
export async function programKind(path: string, name: string): Promise<'node' | 'program' | null> {
  const file = await open(path).catch(() => null);
  if (file === null) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(128), 0, 128, 0);
    const start = buffer.subarray(0, bytesRead).toString('latin1');
    if (start.startsWith('#!')) return /^#!.*\bnode\b/.test(start) ? 'node' : 'program';
    return /\.[cm]?js$/.test(name) ? 'node' : 'program';
  } finally {
    await file.close();
  }
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}
