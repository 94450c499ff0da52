/** Which processes there are, read from /proc by tests that look for leftovers. Linux only. */
import { readFileSync, readdirSync } from 'node:fs';

export type SeenProcess = {
  readonly pid: number;
  /** With the pid it names one process for good: pids are used again. */
  readonly startedAt: string;
  readonly command: string;
  /** The app's tag in its environment: one for each agent process and all that it started. */
  readonly runId: string | null;
};

/** `pid` and everything below it. */
export function processTree(pid: number): readonly SeenProcess[] {
  const rows = [...listProcesses()];
  const below = (parent: number): readonly SeenProcess[] =>
    rows.filter((row) => row.parent === parent).flatMap((row) => [row, ...below(row.pid)]);
  return [...rows.filter((row) => row.pid === pid), ...below(pid)];
}

/** Those of `seen` that still run, and every other process that carries the tag of one of them. */
export function leftovers(seen: readonly SeenProcess[]): readonly SeenProcess[] {
  const known = new Set(seen.map(({ pid, startedAt }) => `${pid}/${startedAt}`));
  const runIds = new Set(seen.flatMap(({ runId }) => (runId === null ? [] : [runId])));
  return [...listProcesses()].filter(
    ({ pid, startedAt, runId }) => known.has(`${pid}/${startedAt}`) || (runId !== null && runIds.has(runId)),
  );
}

/** Every process with this tag, wherever it stands in the tree. */
export function tagged(runId: string): readonly SeenProcess[] {
  return [...listProcesses()].filter((row) => row.runId === runId);
}

function* listProcesses() {
  for (const name of readdirSync('/proc')) {
    const row = /^\d+$/.test(name) ? readProcess(name) : null;
    if (row !== null) yield row;
  }
}

function readProcess(pid: string): (SeenProcess & { readonly parent: number }) | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the name, may hold spaces and brackets.
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return null;
    const environ = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
    const tag = environ.find((pair) => pair.startsWith('SWITCHYARD_RUN='));
    return {
      pid: Number(pid),
      parent: Number(parent),
      startedAt: rest[17] ?? '',
      command: readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim(),
      runId: tag?.slice('SWITCHYARD_RUN='.length) ?? null,
    };
  } catch {
    return null; // It ended meanwhile, or is not ours to read.
  }
}
