/**
 * Remembers which run a process belongs to, so that a scan need not read every environment anew. A tag once
 * seen stays: it is proof of descent, also when a later program of the process has wiped it. No tag counts
 * only after a while: between fork and exec a process of ours still has the environment of the app.
 */

type Process = { readonly pid: number; readonly startToken: string };
type Entry = { readonly startToken: string; readonly runId: string | null; readonly since: number };

const SETTLED_AFTER_MS = 5000;

export class RunIdCache {
  readonly #entries = new Map<number, Entry>();
  readonly #now: () => number;

  /** `now` in ms, monotonic. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Undefined when its environment must be read. */
  runIdOf({ pid, startToken }: Process): string | null | undefined {
    const entry = this.#entries.get(pid);
    if (entry === undefined || entry.startToken !== startToken) return undefined;
    return entry.runId ?? (entry.since === Infinity ? null : undefined);
  }

  learn({ pid, startToken }: Process, runId: string | null): void {
    const before = this.#entries.get(pid);
    const first = before?.startToken === startToken ? before.since : this.#now();
    // Read again this long after it was first seen, and still without: it is none of ours.
    const since = runId === null && this.#now() - first >= SETTLED_AFTER_MS ? Infinity : first;
    this.#entries.set(pid, { startToken, runId, since });
  }

  forgetAllBut(rows: readonly Process[]): void {
    const kept = new Set(rows.map(({ pid }) => pid));
    for (const pid of this.#entries.keys()) if (!kept.has(pid)) this.#entries.delete(pid);
  }
}
