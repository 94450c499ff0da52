/**
 * What each process tree of the app used over the last minutes: looked at now and then, off the hot path, and
 * kept for a while after its end, since that is when somebody asks.
 */
import { RUN_SAMPLES, type TreeSample } from '../../shared/ipc/contract/process.ts';
import type { ProcessRow } from './process-table.ts';
import type { ProcessUsage } from './process-usage.ts';
import { familyOf } from './stop-ladder.ts';

export const SAMPLE_EVERY_MS = 10_000;
/** Runs whose samples are kept. */
const MOST_RUNS = 128;

export type SampledRun = { readonly runId: string; readonly pid: number };

export type SamplerPorts = {
  readonly live: () => readonly SampledRun[];
  readonly list: () => Promise<readonly ProcessRow[]>;
  readonly usageOf: (pids: readonly number[]) => Promise<readonly ProcessUsage[]>;
  /** ms since the epoch. */
  readonly now: () => number;
  /** Calls `run` again and again; the returned function ends that. */
  readonly every: (ms: number, run: () => void) => () => void;
};

export class UsageSampler {
  readonly #ports: SamplerPorts;
  readonly #runs = new Map<string, TreeSample[]>();
  readonly #watchers = new Set<() => void>();
  readonly #stop: () => void;
  #sampling: Promise<void> | null = null;

  constructor(ports: SamplerPorts) {
    this.#ports = ports;
    this.#stop = ports.every(SAMPLE_EVERY_MS, () => void this.sample());
  }

  /** Oldest first. */
  samplesOf(runId: string): readonly TreeSample[] {
    return this.#runs.get(runId) ?? [];
  }

  /** Looks now. Never rejects: what cannot be had is not there. */
  sample(): Promise<void> {
    this.#sampling ??= this.#sample()
      .catch(() => undefined)
      .finally(() => {
        this.#sampling = null;
      });
    return this.#sampling;
  }

  /** Told after each look. Returns the disposer. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  close(): void {
    this.#stop();
  }

  async #sample(): Promise<void> {
    const runs = this.#ports.live();
    if (runs.length === 0) return;
    const rows = await this.#ports.list();
    const trees = runs.map((run) => ({ run, rows: treeOf(run, rows) }));
    const pids = new Set(trees.flatMap((tree) => tree.rows.map(({ pid }) => pid)));
    const usage = new Map((await this.#ports.usageOf([...pids])).map((each) => [each.pid, each]));
    const at = this.#ports.now();
    for (const { run, rows: tree } of trees) {
      const processes = tree.flatMap(({ pid, ppid }) => {
        const used = usage.get(pid);
        return used === undefined ? [] : [{ ...used, ppid }];
      });
      if (processes.length > 0) this.#keep(run.runId, { at, processes });
    }
    for (const watcher of this.#watchers) watcher();
  }

  #keep(runId: string, sample: TreeSample): void {
    const kept = this.#runs.get(runId) ?? [];
    kept.push(sample);
    if (kept.length > RUN_SAMPLES) kept.shift();
    // The newest last, so that the first is the one to forget.
    this.#runs.delete(runId);
    this.#runs.set(runId, kept);
    const oldest = this.#runs.keys().next();
    if (this.#runs.size > MOST_RUNS && oldest.done !== true) this.#runs.delete(oldest.value);
  }
}

/** The process, what is below it or in its group, and whatever carries its tag. Parents come first. */
function treeOf({ runId, pid }: SampledRun, rows: readonly ProcessRow[]): readonly ProcessRow[] {
  const family = new Set(familyOf(pid, rows).map((row) => row.pid));
  return rows
    .filter((row) => row.pid === pid || row.runId === runId || family.has(row.pid))
    .sort((a, b) => (a.pid === pid ? -1 : b.pid === pid ? 1 : a.pid - b.pid));
}
