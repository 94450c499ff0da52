/**
 * Installs, updates, puts back and removes agents, at most one piece of work an agent at a time. An
 * installation that fails or is stopped leaves what was in force as it was.
 */
import { rm } from 'node:fs/promises';
import type { InstallFailure, InstallProgress } from '../../../shared/ipc/contract/catalogue.ts';
import { assertNever, err, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { Distribution } from '../registry/distribution.ts';
import { installBinary } from './binary-package.ts';
import { failureOf, throwIfCancelled } from './install-error.ts';
import type { Installed, InstallJob, InstallTools } from './install-job.ts';
import type { InstallStore } from './install-store.ts';
import { installNpmPackage } from './npm-package.ts';
import { installUvPackage } from './uv-package.ts';

export type InstallerOptions = InstallTools & {
  readonly store: InstallStore;
  readonly now: () => number;
  /** Sessions run it: its folders stay until they have ended. */
  readonly isInUse: (id: string) => boolean;
  readonly onChange: () => void;
};

export type InstallRequest = {
  readonly id: string;
  readonly name: string;
  /** That the catalogue names; null: whatever is the newest. */
  readonly version: string | null;
  readonly distribution: Distribution;
};

type Refusal<Code extends string> = Result<null, { readonly code: Code; readonly message: string }>;
type Work = { progress: InstallProgress; readonly abort: AbortController; readonly done: Promise<void> };

export class Installer {
  readonly #options: InstallerOptions;
  readonly #work = new Map<string, Work>();
  readonly #failures = new Map<string, InstallFailure>();
  #closed = false;

  constructor(options: InstallerOptions) {
    this.#options = options;
  }

  progressOf(id: string): InstallProgress | null {
    return this.#work.get(id)?.progress ?? null;
  }

  failureOf(id: string): InstallFailure | null {
    return this.#failures.get(id) ?? null;
  }

  /** Begins; false when something is under way for that agent. */
  install(request: InstallRequest): boolean {
    const { id, version } = request;
    if (this.#work.has(id) || this.#closed) return false;
    this.#failures.delete(id);
    const abort = new AbortController();
    const progress: InstallProgress = {
      version,
      step: 'preparing',
      bytes: 0,
      totalBytes: null,
      lastLine: '',
      cancelling: false,
    };
    // Set before it runs: it reports through this.
    const work: Work = {
      progress,
      abort,
      done: Promise.resolve().then(() => this.#run(request, abort.signal)),
    };
    this.#work.set(id, work);
    this.#options.onChange();
    return true;
  }

  /** Resolves when the work of that agent is over, if there is any. */
  async settled(id: string): Promise<void> {
    await this.#work.get(id)?.done;
  }

  cancel(id: string): void {
    this.#patch(id, { cancelling: true });
    this.#work.get(id)?.abort.abort();
  }

  dismiss(id: string): void {
    if (this.#failures.delete(id)) this.#options.onChange();
  }

  async rollBack(id: string): Promise<Refusal<'no-agent' | 'busy' | 'write-failed'>> {
    if (this.#work.has(id)) return err({ code: 'busy', message: 'it is being installed' });
    return this.#write(async () => {
      const done = await this.#options.store.rollBack(id);
      return done ? ok(null) : err({ code: 'no-agent' as const, message: 'there is no version before' });
    });
  }

  async uninstall(id: string): Promise<Refusal<'no-agent' | 'busy' | 'in-use' | 'write-failed'>> {
    const { store, isInUse } = this.#options;
    if (this.#work.has(id)) return err({ code: 'busy', message: 'it is being installed' });
    if (store.get(id) === null) return err({ code: 'no-agent', message: 'it is not installed' });
    if (isInUse(id)) return err({ code: 'in-use', message: 'sessions run with it' });
    return this.#write(async () => {
      await store.remove(id);
      await store.tidy(id);
      this.#failures.delete(id);
      return ok(null);
    });
  }

  /** Stops what is under way; resolves when it is over. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { abort } of this.#work.values()) abort.abort();
    await Promise.all([...this.#work.values()].map(({ done }) => done));
  }

  async #write<Code extends string>(
    act: () => Promise<Refusal<Code>>,
  ): Promise<Refusal<Code | 'write-failed'>> {
    try {
      return await act();
    } catch (error) {
      return err({ code: 'write-failed', message: error instanceof Error ? error.message : String(error) });
    } finally {
      this.#options.onChange();
    }
  }

  async #run(request: InstallRequest, signal: AbortSignal): Promise<void> {
    const { id } = request;
    try {
      await this.#install(request, signal);
    } catch (error) {
      const failure = failureOf(error);
      if (failure !== null) this.#failures.set(id, failure);
    } finally {
      this.#work.delete(id);
      this.#options.onChange();
    }
  }

  async #install(request: InstallRequest, signal: AbortSignal): Promise<void> {
    const { id, name, version, distribution } = request;
    const { store, now, isInUse, processes, node, cacheDir, machine } = this.#options;
    const { folder, path } = await store.makeFolder(id, safeFolderName(version ?? 'newest'));
    try {
      const installed = await installFrom(distribution, {
        processes,
        node,
        cacheDir,
        machine,
        folder: path,
        signal,
        onStep: (step) => this.#patch(id, { step, bytes: 0, totalBytes: null }),
        onLine: (lastLine) => this.#patch(id, { lastLine }),
        onBytes: (bytes, totalBytes) => this.#patch(id, { bytes, totalBytes }),
      });
      throwIfCancelled(signal);
      const { args, env } = distribution.source;
      await store.commit(id, {
        version: installed.version ?? version ?? 'newest',
        folder,
        at: now(),
        name,
        run: installed.run,
        args: [...args],
        env: { ...env },
      });
    } catch (error) {
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
      throw error;
    }
    if (!isInUse(id)) await store.tidy(id);
    // Hundreds of megabytes that would hardly be used again.
    if (this.#work.size === 1) await rm(cacheDir, { recursive: true, force: true }).catch(() => undefined);
  }

  #patch(id: string, change: Partial<InstallProgress>): void {
    const work = this.#work.get(id);
    if (work === undefined) return;
    work.progress = { ...work.progress, ...change };
    this.#options.onChange();
  }
}

function installFrom(distribution: Distribution, job: InstallJob): Promise<Installed> {
  switch (distribution.type) {
    case 'npm':
      return installNpmPackage(job, distribution.source);
    case 'uv':
      return installUvPackage(job, distribution.source);
    case 'binary':
      return installBinary(job, distribution.source);
    default:
      return assertNever(distribution);
  }
}

function safeFolderName(version: string): string {
  return /^\w[\w.+-]{0,63}$/.test(version) && !version.endsWith('.') ? version : 'version';
}
