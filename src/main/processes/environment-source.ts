/** Keeps what the shell exports for all starts, and never lets a start wait for it longer than the limit. */
import type { Result } from '../../shared/result.ts';
import { within } from '../waking-clock.ts';
import type { Environment, EnvironmentSources } from './environment.ts';
import type { ShellProblem } from './shell-environment.ts';

export type ShellState =
  | { readonly state: 'unread' | 'reading' | 'read' }
  | { readonly state: 'failed'; readonly problem: ShellProblem };

export type EnvironmentSourceOptions = {
  readonly appEnv: Environment;
  readonly read: () => Promise<Result<Environment, ShellProblem>>;
  /** In ms: the longest that a start waits. */
  readonly limitMs: number;
};

/** A shell that failed is asked again after this, behind the back of a start that does without it. */
const AGAIN_AFTER_MS = 60_000;

export class EnvironmentSource {
  readonly #options: EnvironmentSourceOptions;
  #shellEnv: Environment | null = null;
  #state: ShellState = { state: 'unread' };
  #reading: Promise<void> | null = null;
  #failedAt = 0;

  constructor(options: EnvironmentSourceOptions) {
    this.#options = options;
  }

  get shell(): ShellState {
    return this.#state;
  }

  /** Without the shell's part when that is not to be had in time. Never rejects. */
  async sources(): Promise<EnvironmentSources> {
    if (this.#state.state === 'unread' || this.#state.state === 'reading') {
      await this.#within(this.refresh());
    } else if (this.#state.state === 'failed' && performance.now() - this.#failedAt > AGAIN_AFTER_MS) {
      void this.refresh();
    }
    return { appEnv: this.#options.appEnv, shellEnv: this.#shellEnv };
  }

  /** Reads it again, for somebody who has changed their start files. One at a time; what is known stays meanwhile. */
  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    this.#state = { state: 'reading' };
    try {
      const result = await this.#options.read();
      if (result.ok) {
        this.#shellEnv = result.value;
        this.#state = { state: 'read' };
      } else {
        this.#fail(result.error);
      }
    } catch (error) {
      this.#fail({ code: 'not-started', message: String(error) });
    }
  }

  #fail(problem: ShellProblem): void {
    this.#state = { state: 'failed', problem };
    this.#failedAt = performance.now();
  }

  async #within(done: Promise<void>): Promise<void> {
    await within(done, this.#options.limitMs);
  }
}
