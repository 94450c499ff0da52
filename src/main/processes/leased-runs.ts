/**
 * Puts every run on record twice before its process exists: with the reaper, which acts when the app is gone,
 * and in a lease on disk, which the next start of the app reads when the reaper was killed as well.
 */
import { argvHash } from './lease.ts';
import type { Lease } from './lease.ts';
import type { LeaseStore } from './lease-store.ts';
import type { Place, ProcessSystem } from './process-system.ts';
import type { Reaper } from './reaper.ts';
import type { Run, RunWatch } from './registry.ts';

export type LeasedRunsOptions = {
  readonly system: ProcessSystem;
  readonly store: LeaseStore;
  /** Null where there is none. */
  readonly reaper: Reaper | null;
  /** Once for each thing that is amiss; processes start all the same. */
  readonly report: (error: unknown) => void;
};

type Owner = { readonly place: Place; readonly ownerPid: number; readonly ownerToken: string };

export class LeasedRuns implements RunWatch {
  readonly #options: LeasedRunsOptions;
  readonly #leases = new Map<string, Lease>();
  #owner: Promise<Owner | null> | null = null;
  #reported = false;

  constructor(options: LeasedRunsOptions) {
    this.#options = options;
  }

  async announce(run: Run): Promise<void> {
    await Promise.all([this.#create(run), this.#options.reaper?.add(run.runId, null)]);
  }

  async started(run: Run, pid: number): Promise<void> {
    const found = await this.#options.system.lookUp(pid);
    // One that has ended already has no time of start: only its tag speaks for it, which is on record.
    if (found.state !== 'running') return;
    const { startToken } = found;
    await Promise.all([
      this.#complete(run.runId, pid, startToken),
      this.#options.reaper?.add(run.runId, { pid, startToken }),
    ]);
  }

  async ended(runId: string): Promise<void> {
    await this.#options.reaper?.remove(runId);
    if (!this.#leases.delete(runId)) return;
    await this.#guarded(() => this.#options.store.remove(runId));
  }

  async #create(run: Run): Promise<void> {
    this.#owner ??= this.#whoAmI();
    const owner = await this.#owner;
    if (owner === null) return;
    const lease: Lease = {
      version: 1,
      uuid: run.runId,
      kind: run.kind,
      pid: null,
      pgid: null,
      startToken: null,
      argvHash: argvHash(run.command, run.args),
      cwd: run.cwd,
      at: Date.now(),
      ...owner,
    };
    this.#leases.set(run.runId, lease);
    await this.#guarded(() => this.#options.store.create(lease));
  }

  async #complete(runId: string, pid: number, startToken: string): Promise<void> {
    const before = this.#leases.get(runId);
    if (before === undefined) return;
    const lease = { ...before, pid, pgid: pid, startToken };
    this.#leases.set(runId, lease);
    await this.#guarded(() => this.#options.store.complete(lease));
  }

  async #whoAmI(): Promise<Owner | null> {
    const { system } = this.#options;
    try {
      const [place, self] = await Promise.all([system.place(), system.lookUp(system.ownPid)]);
      if (self.state !== 'running') throw new Error('the system does not tell when this process was started');
      return { place, ownerPid: system.ownPid, ownerToken: self.startToken };
    } catch (error) {
      this.#report(error);
      return null;
    }
  }

  /** A full disk must not keep agents from starting: the reaper still watches. */
  async #guarded(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      this.#report(error);
    }
  }

  #report(error: unknown): void {
    if (this.#reported) return;
    this.#reported = true;
    this.#options.report(error);
  }
}
