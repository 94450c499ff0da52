/** All processes that the app runs, so that none is forgotten: not when it quits, not when one ends by itself. */
import { randomUUID } from 'node:crypto';
import type { Result } from '../../shared/result.ts';
import type { EnvironmentSources } from './environment.ts';
import type { ProcessKind } from './lease.ts';
import { SpawnLimiter } from './spawn-limiter.ts';
import { startProcess } from './spawn.ts';
import type {
  ExitInfo,
  ManagedProcess,
  SpawnSetting,
  StartProcessError,
  StartProcessOptions,
  SupervisedProcess,
} from './spawn.ts';
import type { StopHow, StopPace } from './stop-ladder.ts';

/** A process counts as come up after this, at the latest. */
const COMING_UP_MS = 1000;
const MAX_COMING_UP = 4;
/** For its owner to read what is left in its pipes, before what it left behind is cleaned up all the same. */
const AFTER_EXIT_MS = 500;

export type StartedProcess<Started extends SupervisedProcess = ManagedProcess> = {
  readonly process: Started;
  /** Call it when the process has come up: the next one may start then. */
  readonly settled: () => void;
};

/** A process about to start. */
export type Run = {
  readonly runId: string;
  readonly kind: ProcessKind;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
};

/** Brings a process into being that leads its own group and carries the tag; the ordinary one speaks over pipes. */
export type Launch<Started extends SupervisedProcess> = (
  options: StartProcessOptions,
  setting: SpawnSetting,
) => Promise<Result<Started, StartProcessError>>;

/** Remembers runs outside of the app, for when the app is gone. Nothing here fails: it reports. */
export interface RunWatch {
  /** Resolves when the run is on record; only then may the process exist. */
  announce(run: Run): Promise<void>;
  /** Resolves when its pid is on record; only then may the process be spoken to. */
  started(run: Run, pid: number): Promise<void>;
  /** Surely nothing of it is left, or it never came to be. */
  ended(runId: string): Promise<void>;
}

/** How one came to its end. */
export type StopRecord = {
  readonly runId: string;
  readonly kind: ProcessKind;
  readonly command: string;
  readonly pid: number;
  readonly how: StopHow;
  readonly exit: ExitInfo | null;
  /** How long the ladder took, in ms. */
  readonly ms: number;
};

export type RegistryOptions = {
  /** Asked before each start. Without it: the app's own environment. */
  readonly environment?: (kind: ProcessKind) => Promise<EnvironmentSources>;
  readonly watch?: RunWatch;
  readonly onStopped?: (record: StopRecord) => void;
};

export class ProcessRegistry {
  readonly #options: RegistryOptions;
  readonly #live = new Map<SupervisedProcess, Run>();
  readonly #limiter = new SpawnLimiter(MAX_COMING_UP);
  readonly #stopped = new WeakSet<SupervisedProcess>();
  #closed = false;

  constructor(options: RegistryOptions = {}) {
    this.#options = options;
  }

  get live(): readonly SupervisedProcess[] {
    return [...this.#live.keys()];
  }

  /** May wait for others to come up first. After `stopAll` nothing starts any more. */
  async start(options: StartProcessOptions): Promise<Result<StartedProcess, StartProcessError>> {
    return this.startWith(startProcess, options);
  }

  /** As `start`, for what is not spoken to over pipes. */
  async startWith<Started extends SupervisedProcess>(
    launch: Launch<Started>,
    options: StartProcessOptions,
  ): Promise<Result<StartedProcess<Started>, StartProcessError>> {
    const { kind = 'agent' } = options;
    // First, since the shell that may be asked needs a slot itself.
    const sources = (await this.#options.environment?.(kind)) ?? { appEnv: process.env, shellEnv: null };
    const release = await this.#limiter.acquire();
    const started = await this.#start(launch, options, kind, sources).catch((error: unknown) => {
      release();
      throw error;
    });
    if (!started.ok) {
      release();
      return started;
    }
    const managed = started.value;
    const timer = setTimeout(release, COMING_UP_MS);
    const settled = () => {
      clearTimeout(timer);
      release();
    };
    void managed.exited.then(settled);
    return { ok: true, value: { process: managed, settled } };
  }

  async #start<Started extends SupervisedProcess>(
    launch: Launch<Started>,
    options: StartProcessOptions,
    kind: ProcessKind,
    sources: EnvironmentSources,
  ): Promise<Result<Started, StartProcessError>> {
    if (this.#closed) return refusal;
    const { watch } = this.#options;
    const { command, args, cwd } = options;
    const run: Run = { runId: randomUUID(), kind, command, args, cwd };
    await watch?.announce(run);
    // Asked again: quitting may have begun meanwhile, and waits for nobody who is not on the list.
    const started = this.#closed ? refusal : await launch(options, { runId: run.runId, sources });
    if (!started.ok) {
      await watch?.ended(run.runId);
      return started;
    }
    const managed = started.value;
    this.#live.set(managed, run);
    void managed.exited.then(() => this.#cleanUpAfter(managed));
    await watch?.started(run, managed.pid);
    if (this.#closed) void this.stop(managed);
    return started;
  }

  /** Whoever owns it does this as a rule; nothing may be left behind because one way of ending forgot it. */
  #cleanUpAfter(managed: SupervisedProcess): void {
    const timer = setTimeout(() => {
      if (this.#live.has(managed)) void this.stop(managed);
    }, AFTER_EXIT_MS);
    timer.unref();
  }

  /** Stops one and forgets it when nothing of it is left. */
  async stop(managed: SupervisedProcess, pace?: StopPace): Promise<StopHow> {
    const began = performance.now();
    const how = await managed.stop(pace);
    const run = this.#live.get(managed);
    if (run === undefined) return how;
    // Several may have waited for the one stop.
    if (!this.#stopped.has(managed)) {
      this.#stopped.add(managed);
      const { runId, kind, command } = run;
      const ms = performance.now() - began;
      this.#options.onStopped?.({ runId, kind, command, pid: managed.pid, how, exit: managed.exit, ms });
    }
    if (how === 'leaked') return how;
    this.#live.delete(managed);
    await this.#options.watch?.ended(run.runId);
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
    for (const managed of this.#live.keys()) managed.killNow();
  }
}

const refusal = {
  ok: false,
  error: { code: 'spawn-failed', message: 'the app is quitting' },
} as const;
