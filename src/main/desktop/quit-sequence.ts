/** The order in which the app leaves: once, shut down within a time limit, then exit whatever happened. */

export type QuitSequenceOptions = {
  /** Stops all that must not outlive the app. */
  readonly shutdown: () => Promise<void>;
  /** How long it may take, in ms. */
  readonly limitMs: number;
  readonly exit: (code: number) => void;
  readonly onTrouble: (what: 'shutdown-failed' | 'shutdown-timed-out', error: unknown) => void;
  /** `setTimeout`, unless a test brings its own. */
  readonly after?: (ms: number, run: () => void) => void;
};

export type QuitSequence = {
  /** Begins to quit; again while it runs does nothing. Resolves after `exit` was called. */
  begin(): Promise<void>;
  /** Someone insists: exits now. */
  force(): void;
  readonly begun: boolean;
};

export function createQuitSequence(options: QuitSequenceOptions): QuitSequence {
  const { shutdown, limitMs, exit, onTrouble, after = (ms, run) => void setTimeout(run, ms) } = options;
  let running: Promise<void> | null = null;
  let exited = false;

  function leave(code: number): void {
    if (exited) return;
    exited = true;
    exit(code);
  }

  async function run(): Promise<void> {
    const timeUp = new Promise<'timed-out'>((resolve) => after(limitMs, () => resolve('timed-out')));
    try {
      const outcome = await Promise.race([shutdown(), timeUp]);
      if (outcome !== 'timed-out') return leave(0);
      onTrouble('shutdown-timed-out', new Error(`not done after ${limitMs} ms`));
    } catch (error) {
      onTrouble('shutdown-failed', error);
    }
    leave(1);
  }

  return {
    begin() {
      running ??= run();
      return running;
    },
    force: () => leave(1),
    get begun() {
      return running !== null;
    },
  };
}
