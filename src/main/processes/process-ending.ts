/** How one process ends, whatever it is spoken to through: the ladder, climbed once, at a pace that may quicken. */
import { wakingClock } from '../waking-clock.ts';
import { hostSystem } from './process-system.ts';
import type { ProcessRow } from './process-table.ts';
import type { ExitInfo } from './spawn.ts';
import { ORDINARY_PACE, climbStopLadder, familyOf } from './stop-ladder.ts';
import type { StopHow, StopPace } from './stop-ladder.ts';

export type ProcessEndingOptions = {
  /** The leader of its own group. */
  readonly pid: number;
  readonly runId: string;
  /** The polite first step. */
  readonly endInput: () => void;
  /** Called once nothing of it is left, or it was given up. */
  readonly letGo: () => void;
};

export class ProcessEnding {
  readonly exited: Promise<ExitInfo>;
  readonly #options: ProcessEndingOptions;
  readonly #onExit = new Set<() => void>();
  #resolveExited: (exit: ExitInfo) => void = () => {};
  #exit: ExitInfo | null = null;
  #stopping: Promise<StopHow> | null = null;
  #pace: StopPace = ORDINARY_PACE;
  /** Of its group, what was there when it ended by itself. */
  #orphans: Promise<readonly ProcessRow[]> = Promise.resolve([]);
  /** Makes the wait that is under way follow a faster pace. */
  #pressOn: () => void = () => {};

  constructor(options: ProcessEndingOptions) {
    this.#options = options;
    this.exited = new Promise((resolve) => {
      this.#resolveExited = resolve;
    });
  }

  get exit(): ExitInfo | null {
    return this.#exit;
  }

  /** Whoever hears of its end says so, once. */
  hasExited(exit: ExitInfo): void {
    if (this.#exit !== null) return;
    this.#exit = exit;
    const { pid } = this.#options;
    if (this.#stopping === null) this.#orphans = hostSystem.list().then((rows) => familyOf(pid, rows));
    this.#resolveExited(exit);
    for (const listener of [...this.#onExit]) listener();
  }

  stop(pace?: StopPace): Promise<StopHow> {
    if (pace !== undefined) {
      this.#pace = fasterOf(this.#pace, pace);
      this.#pressOn();
    }
    this.#stopping ??= climbStopLadder(
      {
        pid: this.#options.pid,
        runId: this.#options.runId,
        hasExited: () => this.#exit !== null,
        endInput: this.#options.endInput,
        waitForExit: (step) => this.#waitForExit(step),
        pace: () => this.#pace,
        family: () => this.#orphans,
      },
      hostSystem,
    ).finally(this.#options.letGo);
    return this.#stopping;
  }

  #waitForExit(step: keyof StopPace): Promise<boolean> {
    if (this.#exit !== null) return Promise.resolve(true);
    const began = performance.now();
    return new Promise((resolve) => {
      let callOff: () => void = () => {};
      const settle = () => {
        callOff();
        this.#onExit.delete(settle);
        this.#pressOn = () => {};
        resolve(this.#exit !== null);
      };
      const arm = () => {
        callOff();
        callOff = wakingClock.after(Math.max(0, this.#pace[step] - (performance.now() - began)), settle);
      };
      this.#pressOn = arm;
      this.#onExit.add(settle);
      arm();
    });
  }
}

function fasterOf(a: StopPace, b: StopPace): StopPace {
  return {
    inputMs: Math.min(a.inputMs, b.inputMs),
    termMs: Math.min(a.termMs, b.termMs),
    killMs: Math.min(a.killMs, b.killMs),
  };
}
