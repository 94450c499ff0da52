/**
 * Keeps the reaper running beside the app: a detached shell with a pipe from us (see reaper.sh). It knows of
 * every process before that exists; what the app can no longer do, it does. Not on Windows, which has no such
 * shell: there only the start-up sweep of the next start catches what a killed app left.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { isAbsolute } from 'node:path';
import type { Writable } from 'node:stream';
import { PS_WORDS } from './process-table.ts';
import script from './reaper.sh?raw';
import { afterEnd, NEVER_RESTARTED } from './restart-policy.ts';
import type { RestartState } from './restart-policy.ts';

export type ReaperOptions = {
  /** Something that makes leaks possible; told once for each kind. */
  readonly report: (error: unknown) => void;
  /** The shell to run it with. */
  readonly shell?: string;
};

/** A line that the pipe has not taken by then is given up: the start of a process must not hang on it. */
const WRITE_MS = 1000;
const CLOSE_MS = 500;

export class Reaper {
  readonly #options: ReaperOptions;
  readonly #leases = new Map<string, string>();
  #child: (ChildProcess & { stdin: Writable }) | null = null;
  #startedAt = 0;
  #restarts: RestartState = NEVER_RESTARTED;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(options: ReaperOptions) {
    this.#options = options;
  }

  /** Null while it is not running. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  start(): void {
    if (this.#closed || this.#child !== null) return;
    this.#startedAt = performance.now();
    const child = spawn(
      this.#options.shell ?? '/bin/sh',
      // Handed over in a variable: nothing lies on disk to be tampered with, and lists of processes stay short.
      ['-c', 'eval "$SWITCHYARD_REAPER"', 'switchyard-reaper'],
      {
        cwd: '/',
        env: { ...PS_WORDS, PATH: searchPath(), SWITCHYARD_REAPER: script },
        detached: true,
        stdio: ['pipe', 'ignore', 'ignore'],
      },
    );
    if (child.stdin === null) return;
    const reaper = Object.assign(child, { stdin: child.stdin });
    this.#child = reaper;
    reaper.stdin.on('error', () => {});
    reaper.unref();
    if ('unref' in reaper.stdin) (reaper.stdin as unknown as { unref(): void }).unref();
    let problem: unknown = null;
    reaper.on('error', (error) => {
      problem = error;
      // A program that could not be started does not exit.
      if (reaper.pid === undefined) this.#lost(reaper, problem);
    });
    reaper.once('exit', (code, signal) =>
      this.#lost(reaper, problem ?? new Error(`the reaper ended: ${signal ?? `exit code ${code}`}`)),
    );
    for (const line of this.#leases.values()) reaper.stdin.write(line);
  }

  /** Resolves when the pipe has it: from then on it counts, even if this process dies at once. */
  add(uuid: string, leader: { readonly pid: number; readonly startToken: string } | null): Promise<void> {
    const words = leader === null ? '0 -' : `${leader.pid} ${tokenWord(leader.startToken)}`;
    const line = `+ ${uuid} ${words}\n`;
    this.#leases.set(uuid, line);
    return this.#write(line);
  }

  remove(uuid: string): Promise<void> {
    if (!this.#leases.delete(uuid)) return Promise.resolve();
    return this.#write(`- ${uuid}\n`);
  }

  /** For quitting. What is still on its list now is ended by it; with an empty list it just goes. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const child = this.#child;
    if (child === null) return;
    const gone = once(child, 'exit');
    child.stdin.end();
    await within(CLOSE_MS, gone);
  }

  async #write(line: string): Promise<void> {
    const stdin = this.#child?.stdin;
    if (stdin === undefined || stdin.destroyed) return;
    // Whether or not this one takes it: the next one is told everything.
    await within(WRITE_MS, new Promise<void>((resolve) => stdin.write(line, () => resolve())));
  }

  #lost(child: ChildProcess, problem: unknown): void {
    if (this.#child !== child) return;
    this.#child = null;
    if (this.#closed) return;
    const nowMs = performance.now();
    const first = this.#restarts.tries === 0;
    const decision = afterEnd(this.#restarts, {
      nowMs,
      ranMs: nowMs - this.#startedAt,
      chance: Math.random(),
    });
    this.#restarts = decision.state;
    if (first || decision.type === 'needs-you') this.#options.report(problem);
    if (decision.type === 'needs-you') return;
    // The first time at once: somebody ended it, and until it is back nothing watches over a crash.
    this.#timer = setTimeout(() => this.start(), first ? 0 : decision.afterMs);
    this.#timer.unref();
  }
}

/** One word, as the script compares it. */
export function tokenWord(startToken: string): string {
  return startToken.trim().replace(/\s+/g, '_');
}

function searchPath(): string {
  const own = (process.env['PATH'] ?? '').split(':').filter((entry) => isAbsolute(entry));
  return ['/usr/bin', '/bin', '/usr/sbin', '/sbin', ...own].join(':');
}

async function within(ms: number, done: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([done, late]);
  clearTimeout(timer);
}
