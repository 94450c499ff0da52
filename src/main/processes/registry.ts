/** All processes that the app runs, so that none is forgotten when it quits. */
import type { Result } from '../../shared/result.ts';
import { SpawnLimiter } from './spawn-limiter.ts';
import { startProcess } from './spawn.ts';
import type { ManagedProcess, StartProcessError, StartProcessOptions } from './spawn.ts';
import type { StopHow, StopPace } from './stop-ladder.ts';

/** A process counts as come up after this, at the latest. */
const COMING_UP_MS = 1000;
const MAX_COMING_UP = 4;

export type StartedProcess = {
  readonly process: ManagedProcess;
  /** Call it when the process has come up: the next one may start then. */
  readonly settled: () => void;
};

export class ProcessRegistry {
  readonly #live = new Set<ManagedProcess>();
  readonly #limiter = new SpawnLimiter(MAX_COMING_UP);
  #closed = false;

  get live(): readonly ManagedProcess[] {
    return [...this.#live];
  }

  /** May wait for others to come up first. After `stopAll` nothing starts any more. */
  async start(options: StartProcessOptions): Promise<Result<StartedProcess, StartProcessError>> {
    const release = await this.#limiter.acquire();
    const started = this.#closed ? refusal : await startProcess(options);
    if (!started.ok) {
      release();
      return started;
    }
    const managed = started.value;
    this.#live.add(managed);
    const timer = setTimeout(release, COMING_UP_MS);
    const settled = () => {
      clearTimeout(timer);
      release();
    };
    void managed.exited.then(settled);
    if (this.#closed) void this.stop(managed);
    return { ok: true, value: { process: managed, settled } };
  }

  /** Stops one and forgets it when nothing of it is left. */
  async stop(managed: ManagedProcess, pace?: StopPace): Promise<StopHow> {
    const how = await managed.stop(pace);
    if (how !== 'leaked') this.#live.delete(managed);
    return how;
  }

  /**
   * For quitting: stops everything and refuses new starts. Takes about `deadlineMs` at most, of which
   * half goes to asking politely. Resolves with how each one ended.
   */
  async stopAll({ deadlineMs }: { readonly deadlineMs: number }): Promise<readonly StopHow[]> {
    this.#closed = true;
    const pace: StopPace = {
      inputMs: Math.round(deadlineMs * 0.2),
      termMs: Math.round(deadlineMs * 0.3),
      killMs: Math.round(deadlineMs * 0.3),
    };
    return Promise.all(this.live.map((managed) => this.stop(managed, pace)));
  }

  /** Without waiting, for the last moment of an app that goes down. */
  killAllNow(): void {
    for (const managed of this.#live) managed.killNow();
  }
}

const refusal = {
  ok: false,
  error: { code: 'spawn-failed', message: 'the app is quitting' },
} as const;
