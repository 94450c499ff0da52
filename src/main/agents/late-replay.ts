/** Hears out agents that answer `session/load` first and tell the history afterwards. */

export type QuietPace = {
  /** So long a silence means that the history is told, in ms. */
  readonly quietMs: number;
  /** Not waited longer than this, in ms: an agent may have begun to work. */
  readonly limitMs: number;
};

/** The history comes in one go; on a busy machine with pauses. */
const ORDINARY: QuietPace = { quietMs: 300, limitMs: 10_000 };

/** Resolves when nothing has been heard for a while. `listen` is given what to call at each sign of life. */
export function untilQuiet(listen: (heard: () => void) => void, pace: QuietPace = ORDINARY): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(limit);
      clearTimeout(quiet);
      resolve();
    };
    const limit = setTimeout(settle, pace.limitMs);
    let quiet = setTimeout(settle, pace.quietMs);
    listen(() => {
      clearTimeout(quiet);
      quiet = setTimeout(settle, pace.quietMs);
    });
  });
}
