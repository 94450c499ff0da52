/**
 * Real process trees for the figures on supervision, and a way to find them that shares nothing with what is
 * measured: every process is known by a number of its own among its words or in its environment.
 */
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type FigureOptions = { readonly quick: boolean; readonly seed: number };
export type FigureResult = { readonly ok: boolean; readonly text: string };

/** Also from a bundle, as long as it is somewhere in the project. */
export const project = ((): string => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'tests/faults/g17-build.mjs'))) {
    if (folder === dirname(folder)) throw new Error('the figures are not inside the project');
    folder = dirname(folder);
  }
  return folder;
})();

/** A new one for each tree: how long its sleepers sleep, in s. */
export function newMark(): string {
  return String(randomInt(100_000_000, 999_999_999));
}

export const MARK = 'SUPERVISION_MARK';

/** Those with the mark, without any that has ended. */
export function marked(mark: string): readonly number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    try {
      if (!runs(Number(name))) return [];
      const words = readFileSync(`/proc/${name}/cmdline`, 'latin1');
      const environ = readFileSync(`/proc/${name}/environ`, 'latin1');
      const isMarked = words.includes(mark) || environ.split('\0').includes(`${MARK}=${mark}`);
      return isMarked ? [Number(name)] : [];
    } catch {
      return []; // It ended meanwhile.
    }
  });
}

/** One that has ended and waits to be reaped does not. */
export function runs(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

/** How many of them are the program `sleep`: a tree has come up when all its sleepers sleep. */
export function sleepers(mark: string): number {
  return marked(mark).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith(`sleep\0${mark}`);
    } catch {
      return false;
    }
  }).length;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/**
 * How long it took, in ms; null when it was not so within `limitMs`. Looking takes time that what is measured
 * may need itself: the longer a look takes, the longer the pause after it.
 */
export async function until(isSo: () => boolean, limitMs: number): Promise<number | null> {
  const began = performance.now();
  for (;;) {
    const looked = performance.now();
    if (isSo()) return performance.now() - began;
    if (performance.now() - began > limitMs) return null;
    await pause(20 + 5 * (performance.now() - looked));
  }
}

/** Looks at those it knows of first, and everywhere only when none of them runs. */
export function isGone(mark: string): () => boolean {
  const known = marked(mark);
  return () => !known.some(runs) && marked(mark).length === 0;
}

export async function cameUp(mark: string, count: number): Promise<void> {
  if ((await until(() => sleepers(mark) >= count, 20_000)) !== null) return;
  throw new Error(`only ${sleepers(mark)} of ${count} sleepers came up`);
}

/** What a control leaves alive. */
export function endMarked(mark: string): number {
  const left = marked(mark);
  for (const pid of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended meanwhile.
    }
  }
  return left.length;
}

export type Shape = {
  readonly name: string;
  readonly command: string;
  readonly args: (mark: string) => readonly string[];
  readonly sleepers: number;
};

function sh(name: string, count: number, script: string): Shape {
  return {
    name,
    command: 'sh',
    args: (mark) => ['-c', script.replaceAll('$N', mark), 'shape'],
    sleepers: count,
  };
}

/** Trees that agents are known to make, and some that only a malicious one would. */
export const agentShapes: readonly Shape[] = [
  sh('one process', 1, 'exec sleep $N'),
  sh('leaves at the end of its input, its child does not', 1, 'sleep $N & cat'),
  sh('wrapper of a wrapper', 2, 'sh -c "sleep $N & sleep $N; true"; true'),
  sh('child with a session of its own', 2, 'setsid sleep $N & sleep $N; true'),
  sh('double fork', 2, '(setsid sh -c "sleep $N & exit 0" &); sleep $N; true'),
  sh('ignores TERM, HUP and INT', 2, 'trap "" TERM HUP INT; sleep $N & sleep $N; true'),
  sh('environment wiped, session of its own', 2, 'env -i setsid sleep $N & sleep $N; true'),
  sh('suspended', 1, 'sleep $N & kill -STOP $$; wait'),
];
/** `script` gives its child a terminal. */
export const terminalShapes: readonly Shape[] = [
  {
    name: 'terminal',
    command: 'script',
    args: (mark) => ['-qfc', `sleep ${mark} & sleep ${mark}; true`, '/dev/null'],
    sleepers: 2,
  },
  {
    name: 'nohup in a terminal',
    command: 'script',
    args: (mark) => [
      '-qfc',
      `nohup sleep ${mark} >/dev/null 2>&1 & trap "" HUP; sleep ${mark}; true`,
      '/dev/null',
    ],
    sleepers: 2,
  },
];
export const serverShapes: readonly Shape[] = [sh('server with a worker', 1, 'sleep $N & cat')];

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
